import { expect, test } from 'vitest';
import { openGateway } from '../../support/gateway/openGateway';
import { rpc } from '../../support/gateway/rawClient';

test('a request that is too deep is refused by the gateway, whatever it is about', async () => {
  await using opened = await openGateway();
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"a":${deep}}}}`;
  const answer = await opened.client.send({ body });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: -32600 } });
});

test.each([
  ['tasks/get', { taskId: { toString: 1 } }, -32602],
  ['resources/unsubscribe', { uri: { toString: 1 } }, undefined],
])('%s of what is no text breaks nothing', async (method, params, code) => {
  await using opened = await openGateway();
  const headers = await opened.client.session();
  const { body } = await opened.client.send({ headers, body: rpc(2, method, params) });
  const { error } = JSON.parse(body) as { error?: { code: number } };
  expect(error?.code).toBe(code);
});
