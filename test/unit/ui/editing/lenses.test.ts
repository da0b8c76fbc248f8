import { expect, test } from 'vitest';
import { lenses } from '../../../../src/ui/editing/lenses';
import { entries, now, shopFile, snapshot } from '../samples';

const file = shopFile(`{
  "servers": {
    "till": {"command": "till"},
    "mail": {"command": "mail"}
  }
}`);

test('each entry has its state, what can be done, the log and its tools', () => {
  const shown = entries([file], {
    till: snapshot({ kind: 'running', since: 0 }, { tools: 13 }),
    mail: snapshot({ kind: 'failed', error: { code: 'connectionClosed' } }),
  });
  const lines = lenses(file.parsed.definitions, shown, now).map(
    ({ range, title, command, server }) => `${range.startLine} ${server} ${title} <${command}>`,
  );
  expect(lines).toEqual([
    '2 folder:shop/till $(pass-filled) Roundhouse: running <whyNotRunning>',
    '2 folder:shop/till Stop <stopServer>',
    '2 folder:shop/till Restart <restartServer>',
    '2 folder:shop/till Show Log <showLog>',
    '2 folder:shop/till 13 tools <listTools>',
    '3 folder:shop/mail $(error) Roundhouse: failed <whyNotRunning>',
    '3 folder:shop/mail Start <startServer>',
    '3 folder:shop/mail Show Log <showLog>',
  ]);
});

test('an entry that says how to debug it can be debugged, but not what VS Code runs', () => {
  const debuggable = shopFile(
    '{"servers": {"till": {"command": "node", "dev": {"debug": {"type": "node"}}}}}',
  );
  const actions = (runBy: 'roundhouse' | 'vscode') =>
    lenses(debuggable.parsed.definitions, entries([debuggable], {}, runBy), now).map(
      ({ command }) => command,
    );
  expect(actions('roundhouse')).toEqual(['whyNotRunning', 'startServer', 'debugServer', 'showLog']);
  expect(actions('vscode')).not.toContain('debugServer');
});

test('an entry that the model does not know yet has no lens', () => {
  expect(lenses(file.parsed.definitions, new Map(), now)).toEqual([]);
});

test('an entry that settings keep from running can be enabled', () => {
  const state = {
    kind: 'disabled',
    reason: { code: 'disabledBySettings', args: { layer: 'user' } },
  } as const;
  const [inactive] = entries([file], { till: snapshot(state) }).values();
  if (!inactive) throw new Error('no entry');
  const shown = new Map([[inactive.definition.id, { ...inactive, inactiveReason: state.reason }]]);
  expect(lenses(file.parsed.definitions, shown, now).map(({ command }) => command)).toEqual([
    'whyNotRunning',
    'enableServer',
    'showLog',
  ]);
});
