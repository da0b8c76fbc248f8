import { expect, it, onTestFinished, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { answerFor } from '../../../src/gateway/callingClient';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { RequestOptions } from '../../../src/connection/connection';
import type {
  AnswerServerRequest,
  ServerRequest,
  ServerRequestMethod,
} from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import { legacyGreeting, MemoryServer, modernGreeting } from '../../support/memoryServer';
import { openGateway } from '../../support/gateway/openGateway';
import { messageOf, metaPrefix, modernRequest } from '../../support/gateway/rawClient';
import { handshake, TestServer } from '../../support/gateway/testServer';

const [roots, elicitation, sampling] = [{ listChanged: true }, { url: {} }, { vendor: 1 }];
const both = { elicitation: { form: {}, url: {} } };

/** What a modern server is told that a client can do which calls it. */
async function toldBy(era: string, capabilities: McpObject, answers: ServerRequestMethod[]) {
  await using opened = await openGateway();
  const { client, server } = opened;
  server.greeted = { ...handshake, era: 'modern', protocolVersion: '2026-07-28' };
  server.answers = new Set(answers);
  if (era === 'modern') {
    await client.send(modernRequest('tools/call', { name: 'first' }, capabilities));
  } else {
    await client.call(await client.session(capabilities));
  }
  const { extensions: _, ...told } = Object(
    Object(server.asked[0]?.params['_meta'])[`${metaPrefix}clientCapabilities`],
  ) as McpObject;
  return told;
}

it.each(['modern', 'legacy'])(
  'a %s client has no folders that the window keeps back',
  async (era) => {
    const capabilities = { roots, sampling };
    expect(await toldBy(era, capabilities, ['roots/list'])).toEqual(capabilities);
    expect(await toldBy(era, capabilities, [])).toEqual({ sampling });
  },
);

it('a client of the legacy era can what it can, and shows what the window shows', async () => {
  const answers: ServerRequestMethod[] = ['elicitation/create', 'sampling/createMessage'];
  expect(await toldBy('legacy', {}, answers)).toEqual(both);
  expect(await toldBy('legacy', { elicitation, sampling }, answers)).toEqual({ ...both, sampling });
  expect(await toldBy('modern', { elicitation }, answers)).toEqual({ elicitation });
});

const form: ServerRequest = {
  method: 'elicitation/create',
  params: { message: 'Who?', vendor: 1 },
};
const prompt: ServerRequest = { method: 'sampling/createMessage', params: {} };
const never = new AbortController().signal;

/** The server asks during a call: what its question comes to, and how the call goes on. */
function asks(
  { server }: Awaited<ReturnType<typeof openGateway>>,
  question: ServerRequest,
  signal = never,
): Promise<unknown> {
  return new Promise((resolve) => {
    server.respond = async (_params: McpObject, { answer }: RequestOptions) => {
      const outcome = await answer?.(question, signal).catch((error: unknown) => error);
      resolve(outcome);
      return { done: true };
    };
  });
}

it('asks the window for a form that the client cannot show, never for a model', async () => {
  await using opened = await openGateway();
  opened.server.answer = async ({ method }) => ({ by: 'window', method });
  const headers = await opened.client.session({ elicitation: { url: {} } });
  const shown = asks(opened, form);
  await opened.client.call(headers);
  expect(await shown).toEqual({ by: 'window', method: form.method });
  const sampled = asks(opened, prompt);
  await opened.client.call(headers);
  expect(await sampled).toBeInstanceOf(UserError);
  expect(await sampled).toMatchObject({ code: 'questionRefused', args: { code: -32601 } });
});

it.each(['tools', 'toolChoice'])(
  'asks only a client for a model with %s that has said it takes tools',
  async (field) => {
    const question = { ...prompt, params: { [field]: [] } };
    const answered = async (declared: McpObject, asked: ServerRequest): Promise<unknown> => {
      await using opened = await openGateway();
      const headers = await opened.client.session({ sampling: declared });
      const outcome = asks(opened, asked);
      const call = opened.client.call(headers, ({ id }) => {
        const body = { jsonrpc: '2.0', id, result: { by: 'client' } };
        void opened.client.send({ headers, body });
      });
      const [result] = await Promise.all([outcome, call]);
      return result;
    };
    expect(await answered({}, prompt)).toEqual({ by: 'client' });
    expect(await answered({ tools: {} }, question)).toEqual({ by: 'client' });
    expect(await answered({}, question)).toMatchObject({
      code: 'questionRefused',
      args: { code: -32601 },
    });
  },
);

it.each([
  [true, { by: 'window' }],
  [false, { code: 'questionRefused' }],
])(
  'asks the window for a model with tools only for its own chat: %s',
  async (forModels, expected) => {
    const server = new TestServer('user/one');
    server.answer = async () => ({ by: 'window' });
    const client = { capabilities: { sampling: {} }, forModels };
    const ask = answerFor(server, server, client, async () => ({ by: 'client' }));
    const question = { ...prompt, params: { tools: [] } };
    expect(await ask(question, never).catch((error: unknown) => error)).toMatchObject(expected);
  },
);

it('takes a form of the window back whose call is over', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const headers = await opened.client.session({});
  const closed = vi.fn();
  server.answer = (_question, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => (closed(), reject(signal.reason as Error)));
    });
  const over = new AbortController();
  server.respond = async (_params, { answer }) => {
    void answer?.(form, over.signal).catch(() => undefined);
    over.abort();
    return {};
  };
  await client.call(headers);
  expect(closed).toHaveBeenCalledOnce();
});

const url = 'https://a.test/connect';
const page = { mode: 'url', elicitationId: 'e', url, message: 'Sign in' };
const data = { elicitations: [page] };
const error = { code: -32042, message: 'Sign in first', data };

const greetings = {
  legacy: { initialize: legacyGreeting },
  modern: { 'server/discover': modernGreeting, 'subscriptions/listen': 'silence' },
} as const;

/** A gateway whose server is reached by a real connection. */
async function openWith(era: keyof typeof greetings, memory: MemoryServer) {
  Object.assign(memory.answers, greetings[era]);
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = { capabilities, answer: () => Promise.reject(new Error('of nobody')) };
  const connection = new McpConnection(memory, { onLog: () => undefined, client });
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
  const server = new TestServer('user/one');
  server.connection = () => Promise.resolve(connection);
  return openGateway({}, server);
}

/** Refuses the first call, until the page was visited. */
function refusing(): MemoryServer {
  const memory: MemoryServer = new MemoryServer('stdio', {
    'tools/call': () => {
      if (memory.requests('tools/call').length > 1) return { result: { content: [] } };
      return { error };
    },
  });
  return memory;
}

it('asks a client of the modern era in a round for the page that a legacy server wants', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const send = async (more: McpObject) => {
    const params = { name: 'first', ...more };
    const request = modernRequest('tools/call', params, { elicitation: { url: {} } });
    return messageOf(await opened.client.send(request));
  };
  const { result: asked } = await send({});
  const { inputRequests, requestState } = asked;
  const { elicitationId: _, ...modern } = page;
  expect(Object.values(inputRequests)).toEqual([{ method: 'elicitation/create', params: modern }]);
  memory.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } });
  const [key = ''] = Object.keys(inputRequests);
  const answer = { inputResponses: { [key]: { action: 'accept' } } };
  const last = await send({ ...answer, requestState });
  expect(last).toMatchObject({ result: { resultType: 'complete', content: [] } });
});

it('leaves it to a client of the legacy era that can open pages', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const headers = await opened.client.session({ elicitation: { url: {} } });
  const { body } = await opened.client.call(headers);
  expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 2, error });
  expect(memory.requests('tools/call')).toHaveLength(1);
  await opened.client.call(headers);
  const kinds = opened.server.guarded.calls.map(({ outcome }) => outcome.kind);
  expect(kinds).toEqual(['asks', 'ok']);
});

it('shows it at the window for a client that cannot', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const headers = await opened.client.session();
  opened.server.answers = new Set(['elicitation/create']);
  const answer = vi.fn<AnswerServerRequest>(async () => {
    const params = { elicitationId: 'e' };
    memory.say({ method: 'notifications/elicitation/complete', params });
    return { action: 'accept' };
  });
  opened.server.answer = answer;
  const { body } = await opened.client.call(headers);
  expect(JSON.parse(body)).toMatchObject({ result: { content: [] } });
  expect(answer.mock.calls[0]?.[0].params).toEqual(page);
});

it('gives a page of a modern server the id that a client of the legacy era needs', async () => {
  const { elicitationId: _, ...params } = page;
  const inputRequests = { connect: { method: 'elicitation/create', params } };
  const memory = new MemoryServer('stdio', {
    'tools/call': ({ inputResponses }) => ({
      result: inputResponses
        ? { resultType: 'complete', inputResponses }
        : { resultType: 'input_required', inputRequests },
    }),
  });
  await using opened = await openWith('modern', memory);
  const headers = await opened.client.session({ elicitation: { url: {} } });
  const asked: McpObject[] = [];
  const result = { action: 'accept' };
  const onEvent = (question: McpObject): void => {
    asked.push(question);
    const body = { jsonrpc: '2.0', id: question['id'], result };
    void opened.client.send({ headers, body });
  };
  await opened.client.call(headers, onEvent);
  const id = expect.stringMatching(/./) as string;
  expect(asked).toMatchObject([{ params: { ...params, elicitationId: id } }]);
});

it('tells a client of the modern era nothing that its era has no more', async () => {
  const memory: MemoryServer = new MemoryServer('http', {
    'tools/call': (_params, { id }) => {
      const told = { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } };
      memory.say(told, id);
      memory.say({ method: 'notifications/vendor/thing' }, id);
      return { result: { content: [] } };
    },
  });
  await using opened = await openWith('legacy', memory);
  const request = modernRequest('tools/call', { name: 'first' }, { elicitation: { url: {} } });
  const { body } = await opened.client.send(request);
  expect(body).toContain('notifications/vendor/thing');
  expect(body).not.toContain('elicitation/complete');
});
