import { expect, it, vi } from 'vitest';
import type { RequestOptions } from '../../../../src/connection/connection';
import type { ServerRequest } from '../../../../src/ipc/serverRequest';
import type { McpObject } from '../../../../src/ipc/state';
import { openGateway } from '../../../support/gateway/openGateway';
import { eventsOf, rpc } from '../../../support/gateway/rawClient';

type Opened = Awaited<ReturnType<typeof openGateway>>;

const form: ServerRequest = {
  method: 'elicitation/create',
  params: { message: 'Who?', vendor: 1 },
};
const sampling: ServerRequest = { method: 'sampling/createMessage', params: {} };
const never = new AbortController().signal;

/** The server asks during a call: what its question comes to, and how the call goes on. */
function asks({ server }: Opened, question: ServerRequest, signal = never): Promise<unknown> {
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
  const headers = await opened.client.session({ elicitation: {} });
  let ask: (id: unknown) => void = () => undefined;
  const asked = new Promise((resolve) => (ask = resolve));
  const outcome = asks(opened, form);
  const call = opened.client.call(headers, ask);
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
  const headers = await opened.client.session({ sampling: {} });
  const outcome = asks(opened, sampling);
  const error = { code: -1, message: 'Not now' };
  const onEvent = ({ id }: McpObject): void =>
    void opened.client.send({ headers, body: { jsonrpc: '2.0', id, error } });
  await opened.client.call(headers, onEvent);
  expect(await outcome).toMatchObject({ code: 'questionRefused', args: error });
});

it('takes a question back that is withdrawn', async () => {
  await using opened = await openGateway();
  const headers = await opened.client.session({ sampling: {} });
  const withdraw = new AbortController();
  const outcome = asks(opened, sampling, withdraw.signal);
  const call = opened.client.call(headers, () => withdraw.abort());
  await outcome;
  const [question, cancelled] = eventsOf(await call) as McpObject[];
  expect(cancelled).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: question?.['id'] },
  });
});

it.each(['answered', 'cancelled'])('takes a question back whose call is %s', async (how) => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const headers = await opened.client.session({ sampling: {} });
  const settled = vi.fn();
  let finish = (): void => undefined;
  server.respond = (_params, { answer, signal }) => {
    void answer?.(sampling, never).catch(settled);
    return new Promise((resolve, reject) => {
      finish = () => resolve({ done: true });
      signal?.addEventListener('abort', () => reject(new Error('cancelled')));
    });
  };
  const cancel = rpc(undefined, 'notifications/cancelled', { requestId: 2 });
  const onEvent = (): void =>
    how === 'answered' ? finish() : void client.send({ headers, body: cancel });
  const [question, cancelled] = eventsOf(await client.call(headers, onEvent)) as McpObject[];
  const params = { requestId: question?.['id'] };
  expect(cancelled).toEqual({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect(settled).toHaveBeenCalledOnce();
});

it('asks once more over the stream of the session where that of the call breaks', async () => {
  await using opened = await openGateway();
  const { client, gateway, token } = opened;
  const headers = await opened.client.session({ sampling: {} });
  const asked: unknown[] = [];
  /** A call whose stream breaks with the question. */
  const broken = async (): Promise<unknown> => {
    const outcome = asks(opened, sampling);
    const response = await fetch(gateway.origin + client.path, {
      method: 'POST',
      headers: {
        ...headers,
        Authorization: `Bearer ${token}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(rpc(`call ${asked.length}`, 'tools/call', { name: 'first' })),
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain(sampling.method);
    await reader?.cancel();
    return outcome;
  };
  expect(await broken()).toMatchObject({ code: 'questionRefused', args: { code: -32601 } });
  const onEvent = (message: McpObject): void => {
    asked.push(message);
    const answer = { jsonrpc: '2.0', id: message['id'], result: { model: 'm' } };
    void client.send({ headers, body: answer });
  };
  await client.begin({ method: 'GET', headers, onEvent });
  expect(await broken()).toEqual({ model: 'm' });
  expect(asked).toMatchObject([sampling]);
});

it('asks a session for its folders when they have changed, or when it listens', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const headers = await opened.client.session({ roots: { listChanged: true } });
  const poor = await opened.client.session({});
  const body = rpc(undefined, 'notifications/roots/list_changed');
  await client.send({ headers: poor, body });
  await client.send({ headers, body });
  let roots = [{ uri: 'file:///a', name: 'a', vendor: 1 }];
  const onEvent = ({ id, method }: McpObject): void => {
    if (method !== 'roots/list') return;
    const result = { roots: [...roots, 'no folder'] };
    void client.send({ headers, body: { jsonrpc: '2.0', id, result } });
  };
  await client.begin({ method: 'GET', headers, onEvent });
  const known = (): unknown => server.requirements.map((wish) => wish.roots);
  await expect.poll(known).toEqual([roots, undefined]);
  roots = [];
  await client.send({ headers, body });
  await expect.poll(known).toEqual([[], undefined]);
  expect(server.told).toEqual([]);
  await client.send({ method: 'DELETE', headers });
  expect(known()).toEqual([undefined]);
});
