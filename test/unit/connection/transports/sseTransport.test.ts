import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchFor } from '../../../../src/connection/transports/http/fetchFor';
import { SseTransport } from '../../../../src/connection/transports/sseTransport';
import type { RpcMessage } from '../../../../src/protocol/jsonRpc';
import { eventOf, serveScript, stream, type Answering } from '../../../support/scriptedServer';

const message: RpcMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function open(answer: Answering) {
  const server = await serveScript(answer);
  const { url } = server;
  const headers = { Authorization: 'Bearer x' };
  const transport = new SseTransport({ url, headers }, fetchFor({ url }));
  onTestFinished(() => transport.close());
  const told: RpcMessage[] = [];
  const closed = vi.fn<() => void>();
  const troubled = vi.fn<(error: Error) => void>();
  const unanswered = vi.fn<() => void>();
  const start = transport.start({
    closed,
    troubled,
    unanswered,
    message: (one) => told.push(one),
  });
  return { transport, server, told, closed, troubled, start };
}

test('sends messages where the stream says, and is lost with the stream', async () => {
  let end = (): void => undefined;
  const { transport, server, told, closed, troubled, start } = await open(
    ({ method }, response) => {
      if (method === 'POST') {
        response.writeHead(202).end('Accepted');
        return;
      }
      const answer = { jsonrpc: '2.0', id: 1, result: {} };
      stream(response, 'event: endpoint\ndata: /messages?session=1\n\n: comment\n\n');
      response.write(`data: {"broken\n\n${eventOf(answer)}`);
      end = () => response.end();
    },
  );
  await start;
  await transport.send(message);
  expect(server.arrived[1]).toMatchObject({
    message,
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
  });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(troubled).toHaveBeenCalledOnce();
  end();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(transport.lost).toEqual({ code: 'sessionLost', args: { url: server.url } });
  await expect(transport.send(message)).rejects.toMatchObject({ code: 'connectionClosed' });
});

test.each<[string, Answering, string]>([
  ['a refusal', (_, response) => void response.writeHead(404).end(), 'httpError'],
  ['a page', (_, response) => void response.end('<p>'), 'protocolError'],
  ['a stream that ends', (_, response) => void stream(response).end(), 'connectionClosed'],
  [
    'another origin',
    (_, response) =>
      void stream(response, 'event: endpoint\ndata: http://elsewhere.test/messages\n\n'),
    'protocolError',
  ],
])('%s instead of an endpoint is told', async (_name, answer, code) => {
  const { start } = await open(answer);
  await expect(start).rejects.toMatchObject({ code });
});

test('a message that is refused is told with its status', async () => {
  const { transport, start } = await open(({ method }, response) => {
    if (method === 'POST') response.writeHead(401).end();
    else stream(response, 'event: endpoint\ndata: messages\n\n');
  });
  await start;
  await expect(transport.send(message)).rejects.toMatchObject({
    code: 'unauthorized',
    args: { status: 401 },
  });
});
