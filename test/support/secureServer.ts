import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { listenHere } from './listenHere';

/** Absolute path of one of the certificates for tests. */
export function certificateFile(name: string): string {
  return fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));
}

/** An HTTP server for one test, over TLS where a certificate is named; its port on this machine. */
export async function servePort(answer: RequestListener, certificate?: string): Promise<number> {
  const pem = certificate === undefined ? '' : readFileSync(certificateFile(certificate));
  const server =
    pem === '' ? createServer(answer) : createSecureServer({ key: pem, cert: pem }, answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listenHere(server);
}
