import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { passed, warned, type Finding } from './check';

/** The certificates of a file such as `NODE_EXTRA_CA_CERTS` names. */
export interface ExtraCertificates {
  /** As PEM. */
  readonly certificates: readonly string[];
  readonly finding: Finding;
}

/** Reads the file that `NODE_EXTRA_CA_CERTS` names: Node itself passes over a faulty one in silence. */
export async function extraCertificates(file: string): Promise<ExtraCertificates> {
  try {
    const text = await readFile(file, 'utf8');
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const certificates = blocks.map((pem) => new X509Certificate(pem).toString());
    if (certificates.length === 0) throw new Error('no certificate');
    const finding = passed('extraCertificates', { file, count: certificates.length });
    return { certificates, finding };
  } catch {
    return { certificates: [], finding: warned('extraCertificatesUnreadable', { file }) };
  }
}

/** What the host process trusts: the roots of Node and the extra ones, and none of the editor's. */
export function trustedRoots(extra: readonly string[]): string[] {
  return [...rootCertificates, ...extra];
}
