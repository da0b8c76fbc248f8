import { describe, expect, test } from 'vitest';
import type { ServerState } from '../../../src/ipc/state';
import { transition, type ServerEvent } from '../../../src/servers/transition';

const error = { code: 'exited' };

const states: Record<ServerState['kind'], ServerState> = {
  disabled: { kind: 'disabled', reason: error },
  blocked: { kind: 'blocked', need: 'trust', reason: error },
  idle: { kind: 'idle', cached: false },
  starting: { kind: 'starting', attempt: 1, step: 'launching' },
  running: { kind: 'running', since: 1 },
  degraded: { kind: 'degraded', since: 1, what: error },
  backingOff: { kind: 'backingOff', attempt: 2, retryAt: 9, error },
  failed: { kind: 'failed', error },
  stopping: { kind: 'stopping' },
};

const events: Record<ServerEvent['kind'], ServerEvent> = {
  start: { kind: 'start', attempt: 1 },
  step: { kind: 'step', step: 'listing' },
  ready: { kind: 'ready', at: 5 },
  degraded: { kind: 'degraded', at: 5, what: error },
  silent: { kind: 'silent', what: { code: 'silent' } },
  responding: { kind: 'responding' },
  renew: { kind: 'renew' },
  retryLater: { kind: 'retryLater', attempt: 2, retryAt: 9, error },
  fail: { kind: 'fail', error },
  block: { kind: 'block', need: 'input', reason: error },
  disable: { kind: 'disable', reason: error },
  stop: { kind: 'stop' },
  stopped: { kind: 'stopped', cached: true },
};

/** Rows: the event; columns in the order of `states`; `.` = the event does not apply. */
const table: Record<ServerEvent['kind'], string> = {
  start: 'starting starting starting . . . starting starting .',
  step: '. . . starting . . . . .',
  ready: '. . . running . running . . .',
  degraded: '. . . degraded degraded degraded . . .',
  silent: '. . . . degraded . . . .',
  responding: '. . . . . . . . .',
  renew: '. . . . starting starting . . .',
  retryLater: '. . . backingOff backingOff backingOff . . .',
  fail: '. . . failed failed failed . . .',
  block: '. blocked . blocked blocked blocked . blocked .',
  disable: 'disabled disabled disabled disabled disabled disabled disabled disabled .',
  stop: '. . . stopping stopping stopping stopping . .',
  stopped: 'idle idle idle idle idle idle idle idle idle',
};

describe('the machine of a server', () => {
  for (const [kind, row] of Object.entries(table) as [ServerEvent['kind'], string][]) {
    test(kind, () => {
      const cells = Object.values(states).map((state) => {
        const next = transition(state, events[kind]);
        return next === state ? '.' : next.kind;
      });
      expect(cells.join(' ')).toBe(row);
    });
  }

  test('keeps the time since when it is up through a failed and a mended list', () => {
    const degraded = transition({ kind: 'running', since: 7 }, events.degraded);
    expect(degraded).toEqual({ kind: 'degraded', since: 7, what: error });
    expect(transition(degraded, events.ready)).toEqual({ kind: 'running', since: 7 });
  });

  test('is well again with the next message after a silence, but not where a list failed', () => {
    const silent = transition({ kind: 'running', since: 7 }, events.silent);
    expect(silent).toEqual({ kind: 'degraded', since: 7, what: { code: 'silent' } });
    expect(transition(silent, events.responding)).toEqual({ kind: 'running', since: 7 });
    expect(transition(states.degraded, events.silent)).toBe(states.degraded);
  });
});
