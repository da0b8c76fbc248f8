import http, { type IncomingMessage } from 'node:http';
import { Answers, thinClient, type ThinClient } from './thinClient';

/** The floor over HTTP+SSE: a POST for each message, and its answer on the one stream. */
export async function openRawSse(url: URL): Promise<ThinClient> {
  const agent = new http.Agent({ keepAlive: true });
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'text/event-stream' };
    http.get(url, { agent, headers }, resolve).once('error', reject);
  });
  const answers = new Answers();
  const target = await new Promise<URL>((resolve) => {
    let isOpen = false;
    onEvents(stream, (data) => {
      if (isOpen) answers.received(data);
      else resolve(new URL(data, url));
      isOpen = true;
    });
  });
  const post = (text: string, fail: (error: Error) => void): void => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request(target, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      if (answer.statusCode !== 202) fail(new Error(`answered with ${answer.statusCode}`));
    });
    // mcp-hub closes a connection that was idle for five seconds, maybe at the moment of the next request.
    request.once('error', (error) => (request.reusedSocket ? post(text, fail) : fail(error)));
    request.end(text);
  };
  const close = (): void => {
    stream.destroy();
    agent.destroy();
  };
  return thinClient((method, params) => answers.to(method, params, post), close, '2024-11-05');
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
