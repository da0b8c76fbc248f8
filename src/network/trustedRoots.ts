import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import type { Network } from './network';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a text, as PEM. */
export function certificatesIn(text: string): string[] {
  return text.match(block) ?? [];
}

/**
 * The trusted root certificates as PEM: the ones of Node, of the system, and of the files. It is `undefined` if
 * Node's default is enough. An unreadable file adds nothing.
 */
export async function trustedRoots({
  caFiles = [],
  systemCertificates,
}: Network): Promise<string[] | undefined> {
  const files = await Promise.all(caFiles.map(certificatesOf));
  const extra = [...(systemCertificates ? known('system') : []), ...files.flat()];
  return extra.length === 0 ? undefined : [...new Set([...known('default'), ...extra])];
}

async function certificatesOf(file: string): Promise<string[]> {
  try {
    return certificatesIn(await readFile(file, 'utf8'));
  } catch {
    return [];
  }
}

/** The certificates that Node knows, readable from 22.15 on. */
function known(which: 'default' | 'system'): readonly string[] {
  const roots = which === 'default' ? tls.rootCertificates : [];
  if (typeof tls.getCACertificates !== 'function') return roots;
  try {
    return tls.getCACertificates(which);
  } catch {
    return roots;
  }
}
