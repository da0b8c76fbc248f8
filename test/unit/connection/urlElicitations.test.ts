import { expect, onTestFinished, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { RequestOptions } from '../../../src/connection/connection';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { AnswerServerRequest } from '../../../src/ipc/serverRequest';
import { serverError } from '../../../src/connection/failures';
import type { PendingRequest } from '../../../src/connection/peer';
import { Deadline } from '../../../src/connection/timeouts';
import { legacyGreeting, MemoryServer, type MemoryAnswer } from '../../support/memoryServer';
import { UrlElicitations } from '../../../src/connection/incomingRequests';

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
  const connection = new McpConnection(server, { onLog: () => undefined, client });
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
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
  const deadline = new Deadline({});
  const options = { answer: accept };
  const exchange: PendingRequest = { kind: 'request', method: 'm', params: {}, options, deadline };
  expect(await visits.wereCompleted(serverError(error), exchange)).toBe(true);
  const other = { ...error, data: { elicitations: [{ ...page, mode: 'form' }, 1] } };
  expect(await visits.wereCompleted(serverError(other), exchange)).toBe(false);
});
