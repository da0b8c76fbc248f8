import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Absolute path of one of the certificates for tests. */
export function certificateFile(name: string): string {
  return fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));
}

/** An HTTP server for one test, over TLS where a certificate is named; its port on this machine. */
export async function servePort(answer: RequestListener, certificate?: string): Promise<number> {
  const pem = certificate === undefined ? '' : readFileSync(certificateFile(certificate));
  const server =
    pem === '' ? createServer(answer) : createSecureServer({ key: pem, cert: pem }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
