import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { RequestOptions } from '../../../src/connection/connection';
import type { Question } from '../../../src/contract/questions';
import type { McpObject } from '../../../src/contract/state';
import { openGateway } from './openGateway';
import { eventsOf, rpc } from './rawClient';

type Opened = Awaited<ReturnType<typeof openGateway>>;

const form: Question = { method: 'elicitation/create', params: { message: 'Who?', vendor: 1 } };
const sampling: Question = { method: 'sampling/createMessage', params: {} };
const never = new AbortController().signal;

async function sessionWith({ client }: Opened, capabilities: McpObject) {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'x' } };
  const { headers } = await client.send({ body: rpc(1, 'initialize', params) });
  return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
}

/** The server asks during a call: what its question comes to, and how the call goes on. */
function asks({ server }: Opened, question: Question, signal = never): Promise<unknown> {
  return new Promise((resolve) => {
    server.respond = async (_params: McpObject, { answer }: RequestOptions) => {
      const outcome = await answer?.(question, signal).catch((error: unknown) => error);
      resolve(outcome);
      return { done: true };
    };
  });
}

it('puts a question to the session on the stream of its call', async () => {
  await using opened = await openGateway();
  const headers = await sessionWith(opened, { elicitation: {} });
  let ask: (id: unknown) => void = () => undefined;
  const asked = new Promise((resolve) => (ask = resolve));
  const outcome = asks(opened, form);
  const call = opened.client.send({ headers, body: rpc(2, 'tools/call', {}), onEvent: ask });
  const { id, ...question } = (await asked) as McpObject;
  expect(question).toEqual({ jsonrpc: '2.0', ...form });
  const result = { action: 'accept', content: { a: 1 }, vendor: 2 };
  const answer = await opened.client.send({ headers, body: { jsonrpc: '2.0', id, result } });
  expect(answer.status).toBe(202);
  expect(await outcome).toEqual(result);
  expect(eventsOf(await call)).toMatchObject([{ id }, { id: 2, result: { done: true } }]);
});

it('passes the refusal of a client on', async () => {
  await using opened = await openGateway();
  const headers = await sessionWith(opened, { sampling: {} });
  const outcome = asks(opened, sampling);
  const error = { code: -1, message: 'Not now' };
  const onEvent = ({ id }: McpObject): void =>
    void opened.client.send({ headers, body: { jsonrpc: '2.0', id, error } });
  await opened.client.send({ headers, body: rpc(2, 'tools/call', {}), onEvent });
  expect(await outcome).toMatchObject({ code: 'questionRefused', args: error });
});

it('takes a question back that is withdrawn', async () => {
  await using opened = await openGateway();
  const headers = await sessionWith(opened, { sampling: {} });
  const withdraw = new AbortController();
  const outcome = asks(opened, sampling, withdraw.signal);
  const call = opened.client.send({
    headers,
    body: rpc(2, 'tools/call', {}),
    onEvent: () => withdraw.abort(),
  });
  await outcome;
  const [question, cancelled] = eventsOf(await call) as McpObject[];
  expect(cancelled).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: question?.['id'] },
  });
});

it('asks the window for a form that the client cannot show, never for a model', async () => {
  await using opened = await openGateway();
  opened.server.answer = async ({ method }) => ({ by: 'window', method });
  const headers = await sessionWith(opened, { elicitation: { url: {} } });
  const body = rpc(2, 'tools/call', {});
  const shown = asks(opened, form);
  await opened.client.send({ headers, body });
  expect(await shown).toEqual({ by: 'window', method: form.method });
  const sampled = asks(opened, sampling);
  await opened.client.send({ headers, body });
  expect(await sampled).toBeInstanceOf(UserError);
  expect(await sampled).toMatchObject({ code: 'questionRefused', args: { code: -32601 } });
});
