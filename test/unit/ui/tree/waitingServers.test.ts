import { describe, expect, it } from 'vitest';
import type { ServerState } from '../../../../src/ipc/state';
import type { ShownServer } from '../../../../src/ui/tree/shownServer';
import { setUpNode, waitingServers, waitingText } from '../../../../src/ui/tree/waitingServers';
import { entries, shopFile, snapshot } from '../samples';

const trust: ServerState = { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } };
const input: ServerState = { kind: 'blocked', need: 'input', reason: { code: 'inputMissing' } };
const off: ServerState = { kind: 'disabled', reason: { code: 'disabledBySettings' } };

function servers(runBy: ShownServer['runBy'], ...states: readonly ServerState[]) {
  const named = states.map((state, at) => [`s${at}`, state] as const);
  const file = shopFile(
    JSON.stringify({
      servers: Object.fromEntries(named.map(([name]) => [name, { command: 'c' }])),
    }),
  );
  const snapshots = Object.fromEntries(named.map(([name, state]) => [name, snapshot(state)]));
  return [...entries([file], snapshots, runBy).values()];
}

describe('what waits for a decision', () => {
  it.each([
    [
      'a server whose runner is not chosen',
      servers('undecided', { kind: 'idle', cached: false }),
      1,
    ],
    ['one that is switched off all the same', servers('undecided', off), 0],
    ['one that is not approved', servers('roundhouse', trust, { kind: 'running', since: 0 }), 1],
    ['one that needs a value', servers('roundhouse', input), 0],
    ['what VS Code runs', servers('vscode', trust), 0],
  ])('%s', (_what, all, count) => {
    expect(waitingServers(all, true)).toBe(count);
    expect(waitingServers(all, false)).toBe(0);
  });

  it('is counted in words', () => {
    expect(waitingText(1)).toBe('1 MCP server waits for your decision');
    expect(waitingText(2)).toBe('2 MCP servers wait for your decision');
  });

  it('leads to the page while it is open who runs them', () => {
    const open = servers('undecided', { kind: 'idle', cached: false });
    // What VS Code does not read is ours before anything is chosen.
    for (const waiting of [open, servers('roundhouse', trust)]) {
      expect(setUpNode(waiting, true)?.click).toEqual({ command: 'chooseOwner' });
      expect(setUpNode(waiting, false)).toBeUndefined();
    }
    expect(setUpNode([], true)).toBeUndefined();
  });
});
