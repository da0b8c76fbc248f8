import { readFileSync } from 'node:fs';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { onTestFinished } from 'vitest';
import { listenHere } from './listenHere';
import { certificateFile } from './secureServer';

/** A server for one test that speaks HTTP/2, and HTTP/1.1 with who does not. */
export interface Http2TestServer {
  readonly port: number;
  /** One for each connection over HTTP/2, the last one last. */
  readonly sessions: readonly ServerHttp2Session[];
}

/** Starts one with the certificate of that name. */
export async function serveHttp2(
  answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  certificate = 'good',
): Promise<Http2TestServer> {
  const pem = readFileSync(certificateFile(certificate));
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, answer);
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  const port = await listenHere(server);
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { port, sessions };
}
