import { expect, test } from 'vitest';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { McpObject } from '../../../src/ipc/state';
import { MemoryServer, modernGreeting } from '../../support/memoryServer';

const folders = { roots: [{ uri: 'file:///a' }] };

test('a question is answered that the request has declared, not one that it has not', async () => {
  const server = new MemoryServer('stdio', {
    'server/discover': modernGreeting,
    'tools/call': ({ inputResponses }) => ({
      result: inputResponses
        ? { resultType: 'complete', inputResponses }
        : { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } },
    }),
  });
  const answer = () => Promise.resolve(folders);
  const client = { capabilities: { roots: {} }, answer };
  const poor = { capabilities: {}, answer };
  for (const [all, own, expected] of [
    [poor, { roots: {} }, { inputResponses: { where: folders } }],
    [client, undefined, { inputResponses: { where: folders } }],
    [client, {}, { code: 'questionRefused', args: { code: -32601 } }],
  ] as const) {
    const connection = new McpConnection(server, { onLog: () => undefined, client: all });
    await connection.start();
    await connection.greet(new AbortController().signal);
    const _meta: McpObject = own ? { 'io.modelcontextprotocol/clientCapabilities': own } : {};
    const call = connection.request('tools/call', { name: 'x', _meta }, { answer });
    expect(await call.catch((error: unknown) => error)).toMatchObject(expected);
    await connection.close();
  }
});
