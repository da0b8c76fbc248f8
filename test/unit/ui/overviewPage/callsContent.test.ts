import { expect, test } from 'vitest';
import type { CallRecord, GatewayRefusal } from '../../../../src/ipc/calls';
import { pageCalls } from '../../../../src/ui/overviewPage/callsContent';
import { toOverviewSchema } from '../../../../src/ui/overviewPage/overviewMessages';

const time = 1_790_000_000_000;

function call(parts: Partial<CallRecord>): CallRecord {
  return {
    key: 'a',
    time,
    server: { id: 'folder:shop/till', name: 'till' },
    tool: 'add',
    route: 'chat',
    arguments: '{}',
    outcome: { kind: 'ok' },
    took: 12.4,
    ...parts,
  };
}

function rows(calls: readonly CallRecord[], refusals: readonly GatewayRefusal[] = []) {
  const shown = pageCalls(calls, refusals);
  const message = { kind: 'calls', calls: shown, isCut: false };
  expect(toOverviewSchema.parse(message)).toEqual(message);
  return shown;
}

test('a call says who made it, who let it pass, and how it went', () => {
  const [native, agent, own] = rows([
    call({ arguments: '{"item":"tea"}', size: 20, approval: { by: 'editor' } }),
    call({
      time: time - 1,
      route: 'agent',
      client: 'claude-code',
      took: 61_000,
      size: 2_500_000,
      approval: { by: 'client' },
    }),
    call({ time: time - 2, route: 'person', approval: { by: 'person' }, took: 1_240 }),
  ]);
  expect(native).toEqual({
    key: 'a',
    time,
    server: { id: 'folder:shop/till', name: 'till' },
    tool: 'add',
    result: 'done',
    outcome: 'done',
    caller: 'Chat',
    approval: 'VS Code asks as its settings say',
    took: '12.4 ms',
    size: '20 bytes',
    details: ['{"item":"tea"}'],
  });
  expect(agent).toMatchObject({
    caller: 'An agent that calls itself claude-code',
    approval: 'the agent asks as it likes',
    took: '61 s',
    size: '2.4 MB',
    details: [],
  });
  expect(own).toMatchObject({ caller: 'You', approval: 'you allowed it', took: '1.24 s' });
});

test('what did not go well says why', () => {
  const reason = { code: 'callRefused', args: { tool: 'add' } };
  const [refused, failed, cancelled, asks, task] = rows([
    call({ outcome: { kind: 'refused', reason }, route: 'participant', count: 40 }),
    call({ outcome: { kind: 'isError' }, approval: { by: 'rule', pattern: 'till/*' } }),
    call({ outcome: { kind: 'cancelled' }, approval: { by: 'hints' } }),
    call({ outcome: { kind: 'asks' } }),
    call({ outcome: { kind: 'task' } }),
  ]);
  expect(refused).toMatchObject({
    result: 'refused',
    outcome: 'refused, 40 times',
    caller: '@roundhouse',
    details: [expect.stringContaining('add')],
  });
  expect(failed).toMatchObject({
    result: 'failed',
    outcome: 'the tool failed',
    approval: 'allowed by the rule till/*',
  });
  expect(cancelled).toMatchObject({ result: 'other', outcome: 'cancelled' });
  expect(asks?.outcome).toBe('asks for input');
  expect(task?.outcome).toBe('goes on as a task');
});

test('attempts at the gateway are rows among the calls, those alike together', () => {
  const shown = rows(
    [call({})],
    [
      { kind: 'token', detail: 'curl/8', count: 3, first: time - 9, last: time + 1 },
      { kind: 'origin', detail: 'https://evil.example', count: 1, first: time - 5, last: time - 5 },
    ],
  );
  const named = shown.map(({ tool, outcome, caller }) => [tool, outcome, caller]);
  expect(named).toEqual([
    ['The gateway', 'wrong token', 'curl/8'],
    ['add', 'done', 'Chat'],
    ['The gateway', 'a page of another origin', 'https://evil.example'],
  ]);
  // The page writes the time, because where it is shown may have another zone than where this runs.
  expect(shown.map(({ attempts }) => attempts)).toEqual([
    { count: 3, first: time - 9 },
    undefined,
    { count: 1, first: time - 5 },
  ]);
});

test('nothing that others say looks like something else, and long arguments are cut', () => {
  const [named, cut] = rows([
    call({ tool: 'a\u202e\n# Owned', arguments: 'x'.repeat(9_000) }),
    call({ time: time - 1, arguments: '{"a', isCut: true }),
  ]);
  expect(named?.tool).not.toMatch(/[\u202e\n]/);
  expect(named?.details[0]).toBe(`${'x'.repeat(2_000)}…`);
  expect(cut?.details).toEqual(['{"a…']);
});
