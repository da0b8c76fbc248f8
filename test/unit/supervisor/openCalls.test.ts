import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type { RequestOptions } from '../../../src/connection/connection';
import { OpenCalls, type CallOwner } from '../../../src/supervisor/openCalls';
import type { ServerUser } from '../../../src/supervisor/serverUser';
import { scriptedConnect } from '../../support/scriptedConnection';

const window: ServerUser = {
  idleMinutes: signal(undefined),
  roots: signal(undefined),
  moved: signal(undefined),
  watched: signal(new Set<string>()),
  logLevel: signal(undefined),
  answers: new Set(),
  activity: { focus: 0, request: 0 },
  answer: async () => ({}),
};

const owner: CallOwner = {
  successor: async () => undefined,
  explain: (failure) => failure,
  answered: () => undefined,
  asked: () => undefined,
};

it('a client of the gateway is not the window by which it calls', async () => {
  const { connect } = scriptedConnect({ answer: () => new Promise(() => undefined) });
  const { signal: aborted } = new AbortController();
  const connection = await connect(
    { type: 'http', url: 'http://x', headers: {} },
    {
      signal: aborted,
      onStep: () => undefined,
      onLog: () => undefined,
      initializeTimeout: 1,
    },
  );
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
