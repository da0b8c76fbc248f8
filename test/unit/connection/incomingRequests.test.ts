import { expect, test, vi } from 'vitest';
import { IncomingRequests, UrlElicitations } from '../../../src/connection/incomingRequests';
import type { PendingRequest } from '../../../src/connection/peer';
import type { McpObject } from '../../../src/ipc/state';
import { UserError } from '../../../src/base/errors';
import { TransientSet } from '../../../src/base/transient';
import type { RequestOptions } from '../../../src/connection/connection';
import type { AnswerServerRequest } from '../../../src/ipc/serverRequest';
import { serverError } from '../../../src/connection/failures';
import { Deadline } from '../../../src/connection/timeouts';
import {
  connectionTo,
  legacyGreeting,
  MemoryServer,
  type MemoryAnswer,
  modernGreeting,
} from '../../support/memoryServer';

/** Questions that are answered only when the test says so. */
function asked() {
  const answers: ((result: McpObject) => void)[] = [];
  const client = {
    capabilities: { elicitation: {} },
    answer: () => new Promise<McpObject>((resolve) => void answers.push(resolve)),
  };
  const questions = new IncomingRequests(client, new TransientSet());
  const { signal } = new AbortController();
  const request = { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: {} } as const;
  return { answers, questions, ask: () => questions.reply(request, undefined, signal) };
}

test('a server may have 32 questions open, and again when one is answered', async () => {
  const { answers, ask } = asked();
  const open = Array.from({ length: 32 }, ask);
  const refused = { error: { code: -1, message: 'More than 32 questions are open' } };
  expect(await ask()).toEqual(refused);
  expect(answers).toHaveLength(32);
  answers[0]?.({ action: 'decline' });
  expect(await open[0]).toEqual({ result: { action: 'decline' } });
  const next = ask();
  expect(await ask()).toEqual(refused);
  for (const answer of answers) answer({ action: 'accept' });
  expect(await next).toEqual({ result: { action: 'accept' } });
  await Promise.all(open);
});

test('a result that asks more at once is refused, and nobody is asked', async () => {
  const { answers, questions } = asked();
  const request = { method: 'elicitation/create', params: {} };
  const many = Object.fromEntries(Array.from({ length: 33 }, (_one, at) => [`q${at}`, request]));
  const { signal } = new AbortController();
  const exchange = { deadline: { signal }, options: {} } as unknown as PendingRequest;
  await expect(questions.answerAll(many, exchange)).rejects.toMatchObject({
    code: 'questionRefused',
  });
  expect(answers).toEqual([]);
});

const page = { mode: 'url', elicitationId: 'e', url: 'https://a.test/', message: 'Sign in' };
const error = { code: -32042, message: 'Sign in first', data: { elicitations: [page] } };
const result = { content: [] };

/** A server that takes a call when the page was finished. */
async function open(answers: readonly MemoryAnswer[] = [{ error }, { result }]) {
  const left = [...answers];
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'tools/call': () => left.shift() ?? 'silence',
  });
  const client = {
    capabilities: { elicitation: { url: {} } },
    answer: () => Promise.reject(new Error('nobody else is asked')),
  };
  const connection = await connectionTo(server, { client });
  const call = (options: RequestOptions): Promise<unknown> =>
    connection.request('tools/call', { name: 'x' }, options).catch((thrown: unknown) => thrown);
  const finish = (): void =>
    server.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } });
  return { server, call, finish };
}

test('a request whose page was visited and finished is sent again', async () => {
  const { server, call, finish } = await open([{ error }, { error }, { result }]);
  const answer = vi.fn<AnswerServerRequest>(async () => {
    // A person may be done before their client says that they went.
    if (answer.mock.calls.length === 1) finish();
    else setImmediate(finish);
    return { action: 'accept' };
  });
  expect(await call({ answer, idleTimeout: 1_000 })).toEqual(result);
  const question = { method: 'elicitation/create', params: page };
  expect(answer.mock.calls.map(([asked]) => asked)).toEqual([question, question]);
  expect(server.requests('tools/call')).toHaveLength(3);
});

test('a request that may not be repeated is not, whatever was visited', async () => {
  const { server, call, finish } = await open();
  const refusal = new UserError('toolDenied', { tool: 'x' });
  const answer: AnswerServerRequest = async () => {
    setImmediate(finish);
    return { action: 'accept' };
  };
  expect(await call({ answer, mayRepeat: () => Promise.reject(refusal) })).toBe(refusal);
  expect(server.requests('tools/call')).toHaveLength(1);
});

const accept: AnswerServerRequest = () => Promise.resolve({ action: 'accept' });

test.each<[string, RequestOptions]>([
  ['is not visited', { answer: () => Promise.resolve({ action: 'decline' }) }],
  ['cannot be shown', { answer: () => Promise.reject(new Error('no')) }],
  ['is left to its client', { answer: accept, passRounds: true }],
  ['has nobody to visit it', {}],
])('the error is the answer where the page %s', async (_what, options) => {
  const { server, call } = await open();
  expect(await call(options)).toMatchObject({ code: 'serverError', cause: error });
  expect(server.requests('tools/call')).toHaveLength(1);
});

test('nobody waits any more for a page whose request was given up', async () => {
  const { server, call } = await open();
  const abort = new AbortController();
  const answer: AnswerServerRequest = async () => {
    setImmediate(() => abort.abort(new Error('enough')));
    return { action: 'accept' };
  };
  expect(await call({ answer, signal: abort.signal })).toEqual(new Error('enough'));
  expect(server.requests('tools/call')).toHaveLength(1);
});

test('a server that never tells is asked again after a while', async () => {
  const visits = new UrlElicitations(
    { answerAll: async () => ({ 'page-0': { action: 'accept' } }) },
    1,
  );
  const deadline = new Deadline({}).start();
  const options = { answer: accept };
  const exchange: PendingRequest = { kind: 'request', method: 'm', params: {}, options, deadline };
  expect(await visits.wereCompleted(serverError(error), exchange)).toBe(true);
  const other = { ...error, data: { elicitations: [{ ...page, mode: 'form' }, 1] } };
  expect(await visits.wereCompleted(serverError(other), exchange)).toBe(false);
});

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
    const connection = await connectionTo(server, { client: all });
    const _meta: McpObject = own ? { 'io.modelcontextprotocol/clientCapabilities': own } : {};
    const call = connection.request('tools/call', { name: 'x', _meta }, { answer });
    expect(await call.catch((error: unknown) => error)).toMatchObject(expected);
  }
});

const ofAll = { roots: [{ uri: 'file:///all' }] };

test('folders asked for beside a call are those of all, too, because the server may keep them', async () => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting, 'tools/call': 'silence' });
  const all = { roots: [{ uri: 'file:///all' }, { uri: 'file:///a', name: 'a' }] };
  const client = { capabilities: { roots: {} }, answer: () => Promise.resolve(all) };
  const connection = await connectionTo(server, { client });
  const answer = (): Promise<McpObject> => Promise.resolve(folders);
  connection.request('tools/call', {}, { answer }).catch(() => undefined);
  const result = { roots: [{ uri: 'file:///all' }, { uri: 'file:///a' }] };
  expect(await server.ask('roots/list')).toMatchObject({ result });
});

test.each([
  ['ends', { result: ofAll }],
  ['goes on', { error: { code: -32603 } }],
])('folders asked for beside a call that %s before they are told', async (how, expected) => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting, 'tools/call': 'silence' });
  const client = { capabilities: { roots: {} }, answer: () => Promise.resolve(ofAll) };
  const connection = await connectionTo(server, { client });
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
});

test('a question beside two calls of one client goes with the one that ends last', async () => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting, 'tools/call': 'silence' });
  const refuse = () => Promise.reject(new Error('nobody else is asked'));
  const connection = await connectionTo(server, {
    client: { capabilities: { elicitation: {} }, answer: refuse },
  });
  const over: AbortSignal[] = [];
  const options = (): RequestOptions => ({
    client: server,
    answer: (_question, signal) => {
      over.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('over')));
      });
    },
  });
  const first = connection.request('tools/call', {}, options());
  const last = connection.request('tools/call', {}, options());
  const reply = server.ask('elicitation/create');
  await vi.waitFor(() => expect(over).toHaveLength(1));
  const [one, other] = server.requests('tools/call');
  server.say({ id: other?.id, result: {} });
  await last;
  expect(over[0]?.aborted).toBe(false);
  server.say({ id: one?.id, result: {} });
  await first;
  expect(over[0]?.aborted).toBe(true);
  expect(await reply).toMatchObject({ error: { code: -32603 } });
});

test('a refused question has the data that the client gave', async () => {
  const cause = { code: -1, message: 'Not now', data: { until: 'noon' } };
  const refused = new UserError('questionRefused', { code: -1, message: 'Not now' }, { cause });
  const answer = () => Promise.reject(refused);
  const server = new MemoryServer('stdio', { initialize: legacyGreeting });
  const client = { capabilities: { sampling: {} }, answer };
  await connectionTo(server, { client });
  expect(await server.ask('sampling/createMessage')).toMatchObject({ error: cause });
});
