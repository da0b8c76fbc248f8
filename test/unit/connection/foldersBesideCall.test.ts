import { expect, test } from 'vitest';
import { McpConnection } from '../../../src/connection/mcpConnection';
import { legacyGreeting, MemoryServer } from '../../support/memoryServer';

const ofAll = { roots: [{ uri: 'file:///all' }] };

test.each([
  ['ends', { result: ofAll }],
  ['goes on', { error: { code: -32603 } }],
])('folders asked for beside a call that %s before they are told', async (how, expected) => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting, 'tools/call': 'silence' });
  const client = { capabilities: { roots: {} }, answer: () => Promise.resolve(ofAll) };
  const connection = new McpConnection(server, { onLog: () => undefined, client });
  await connection.start();
  await connection.greet(new AbortController().signal);
  let refuse: (why: Error) => void = () => undefined;
  const answer = (): Promise<never> => new Promise((_resolve, reject) => (refuse = reject));
  const call = connection.request('tools/call', {}, { answer });
  const reply = server.ask('roots/list');
  const [request] = server.requests('tools/call');
  if (how === 'ends') {
    server.say({ id: request?.id, result: {} });
    await call;
  }
  refuse(new Error('over'));
  expect(await reply).toMatchObject(expected);
  call.catch(() => undefined);
  await connection.close();
});
