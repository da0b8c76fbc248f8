import http, { type IncomingMessage } from 'node:http';
import type { RawClient } from './rawHttp';

/** The floor over HTTP+SSE (revision 2024-11-05): a POST for each message, and its answer on the one stream. */
export async function openRawSse(url: URL): Promise<RawClient> {
  const agent = new http.Agent({ keepAlive: true });
  const waiting = new Map<number, (message: unknown) => void>();
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'text/event-stream' };
    http.get(url, { agent, headers }, resolve).once('error', reject);
  });
  let target: URL | undefined;
  const opened = new Promise<void>((resolve) => {
    onEvents(stream, (data) => {
      if (target) {
        const message = JSON.parse(data) as { readonly id?: number };
        if (message.id === undefined) return;
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
      } else {
        target = new URL(data, url);
        resolve();
      }
    });
  });
  await opened;
  let last = 0;
  const post = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, resolve);
      const headers = { 'content-type': 'application/json' };
      const request = http.request(target ?? url, { method: 'POST', headers, agent }, (answer) => {
        answer.resume();
        if (answer.statusCode !== 202) reject(new Error(`answered with ${answer.statusCode}`));
      });
      request.once('error', reject);
      request.end(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  await post('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  return {
    call: (name, args) => post('tools/call', { name, arguments: args }),
    close: () => {
      stream.destroy();
      agent.destroy();
    },
  };
}

/** Calls back with the data of each event, which has one line of it. */
function onEvents(stream: IncomingMessage, event: (data: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const one of events) {
      const [, data] = /^data: (.*)$/m.exec(one) ?? [];
      if (data !== undefined) event(data);
    }
  });
}
