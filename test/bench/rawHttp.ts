import http, { type IncomingMessage } from 'node:http';
import type { ResolvedHttp } from '../../src/ipc/launch';
import { thinClient, type ThinClient } from './thinClient';

/** The floor over Streamable HTTP: one POST a message over kept connections. */
export async function openRawHttp({
  url,
  headers: own,
}: Pick<ResolvedHttp, 'url' | 'headers'>): Promise<ThinClient> {
  const agent = new http.Agent({ keepAlive: true });
  let session: string | undefined;
  let last = 0;
  const post = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: (last += 1), method, params });
      const headers = {
        ...own,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'mcp-session-id': session }),
      };
      const request = http.request(url, { method: 'POST', headers, agent }, (answer) => {
        session ??= String(answer.headers['mcp-session-id']);
        read(answer, resolve);
      });
      request.once('error', reject);
      request.end(body);
    });
  return thinClient(post, () => agent.destroy());
}

function read(answer: IncomingMessage, resolve: (message: unknown) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.once('end', () => {
    const text = Buffer.concat(chunks).toString();
    // Of events the last one is the answer.
    resolve(JSON.parse(text.startsWith('{') ? text : text.slice(text.lastIndexOf('data: ') + 6)));
  });
}
