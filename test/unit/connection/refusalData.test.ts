import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { McpConnection } from '../../../src/connection/mcpConnection';
import { legacyGreeting, MemoryServer } from '../../support/memoryServer';

test('a refused question has the data that the client gave', async () => {
  const cause = { code: -1, message: 'Not now', data: { until: 'noon' } };
  const refused = new UserError('questionRefused', { code: -1, message: 'Not now' }, { cause });
  const answer = () => Promise.reject(refused);
  const server = new MemoryServer('stdio', { initialize: legacyGreeting });
  const client = { capabilities: { sampling: {} }, answer };
  const connection = new McpConnection(server, { onLog: () => undefined, client });
  await connection.start();
  await connection.greet(new AbortController().signal);
  expect(await server.ask('sampling/createMessage')).toMatchObject({ error: cause });
  await connection.close();
});
