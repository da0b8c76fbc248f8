import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { McpObject } from '../../../src/ipc/state';
import { openGateway } from '../../support/gateway/openGateway';
import { eventsOf, rpc } from '../../support/gateway/rawClient';

it('tells of a task only the session that has to do with it, also where the news come first', async () => {
  await using opened = await openGateway();
  const { client, server, tokens, token } = opened;
  const sessions = [await client.session(), await client.session()];
  const streams = await Promise.all(
    sessions.map((headers) => client.begin({ method: 'GET', headers })),
  );
  const [mine] = sessions;
  const status = (taskId: string) => ({ method: 'notifications/tasks/status', params: { taskId } });
  server.respond = async () => {
    server.notifications.fire(status('of one'));
    return { task: { taskId: 'of one' } };
  };
  await client.send({ headers: mine ?? {}, body: rpc(1, 'tools/call', { name: 'first' }) });
  server.notifications.fire(status('of nobody'));
  server.notifications.fire(status('of one'));
  tokens.revoke(token);
  const told = await Promise.all(streams.map(async ({ end }) => eventsOf(await end)));
  const sent = { jsonrpc: '2.0', ...status('of one') };
  expect(told).toEqual([[sent, sent], []]);
});

it('tells of an elicitation only the session that was asked, or refused for it', async () => {
  await using opened = await openGateway();
  const { client, server, tokens, token } = opened;
  const capabilities = { elicitation: { url: {} } };
  const greeting = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'x' } };
  const session = async () => {
    const { headers } = await client.send({ body: rpc(1, 'initialize', greeting) });
    return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
  };
  const [one, two] = [await session(), await session()];
  const streams = [
    await client.begin({ method: 'GET', headers: one }),
    await client.begin({ method: 'GET', headers: two }),
  ];
  server.respond = async (_params, { answer }) => {
    const params = { mode: 'url', elicitationId: 'asked', url: 'https://a.test', message: 'Go' };
    const question = { method: 'elicitation/create', params } as const;
    return (await answer?.(question, new AbortController().signal)) ?? {};
  };
  const result = { action: 'accept' };
  const onEvent = ({ id }: McpObject): void =>
    void client.send({ headers: one, body: { jsonrpc: '2.0', id, result } });
  await client.send({ headers: one, body: rpc(2, 'tools/call', { name: 'first' }), onEvent });
  const data = { elicitations: [{ mode: 'url', elicitationId: 'wanted' }] };
  const refusal = { code: -32042, message: 'Open the page' };
  server.respond = () =>
    Promise.reject(new UserError('serverError', refusal, { cause: { ...refusal, data } }));
  await client.send({ headers: two, body: rpc(3, 'tools/call', { name: 'first' }) });
  const complete = (elicitationId: string) => ({
    method: 'notifications/elicitation/complete',
    params: { elicitationId },
  });
  for (const id of ['asked', 'wanted']) server.notifications.fire(complete(id));
  tokens.revoke(token);
  const told = await Promise.all(streams.map(async ({ end }) => eventsOf(await end)));
  expect(told).toMatchObject([[complete('asked')], [complete('wanted')]]);
});
