import { describe, expect, it, vi } from 'vitest';
import { ClientRoots, PendingRequests } from '../../../../src/gateway/legacy/clientRequests';
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

/** A call of the session whose response is read, or left, by the test. */
function post(
  { client, gateway, token }: Opened,
  headers: Readonly<Record<string, string>>,
  id: string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(gateway.origin + client.path, {
    method: 'POST',
    headers: {
      ...headers,
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(rpc(id, 'tools/call', { name: 'first' })),
    ...(signal && { signal }),
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
  const over = new AbortController();
  let finish = (): void => undefined;
  server.respond = (_params, { answer, signal }) => {
    void answer?.(sampling, over.signal).catch(settled);
    return new Promise((resolve, reject) => {
      finish = () => (over.abort(), resolve({ done: true }));
      signal?.addEventListener('abort', () => (over.abort(), reject(new Error('cancelled'))));
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

it('leaves a question that may be of another call where this one ends', async () => {
  await using opened = await openGateway();
  const headers = await opened.client.session({ elicitation: {} });
  let outcome: Promise<McpObject> | undefined;
  opened.server.respond = async (_params, { answer }) => {
    outcome = answer?.(form, never);
    return { done: true };
  };
  const [question, ...others] = eventsOf(await opened.client.call(headers)) as McpObject[];
  expect(others).toMatchObject([{ id: 2, result: { done: true } }]);
  const result = { action: 'accept' };
  const body = { jsonrpc: '2.0', id: question?.['id'], result };
  await opened.client.send({ headers, body });
  expect(await outcome).toEqual(result);
});

it('fails a question that may be of another call where the client goes', async () => {
  await using opened = await openGateway();
  const { client } = opened;
  const headers = await client.session({ elicitation: {} });
  const leaving = new AbortController();
  let outcome: Promise<unknown> | undefined;
  const open = new Promise<void>((begun) => {
    opened.server.respond = () => (begun(), new Promise(() => undefined));
  });
  const left = post(opened, headers, 'left open', leaving.signal).catch(() => undefined);
  await open;
  opened.server.respond = async (_params, { answer }) => {
    outcome = answer?.(form, never).catch((error: unknown) => error);
    return { done: true };
  };
  await client.call(headers);
  leaving.abort();
  await left;
  expect(await outcome).toMatchObject({ code: 'questionRefused', args: { code: -32601 } });
});

it('asks once more over the stream of the session where that of the call breaks', async () => {
  await using opened = await openGateway();
  const { client } = opened;
  const headers = await opened.client.session({ sampling: {} });
  const asked: unknown[] = [];
  /** A call whose stream breaks with the question. */
  const broken = async (): Promise<unknown> => {
    const outcome = asks(opened, sampling);
    const response = await post(opened, headers, `call ${asked.length}`);
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

it('asks once more where the stream of the session closes with a question, or gives up', async () => {
  await using opened = await openGateway();
  const { client, gateway, token } = opened;
  const headers = await client.session({ sampling: {} });
  const leaving = new AbortController();
  const asked: unknown[] = [];
  /** A call whose own response takes no question. */
  const call = (id: string) =>
    client.call({ ...headers, Accept: 'application/json' }, undefined, id);
  await client.begin({ method: 'GET', headers, onEvent: (message) => asked.push(message) });
  const answered = asks(opened, sampling);
  const first = call('first');
  await expect.poll(() => asked).toHaveLength(1);
  const again = await fetch(gateway.origin + client.path, {
    headers: { ...headers, Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const reader = again.body?.getReader();
  const next = async (): Promise<McpObject> => {
    const text = new TextDecoder().decode((await reader?.read())?.value);
    return JSON.parse(text.slice(text.indexOf('{'))) as McpObject;
  };
  const question = await next();
  expect(asked).toEqual([question]);
  const answer = { jsonrpc: '2.0', id: question['id'], result: { model: 'm' } };
  await client.send({ headers, body: answer });
  expect(await answered).toEqual({ model: 'm' });
  await first;
  const given = asks(opened, sampling);
  const second = call('second');
  expect(await next()).toMatchObject(sampling);
  leaving.abort();
  expect(await given).toMatchObject({ code: 'questionRefused', args: { code: -32601 } });
  await second;
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

describe('pending requests', () => {
  const gone = { code: 'questionRefused', args: { code: -32601, message: 'The client is gone' } };

  /** Requests over one stream, which a test may close. */
  function open() {
    const requests = new PendingRequests();
    const sent: McpObject[] = [];
    const stream = { isOpen: true };
    const request = (signal = never, over: object = stream) =>
      requests
        .request(
          sampling,
          (message) => {
            if (stream.isOpen) sent.push(JSON.parse(message) as McpObject);
            return stream.isOpen ? over : undefined;
          },
          signal,
        )
        .catch((error: unknown) => error);
    const answer = (result: McpObject, at = 0) =>
      requests.take({ jsonrpc: '2.0', id: String(sent[at]?.['id']), result });
    return { requests, sent, stream, request, answer };
  }

  it('get the answer with their own id, once', async () => {
    const { request, answer, requests, sent } = open();
    const abort = new AbortController();
    const [one, two] = [request(abort.signal), request()];
    expect(sent).toMatchObject([sampling, sampling]);
    requests.take({ jsonrpc: '2.0', id: 'unknown', result: { by: 'nobody' } });
    answer({ by: 'two' }, 1);
    answer({ by: 'one' });
    answer({ by: 'late' });
    expect(await Promise.all([one, two])).toEqual([{ by: 'one' }, { by: 'two' }]);
    abort.abort();
    requests.repeat({});
    expect(sent).toHaveLength(2);
  });

  it('are refused where the client cannot be reached, or is gone', async () => {
    const { request, requests, stream, sent } = open();
    const waiting = request();
    stream.isOpen = false;
    expect(await request()).toMatchObject(gone);
    requests.dispose();
    expect(await waiting).toMatchObject(gone);
    expect(sent).toHaveLength(1);
  });

  it('are cancelled at the client, unless they were never sent', async () => {
    const { request, sent } = open();
    const abort = new AbortController();
    const waiting = request(abort.signal);
    const reason = new Error('enough');
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    const params = { requestId: sent[0]?.['id'] };
    expect(sent[1]).toEqual({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(await request(abort.signal)).toBe(reason);
    expect(sent).toHaveLength(2);
  });

  it('are sent once more where their own stream broke', async () => {
    const { request, requests, answer, sent, stream } = open();
    const [mine, other] = [request(never, stream), request(never, {})];
    requests.repeat(stream);
    expect(sent[2]).toEqual(sent[0]);
    expect(sent).toHaveLength(3);
    answer({}, 2);
    answer({}, 1);
    expect(await Promise.all([mine, other])).toEqual([{}, {}]);
    requests.repeat(stream);
    expect(sent).toHaveLength(3);
  });

  it('follow the stream that they were sent over last, and fail where there is none', async () => {
    const requests = new PendingRequests();
    const [first, second] = [{}, {}];
    const streams: object[] = [first, second];
    const send = vi.fn(() => streams.shift());
    const waiting = requests.request(sampling, send, never).catch((error: unknown) => error);
    requests.repeat(first);
    requests.repeat(first);
    expect(send).toHaveBeenCalledTimes(2);
    requests.repeat(second);
    expect(await waiting).toMatchObject(gone);
  });
});

describe('the roots of a client', () => {
  it('are read when they have changed, again where that failed, and reported as far as valid', async () => {
    const answers: unknown[] = [new Error('no stream'), ['file:///a', { uri: 'file:///b' }, {}], 7];
    const reported: unknown[] = [];
    const request = vi.fn(async () => {
      const roots = answers.shift();
      if (roots instanceof Error) throw roots;
      return { roots };
    });
    const client = new ClientRoots(request, (roots) => reported.push(roots));
    client.refresh();
    expect(request).not.toHaveBeenCalled();
    client.change();
    await Promise.resolve();
    expect(request).toHaveBeenCalledWith({ method: 'roots/list', params: {} }, expect.anything());
    client.refresh();
    await vi.waitFor(() => expect(reported).toEqual([[{ uri: 'file:///b' }]]));
    client.refresh();
    expect(request).toHaveBeenCalledTimes(2);
    client.change();
    await vi.waitFor(() => expect(reported).toHaveLength(2));
    expect(reported[1]).toEqual([]);
  });

  it('are those of the last change, whichever answer comes last', async () => {
    const pending: { signal: AbortSignal; resolve: (result: McpObject) => void }[] = [];
    const reported: unknown[] = [];
    const client = new ClientRoots(
      (_request, signal) => new Promise((resolve) => pending.push({ signal, resolve })),
      (roots) => reported.push(roots),
    );
    client.change();
    client.change();
    expect(pending.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    pending[1]?.resolve({ roots: [{ uri: 'file:///new' }] });
    pending[0]?.resolve({ roots: [{ uri: 'file:///old' }] });
    await vi.waitFor(() => expect(reported).toHaveLength(1));
    await Promise.resolve();
    expect(reported).toEqual([[{ uri: 'file:///new' }]]);
    client.change();
    client.dispose();
    expect(pending[2]?.signal.aborted).toBe(true);
  });
});
