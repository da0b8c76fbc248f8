import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesIn } from '../../network/trustedRoots';
import { passed, warned, type Finding } from './check';

/** Whether a file such as `NODE_EXTRA_CA_CERTS` names can be read: it is passed over in silence otherwise. */
export async function certificatesFinding(file: string): Promise<Finding> {
  try {
    const text = await readFile(file, 'utf8');
    const certificates = certificatesIn(text).map((pem) => new X509Certificate(pem));
    if (certificates.length === 0) throw new Error('no certificate');
    return passed('extraCertificates', { file, count: certificates.length });
  } catch {
    return warned('extraCertificatesUnreadable', { file });
  }
}
