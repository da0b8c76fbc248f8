import { expect, test } from 'vitest';
import { statusLine } from '../../../../src/ui/status/statusLine';
import { entries, shopFile, snapshot, userFile } from '../samples';

const file = shopFile('{"servers": {"till": {"command": "a"}, "mail": {"command": "b"}}}');
const shared = { kind: 'shared', pid: 7, build: 'b1' } as const;
const running = snapshot({ kind: 'running', since: 0 });

test('counts what runs', () => {
  const shown = entries([file], { till: running });
  expect(statusLine({ entries: shown, mode: shared, trusted: true })).toEqual({
    text: '$(server-process) 1 of 2',
    tooltip: 'MCP Roundhouse: 1 of 2 servers running',
    severity: 'normal',
  });
});

test('does not count inactive servers', () => {
  const shown = new Map(
    Array.from(entries([file], { till: running }), ([id, entry]) => [
      id,
      {
        ...entry,
        inactiveReason: entry.definition.name === 'mail' ? { code: 'overridden' } : undefined,
      },
    ]),
  );
  const line = statusLine({ entries: shown, mode: shared, trusted: true });
  expect(line?.text).toBe('$(server-process) 1 of 1');
});

test('names what is not well', () => {
  const error = { code: 'connectionClosed' };
  const shown = entries([file], {
    till: snapshot({ kind: 'failed', error }),
    mail: snapshot({ kind: 'backingOff', attempt: 1, retryAt: 0, error }),
  });
  const line = statusLine({ entries: shown, mode: shared, trusted: true });
  expect(line?.severity).toBe('warning');
  expect(line?.tooltip).toBe(`\
MCP Roundhouse: 0 of 2 servers running
till: failed · The connection to the server was closed.
mail: The connection to the server was closed.`);
});

test('names of two servers of one name that which is not well', () => {
  const text = '{"servers": {"till": {"command": "a"}}}';
  const failed = snapshot({ kind: 'failed', error: { code: 'connectionClosed' } });
  const shown = new Map([
    ...entries([shopFile(text)], { till: running }),
    ...entries([userFile(text)], { till: failed }),
  ]);
  expect(statusLine({ entries: shown, mode: shared, trusted: true })?.tooltip).toBe(`\
MCP Roundhouse: 1 of 2 servers running
till: failed · The connection to the server was closed.`);
});

test('says that the servers run in this window, and why', () => {
  const mode = { kind: 'window', reason: { code: 'hostSilent' } } as const;
  const line = statusLine({ entries: entries([file]), mode, trusted: true });
  expect(line?.text).toBe('$(server-process) 0 of 2 · this window only');
  expect(line?.severity).toBe('warning');
  expect(line?.tooltip).toContain('The shared host process did not answer in time.');
  const wished = statusLine({ entries: entries([file]), mode: { kind: 'window' }, trusted: true });
  expect(wished).toMatchObject({ text: '$(server-process) 0 of 2', severity: 'normal' });
});

test('is not there where nothing is ours', () => {
  const shown = entries([file], {}, 'vscode');
  expect(statusLine({ entries: shown, mode: shared, trusted: true })).toBeUndefined();
});

test('says that there is no host, and why', () => {
  const mode = { kind: 'failed', reason: { code: 'hostLostOften', args: { count: 5 } } } as const;
  expect(statusLine({ entries: entries([file]), mode, trusted: true })).toEqual({
    text: '$(server-process) 0 of 2 · no host',
    tooltip: `\
MCP Roundhouse: 0 of 2 servers running
The host process was lost 5 times in a short while and is not replaced any more. Start a server to try again.`,
    severity: 'warning',
  });
});
