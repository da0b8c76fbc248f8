import { expect, test } from 'vitest';
import type { CallRecord, GatewayRefusal } from '../../../../src/ipc/calls';
import { callsPage } from '../../../../src/ui/calls/callsPage';

/** A moment of this machine's own clock. */
function at(hours: number, minutes: number, day = 22): number {
  return new Date(2026, 10, day, hours, minutes, 7).getTime();
}

function call(parts: Partial<CallRecord>): CallRecord {
  return {
    key: 'a',
    time: at(9, 41),
    server: { id: 'folder:shop/till', name: 'till' },
    tool: 'add',
    route: 'chat',
    arguments: '{}',
    outcome: { kind: 'ok' },
    took: 12.4,
    ...parts,
  };
}

function page(calls: readonly CallRecord[], refusals: readonly GatewayRefusal[] = []): string {
  return callsPage({ calls, refusals, most: 100 });
}

test('calls stand below their days, newest first, with who let them pass', () => {
  const calls = [
    call({ arguments: '{"item":"tea"}', size: 20, approval: { by: 'editor' } }),
    call({
      time: at(9, 40),
      route: 'agent',
      client: 'claude-code',
      took: 61_000,
      size: 2_500_000,
      approval: { by: 'client' },
    }),
    call({ time: at(23, 5, 21), route: 'person', approval: { by: 'person' }, took: 1_240 }),
  ];
  expect(page(calls)).toBe(`\
# Calls

The latest calls of tools, newest first, and by whom each was let through. Secrets in arguments are masked.

## 2026-11-22

- 09:41:07 \`add\` of \`till\`: done in 12 ms, 20 bytes. Chat; VS Code asks as its settings say.  
  \`{"item":"tea"}\`
- 09:40:07 \`add\` of \`till\`: done in 1 min, 2.4 MB. An agent that calls itself \`claude-code\`; the agent asks as it likes.

## 2026-11-21

- 23:05:07 \`add\` of \`till\`: done in 1.2 s. You; you allowed it.
`);
});

test('what did not go well stands out, and says why', () => {
  const refused = {
    kind: 'refused',
    reason: { code: 'callRefused', args: { tool: 'add' } },
  } as const;
  const lines = page([
    call({ outcome: refused, route: 'participant' }),
    call({ outcome: { kind: 'isError' }, approval: { by: 'rule', pattern: 'till/*' } }),
    call({ outcome: { kind: 'cancelled' }, approval: { by: 'hints' } }),
  ]);
  expect(lines).toMatch(/`add` of `till`: \*\*refused\*\* in 12 ms\. @roundhouse\. {2}\n {2}`.+`/);
  expect(lines).toContain(
    '**failed**, as the tool says itself, in 12 ms. Chat; allowed by the rule `till/*`.',
  );
  const others = page([
    call({ outcome: refused, count: 40 }),
    call({ outcome: { kind: 'asks' }, size: 20 }),
    call({ outcome: { kind: 'task' } }),
  ]);
  expect(others).toContain('**refused** in 12 ms, 40 times. Chat.');
  expect(others).toContain('asks for input in 12 ms, 20 bytes. Chat.');
  expect(others).toContain('goes on as a task in 12 ms. Chat.');
  expect(lines).toContain('**cancelled** in 12 ms. Chat; it only reads');
});

test('attempts at the gateway are rows among the calls, those alike together', () => {
  const refusals: GatewayRefusal[] = [
    { kind: 'token', detail: 'curl/8', count: 3, first: at(9, 0), last: at(9, 41) + 1 },
    { kind: 'origin', detail: 'https://evil.example', count: 1, first: at(8, 0), last: at(8, 0) },
  ];
  const lines = page([call({})], refusals)
    .split('\n')
    .slice(6);
  expect(lines).toEqual([
    '- 09:41:07 at the gateway: **refused**, wrong token, 3 times since 2026-11-22 09:00:07.  ',
    '  `curl/8`',
    expect.stringContaining('`add` of `till`'),
    '- 08:00:07 at the gateway: **refused**, a page of another origin.  ',
    '  `https://evil.example`',
    '',
  ]);
});

test('nothing that others say leaves its line, and long arguments are cut', () => {
  const tool = 'a`b\n# Owned';
  const text = page([
    call({ tool, arguments: 'x'.repeat(2_000) }),
    call({ arguments: '{"a', isCut: true }),
  ]);
  expect(text).toContain('``a`b\\u{a}# Owned`` of');
  expect(text).toContain(`\`${'x'.repeat(400)}…\``);
  expect(text).toContain('`{"a…`');
});

test('a page says what it leaves out, and that there is nothing', () => {
  const calls = [call({}), call({})];
  expect(callsPage({ calls, refusals: [], most: 2 })).toContain('Only the latest 2 are shown');
  expect(page([])).toContain('No tool was called yet.');
  const ofServer = callsPage({ calls: [], refusals: [], most: 2, server: 'till' });
  expect(ofServer).toBe('# Calls of `till`\n\nNo tool of this server was called yet.\n');
});
