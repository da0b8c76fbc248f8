import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { jsonText, keepSource } from '../../../src/base/jsonSource';
import { publicName } from '../../../src/protocol/publicNames';
import type { GuardedCall, ToolCaller } from '../../../src/tools/callGuard';
import { canonicalHash } from '../../../src/ipc/canonicalHash';
import type { Catalog, McpObject, Tool } from '../../../src/ipc/state';
import type { CallFacts } from '../../../src/servers/modelCatalog';
import type { SharedConnection } from '../../../src/servers/openCalls';
import { ServerLog } from '../../../src/servers/serverLog';
import { testGuard } from '../../support/testGuard';

const pay: Tool = { name: 'pay', description: 'Pays.', annotations: { destructiveHint: true } };
const ask = { effect: 'ask', pattern: 'till/*' } as const;
const allow = { effect: 'allow', pattern: 'till/pay' } as const;
const model: ToolCaller = { route: 'genericTools' };

function catalogOf(...tools: Tool[]): Catalog {
  return { tools, prompts: [], resources: [], resourceTemplates: [], dropped: [] };
}

/** A guard to a till, whose tools and facts the test changes. */
function open(facts: Partial<CallFacts> = {}, answers: ('yes' | 'no' | 'nobody')[] = []) {
  const catalog = signal<Catalog | undefined>(catalogOf(pay));
  const now: { facts: Partial<CallFacts>; asks: () => void } = {
    facts,
    asks: () => undefined,
  };
  const opened = testGuard(
    {
      id: 'user/till',
      name: 'till',
      catalog,
      factsFor: (name) => ({
        isFlagged: false,
        definition: catalog.peek()?.tools.find((tool) => tool.name === name),
        ...now.facts,
      }),
    },
    () => {
      const answer = answers.shift() ?? 'nobody';
      now.asks();
      return answer;
    },
  );
  const sent: string[] = [];
  const abort = new AbortController();
  const call = (caller: ToolCaller, others: Partial<GuardedCall> = {}): Promise<McpObject> =>
    opened.guard.pass({
      caller,
      tool: () => 'pay',
      arguments: { amount: 3 },
      signal: abort.signal,
      connect: async () => ({}) as SharedConnection,
      send: async (_connection, { name }) => {
        sent.push(name);
        return { content: [] };
      },
      ...others,
    });
  return { ...opened, catalog, now, sent, call, abort };
}

test.each([
  [{ route: 'person' }, { rule: ask }, { by: 'person' }],
  [{ route: 'chat' }, { rule: ask }, { by: 'editor' }],
  [{ route: 'chat' }, {}, { by: 'editor' }],
  [{ route: 'agent', client: 'Codex' }, {}, { by: 'client' }],
  [{ route: 'agent', client: 'Codex' }, { rule: allow }, { by: 'rule', pattern: 'till/pay' }],
  [{ ...model, confirmed: {} }, {}, { by: 'editor' }],
  [model, { rule: allow }, { by: 'rule', pattern: 'till/pay' }],
] as const)('passes without a question of ours: %j, %j', async (caller, facts, approval) => {
  const { call, calls, asked } = open(facts);
  await call(caller);
  expect(asked).toEqual([]);
  expect(calls).toMatchObject([
    {
      server: { id: 'user/till', name: 'till' },
      tool: 'pay',
      route: caller.route,
      arguments: '{"amount":3}',
      outcome: { kind: 'ok' },
      size: 14,
      approval,
    },
  ]);
});

test.each([
  [model, {}, {}],
  [{ ...model, confirmed: {} }, { rule: ask }, { rule: 'till/*' }],
  [{ ...model, confirmed: {} }, { isFlagged: true }, { isFlagged: true }],
  [model, { rule: allow, isFlagged: true }, { isFlagged: true }],
  [{ route: 'chat' }, { rule: allow, isFlagged: true }, { isFlagged: true }],
  [{ route: 'participant' }, { rule: ask }, { rule: 'till/*' }],
  [{ route: 'app' }, {}, { isByApp: true }],
  [{ route: 'app' }, { rule: allow, isFlagged: true }, { isFlagged: true, isByApp: true }],
  [{ route: 'agent', client: 'Codex' }, { rule: ask }, { rule: 'till/*', client: 'Codex' }],
] as const)('asks a person: %j, %j', async (caller, facts, question) => {
  const allowed = open(facts, ['yes']);
  await allowed.call(caller);
  const { annotations } = pay;
  expect(allowed.asked).toEqual([
    {
      id: 'user/till',
      tool: 'pay',
      arguments: { amount: 3 },
      isFlagged: false,
      annotations,
      ...question,
    },
  ]);
  expect(allowed.calls).toMatchObject([{ approval: { by: 'person' }, outcome: { kind: 'ok' } }]);
  for (const [answer, code] of [
    ['no', 'callRefused'],
    ['nobody', 'askFirst'],
  ] as const) {
    const { call, sent, calls } = open(facts, [answer]);
    await expect(call(caller)).rejects.toMatchObject({ code });
    expect(sent).toEqual([]);
    expect(calls).toMatchObject([{ outcome: { kind: 'refused', reason: { code } } }]);
    expect(calls[0]?.approval).toBeUndefined();
  }
});

test.each([model, { route: 'app' } as const])(
  'what only reads needs nobody: %j',
  async (caller) => {
    const { call, catalog, calls, asked } = open();
    catalog.value = catalogOf({ ...pay, annotations: { readOnlyHint: true } });
    await call(caller);
    expect(asked).toEqual([]);
    expect(calls).toMatchObject([{ approval: { by: 'hints' } }]);
  },
);

test('what a person is asked about goes as it was shown, anything else as it came', async () => {
  for (const facts of [{ rule: ask }, { rule: allow }]) {
    const given = { amount: 3 };
    keepSource(given, '{"amount":3.0000000000000000001}');
    await open(facts, ['yes']).call(model, { arguments: given });
    const isAsked = facts.rule === ask;
    expect(jsonText(given)).toBe(isAsked ? '{"amount":3}' : '{"amount":3.0000000000000000001}');
  }
});

test('a yes is about one definition: another one is asked about again, and not for ever', async () => {
  const { call, now, asked, catalog, sent } = open({ rule: ask }, ['yes', 'yes', 'yes']);
  now.asks = () => {
    now.asks = () => undefined;
    catalog.value = catalogOf({ ...pay, description: 'Pays all you have.' });
  };
  await call(model);
  expect([asked.length, sent]).toEqual([2, ['pay']]);
  const restless = open({ rule: ask }, ['yes', 'yes', 'yes']);
  restless.now.asks = () => {
    restless.catalog.value = catalogOf({ ...pay, description: String(restless.asked.length) });
  };
  await expect(restless.call(model)).rejects.toMatchObject({ code: 'askFirst' });
  expect([restless.asked.length, restless.sent]).toEqual([2, []]);
});

test('a call that is sent once more passes the same checks', async () => {
  const { call, catalog, calls } = open({}, []);
  const repeated = call(
    { route: 'chat' },
    {
      send: async (_connection, _tool, mayRepeat) => {
        await mayRepeat();
        catalog.value = catalogOf({ name: 'pays' });
        await mayRepeat();
        return {};
      },
    },
  );
  await expect(repeated).rejects.toMatchObject({ code: 'unknownTool', args: { valid: ['pays'] } });
  expect(calls).toMatchObject([{ outcome: { kind: 'refused', reason: { code: 'unknownTool' } } }]);
});

test.each([
  ['chat', [publicName('get item'), 'admin--list']],
  ['genericTools', [publicName('get item'), 'admin--list']],
  ['participant', [publicName('get item'), 'admin--list']],
  ['person', ['get item', 'admin.list']],
  ['agent', ['get item', 'admin.list']],
] as const)('proposes tools by the names that %s knows', async (route, valid) => {
  const { call, catalog, calls } = open();
  catalog.value = catalogOf({ name: 'get item' }, { name: 'admin.list' });
  const unknown = call({ route }, { tool: () => 'get_items' });
  await expect(unknown).rejects.toMatchObject({ code: 'unknownTool', args: { valid } });
  // A record has the names of the server.
  expect(calls).toMatchObject([
    { outcome: { reason: { args: { valid: ['get item', 'admin.list'] } } } },
  ]);
});

test('an agent that has names of its own for tools is told these', async () => {
  const { call, catalog } = open();
  catalog.value = catalogOf({ name: 'pays' }, { name: 'nameless' });
  const nameOf = (tool: string) => (tool === 'nameless' ? undefined : `till_${tool}`);
  await expect(call({ route: 'agent' }, { nameOf })).rejects.toMatchObject({
    args: { valid: ['till_pays'] },
  });
});

test('what is kept back starts nothing', async () => {
  const { guard, calls } = testGuard({
    id: 'user/till',
    name: 'till',
    catalog: signal(catalogOf(pay)),
    refusalFor: () => ({ code: 'toolHeld' }),
  });
  const begun: string[] = [];
  const refused = guard.pass({
    caller: { route: 'chat' },
    tool: () => 'pay',
    arguments: undefined,
    signal: new AbortController().signal,
    connect: async () => {
      begun.push('start');
      return {} as SharedConnection;
    },
    send: async () => ({}),
  });
  await expect(refused).rejects.toMatchObject({ code: 'toolHeld' });
  expect(begun).toEqual([]);
  expect(calls).toMatchObject([{ arguments: '{}', outcome: { kind: 'refused' } }]);
});

test('a question of the editor counts for the definition that it was about', async () => {
  const { call, catalog, calls } = open({}, []);
  const confirmed = { definition: canonicalHash(pay) };
  await call({ ...model, confirmed });
  expect(calls).toMatchObject([{ approval: { by: 'editor' } }]);
  catalog.value = catalogOf({ ...pay, description: 'Pays all you have.' });
  await expect(call({ ...model, confirmed })).rejects.toMatchObject({ code: 'askFirst' });
});

test('a yes to one round is one to the next, and each round is recorded as what it was', async () => {
  const { call, calls, asked } = open({ rule: ask }, ['yes', 'yes', 'yes', 'yes']);
  const caller: ToolCaller = { route: 'agent', client: 'Codex' };
  const state = 'as the server gave it';
  const input = { resultType: 'input_required', requestState: state };
  await call(caller, { send: async () => input });
  await call(caller, { round: { state }, send: async () => ({ resultType: 'task' }) });
  expect(asked).toHaveLength(1);
  expect(calls.map(({ outcome, approval }) => [outcome.kind, approval?.by])).toEqual([
    ['asks', 'person'],
    ['task', 'person'],
  ]);
  await call(caller, { round: { state } });
  expect(asked).toHaveLength(2);
  await call(caller, { send: async () => input });
  await call(caller, { round: { state }, arguments: { amount: 4 } });
  expect(asked).toHaveLength(4);
});

test('an error that leads to pages asks who opens them for more; the repeat is another call, which a yes is needed for', async () => {
  const { call, calls, asked } = open({ rule: ask }, ['yes', 'yes']);
  const caller: ToolCaller = { route: 'agent', client: 'Codex' };
  const pages = new UserError('serverError', { code: -32042, message: 'Sign in first' });
  const leads = { opensPages: true, send: () => Promise.reject(pages) };
  await expect(call(caller, leads)).rejects.toBe(pages);
  await call(caller, { opensPages: true });
  expect(asked).toHaveLength(2);
  expect(calls.map(({ outcome, approval }) => [outcome.kind, approval?.by])).toEqual([
    ['asks', 'person'],
    ['ok', 'person'],
  ]);
});

test('for who opens no pages such an error is a failure', async () => {
  const { call, calls, asked } = open({ rule: ask }, ['yes', 'yes']);
  const caller: ToolCaller = { route: 'agent', client: 'Codex' };
  const pages = new UserError('serverError', { code: -32042, message: 'Sign in first' });
  await expect(call(caller, { send: () => Promise.reject(pages) })).rejects.toBe(pages);
  await call(caller);
  expect(asked).toHaveLength(2);
  expect(calls).toMatchObject([{ outcome: { kind: 'failed' } }, { outcome: { kind: 'ok' } }]);
});

test('what a server says of a call repeats nothing that was masked in its arguments', async () => {
  const { call, calls } = open();
  const message = 'bad password hunter2, API_TOKEN=other-s3cret';
  const failure = new UserError('serverError', { code: 1, message });
  const others = { arguments: { password: 'hunter2' }, send: () => Promise.reject(failure) };
  await expect(call({ route: 'person' }, others)).rejects.toBe(failure);
  expect(calls).toMatchObject([
    { outcome: { reason: { args: { message: 'bad password •••, API_TOKEN=•••' } } } },
  ]);
});

test('the secrets of a launch are masked after it is gone; before there was one no value is kept', async () => {
  const log = new ServerLog(['s3cret-value']);
  const server = {
    id: 'user/till',
    name: 'till',
    catalog: signal(catalogOf(pay)),
    log: undefined as ServerLog | undefined,
  };
  const { guard, calls } = testGuard(server);
  const call = {
    caller: { route: 'chat' },
    tool: () => 'pay',
    arguments: { to: 's3cret-value' },
    signal: new AbortController().signal,
    connect: async () => {
      server.log = log;
      return {} as SharedConnection;
    },
    send: async () => {
      server.log = undefined;
      return {};
    },
  } as const;
  await guard.pass(call);
  const down = new UserError('notRunning', { server: 'till' });
  await expect(guard.pass({ ...call, connect: () => Promise.reject(down) })).rejects.toBe(down);
  expect(calls.map(({ arguments: kept, isCut }) => [kept, isCut])).toEqual([
    ['{"to":"•••"}', undefined],
    ['{', true],
  ]);
});

test('records how calls end, without the secrets of the launch', async () => {
  const { call, calls, abort } = open();
  const caller: ToolCaller = { route: 'agent', client: 'Codex s3cret-value' };
  await call(caller, { send: async () => ({ isError: true, content: [] }) });
  const failure = new UserError('serverError', { code: 1, message: 'not s3cret-value' });
  await expect(call(caller, { send: () => Promise.reject(failure) })).rejects.toBe(failure);
  const down = new UserError('notRunning', { server: 'till' });
  await expect(call(caller, { connect: () => Promise.reject(down) })).rejects.toBe(down);
  const objection = new UserError('argumentsWrong', { tool: 'pay' });
  await expect(call(caller, { objection: () => objection })).rejects.toBe(objection);
  abort.abort();
  await expect(call(caller, { send: () => Promise.reject(abort.signal.reason) })).rejects.toThrow();
  expect(calls.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'isError' },
    { kind: 'failed', reason: { code: 'serverError', args: { message: 'not •••' } } },
    { kind: 'failed', reason: { code: 'notRunning' } },
    { kind: 'refused', reason: { code: 'argumentsWrong' } },
    { kind: 'cancelled' },
  ]);
  expect(calls[0]).toMatchObject({ client: 'Codex •••', arguments: '{"amount":3}' });
});
