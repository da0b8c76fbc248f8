import { expect, test } from 'vitest';
import type { ServerState } from '../../../../src/ipc/state';
import { serverActions } from '../../../../src/ui/tree/serverActions';
import { entryText, serverText } from '../../../../src/ui/tree/serverText';
import { entries, now, shopFile, snapshot } from '../samples';

const exited = { code: 'exited', args: { signal: 'SIGKILL', said: 'bye' } };
const states: readonly ServerState[] = [
  { kind: 'disabled', reason: { code: 'workspaceUntrusted' } },
  { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } },
  { kind: 'blocked', need: 'input', reason: { code: 'inputMissing', args: { input: 'token' } } },
  { kind: 'idle', cached: false },
  { kind: 'idle', cached: true },
  { kind: 'starting', attempt: 1, step: 'queued' },
  { kind: 'starting', attempt: 1, step: 'downloading' },
  { kind: 'starting', attempt: 1, step: 'launching' },
  { kind: 'starting', attempt: 2, step: 'initializing' },
  { kind: 'running', since: 0 },
  { kind: 'degraded', since: 0, what: { code: 'listFailed' } },
  { kind: 'backingOff', attempt: 2, retryAt: now + 3_400, error: exited },
  { kind: 'backingOff', attempt: 3, retryAt: now - 10, error: exited },
  { kind: 'failed', error: exited },
  { kind: 'stopping' },
];

test('each state reads as a few words, with counts where the server can be used', () => {
  const lines = states.map((state) => {
    const hasCatalog = state.kind !== 'idle' || state.cached;
    const text = serverText(snapshot(state, hasCatalog ? { tools: 13 } : undefined), now);
    return [`[${text.icon.id}] ${text.text}`, text.detail].filter(Boolean).join(' | ');
  });
  expect(lines).toEqual([
    '[circle-slash] disabled | This workspace is in Restricted Mode, so no server is started.',
    '[shield] blocked · needs your approval | This entry, or what it takes from the workspace, has not been approved in its present form.',
    '[key] blocked · needs a value from you | The input "token" has no value yet.',
    '[circle-outline] stopped',
    '[circle-outline] stopped · 13 tools from last time',
    '[watch] waiting for its turn',
    '[loading~spin] downloading its program',
    '[loading~spin] starting · launching',
    '[loading~spin] starting (attempt 2) · waiting for its first answer',
    '[pass-filled] running · 13 tools',
    '[warning] running with problems · 13 tools | The server did not tell what it offers.',
    '[history] retrying in 4 s (attempt 2) | The server process ended by signal SIGKILL. It said: bye',
    '[history] retrying in 0 s (attempt 3) | The server process ended by signal SIGKILL. It said: bye',
    '[error] failed | The server process ended by signal SIGKILL. It said: bye',
    '[loading~spin] stopping',
  ]);
});

test('prompts and resources are counted where there are any', () => {
  const counts = { tools: 1, prompts: 2, resources: 1 };
  const text = serverText(snapshot({ kind: 'running', since: 0 }, counts), now);
  expect(text.text).toBe('running · 1 tool · 2 prompts · 1 resource');
});

test('an entry that VS Code runs says so, whatever our host thinks of it', () => {
  const files = [shopFile('{"servers": {"till": {"command": "till"}}}')];
  const textOf = (runBy: 'vscode' | 'undecided', state: ServerState) =>
    [...entries(files, { till: snapshot(state) }, runBy).values()].map((entry) => ({
      text: entryText(entry, now).text,
      actions: serverActions(entry),
    }));
  expect(textOf('vscode', { kind: 'failed', error: exited })).toEqual([
    { text: 'run by VS Code', actions: ['start', 'stop', 'restart'] },
  ]);
  expect(textOf('undecided', { kind: 'idle', cached: false })).toEqual([
    { text: 'not decided who runs it', actions: ['start'] },
  ]);
});
