import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { Connect, RequestOptions } from '../../../src/connection/connection';
import { OpenCalls, type CallOwner } from '../../../src/servers/openCalls';
import { scriptedConnect } from '../../support/scriptedConnection';
import type { ServerClient } from '../../../src/servers/serverClients';

const window: ServerClient = {
  lastingId: 'till',
  idleMinutes: signal(undefined),
  roots: signal(undefined),
  requirements: signal({}),
  answers: new Set(),
  activity: { focus: 0, request: 0 },
  answer: async () => ({}),
};

const owner: CallOwner = {
  successor: async () => undefined,
  explain: (failure) => failure,
  answered: async () => undefined,
  requested: () => undefined,
};

const open = (connect: Connect) =>
  connect(
    { type: 'http', url: 'http://x', headers: {} },
    {
      signal: new AbortController().signal,
      onStep: () => undefined,
      onLog: () => undefined,
      initializeTimeout: 1,
    },
  );

it('a client of the gateway is not the window by which it calls', async () => {
  const { connect } = scriptedConnect({ answer: () => new Promise(() => undefined) });
  const connection = await open(connect);
  const calls = new OpenCalls(owner);
  const over = calls.over(connection, 'till', window);
  const call = (options: RequestOptions): void => void over.request('tools/call', {}, options);
  call({});
  call({});
  expect(calls.caller).toBe(window);
  call({ client: {} });
  expect(calls.caller).toBeUndefined();
  const others = new OpenCalls(owner);
  const gateway = others.over(connection, 'till', window);
  for (const client of [{}, {}]) void gateway.request('tools/call', {}, { client });
  expect(others.caller).toBeUndefined();
});

it('a request without a client is of the window, whatever answers it', async () => {
  const { connect } = scriptedConnect({ answer: () => Promise.resolve({}) });
  const connection = await open(connect);
  const told: RequestOptions[] = [];
  const noting = {
    ...connection,
    request: async (_method: string, _params: object, options: RequestOptions = {}) => {
      told.push(options);
      return {};
    },
  };
  const over = new OpenCalls(owner).over(noting, 'till', window);
  const [answer, client] = [async () => ({}), {}];
  for (const options of [{ answer }, { answer }, { answer, client }])
    await over.request('tools/call', {}, options);
  expect(told.map((options) => options.client)).toEqual([window, window, client]);
  expect(told[0]?.answer).not.toBe(answer);
});

it('asks before it sends a request once more', async () => {
  const answers = [Promise.reject(new UserError('sessionLost')), Promise.resolve({ content: [] })];
  const { connect, opened } = scriptedConnect({
    answer: () => answers.shift() ?? Promise.resolve({}),
  });
  const [lost, successor] = [await open(connect), await open(connect)];
  const calls = new OpenCalls({ ...owner, successor: async () => successor });
  const held = new UserError('toolHeld', { tool: 'pay' });
  const request = (mayRepeat: () => Promise<void>) =>
    calls.over(lost, 'till', window).request('tools/call', { name: 'pay' }, { mayRepeat });
  await expect(request(() => Promise.reject(held))).rejects.toBe(held);
  expect(opened[1]?.requests).toEqual([]);
  answers.unshift(Promise.reject(new UserError('sessionLost')));
  expect(await request(async () => undefined)).toEqual({ content: [] });
});
