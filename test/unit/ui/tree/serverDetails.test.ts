import { expect, test } from 'vitest';
import { serverDetails } from '../../../../src/ui/tree/serverDetails';
import { entries, now, shopFile, snapshot } from '../samples';

const file = shopFile('{"servers": {"till": {"command": "till"}}}');
const reason = { code: 'exited', args: { exit: 1, said: '<b>*no* table</b>' } };

function details(parts: Partial<ReturnType<typeof snapshot>>, runBy?: 'vscode') {
  const shown = { ...snapshot({ kind: 'idle', cached: false }), ...parts };
  const [entry] = entries([file], { till: shown }, runBy).values();
  if (!entry) throw new Error('no entry');
  const sample = { id: 'folder:shop/till', processes: 3, memory: 84 * 1024 ** 2, cpu: 0.5 };
  return serverDetails(entry, now, parts.pid === undefined ? undefined : sample);
}

test('a running server tells how long, how often it came back, what it takes and who it is', () => {
  const text = details({
    state: { kind: 'running', since: now - 300_000 },
    pid: 4_711,
    restarts: 2,
    lastFailure: { at: now - 360_000, reason },
    catalogVersion: 1,
    counts: { tools: 2, prompts: 0, resources: 0 },
    catalogChange: { added: ['a_b'], removed: [], changed: ['c'], breaking: [] },
    handshake: {
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'Till\u202E', version: '1.0' },
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      instructions: `Pay first.\n${'x'.repeat(400)}`,
    },
  });
  expect(text).toEqual([
    '**till** · running · 2 tools, changed',
    [
      'up 5 min · restarted 2 times, last failure 6 min ago',
      String.raw`Last failure: The server process ended with exit code 1\. It said: \<b\>\*no\* table\</b\>`,
      'pid 4711 · 3 processes · 84 MB · 50 % CPU',
      String.raw`Till\\u\{202e\} 1\.0, protocol 2025\-11\-25 \(legacy era\)`,
      String.raw`Offers tools, resources \(subscribe\)`,
      String.raw`Its instructions for models: Pay first\. ${'x'.repeat(289)}…`,
    ].join('  \n'),
    String.raw`Tools: 1 added, 1 changed since last time  
Added: a\_b  
Changed: c`,
  ]);
});

test('a server that is not well says why and what to do, once', () => {
  const lastFailure = { at: now - 4_000, reason };
  expect(details({ state: { kind: 'failed', error: reason }, lastFailure })).toEqual([
    '**till** · failed',
    String.raw`The server process ended with exit code 1\. It said: \<b\>\*no\* table\</b\>  
Read the log to see what the server said\.`,
    'last failure 4 s ago',
  ]);
});

test('of a server that VS Code runs no more is known', () => {
  expect(details({}, 'vscode')).toEqual(['**till** · run by VS Code']);
});
