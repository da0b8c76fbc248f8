import { signal as signalOf } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { redactor } from '../../../../src/base/redact';
import type { ServerSnapshot, ServerState } from '../../../../src/ipc/state';
import { failed, passed, type Check, runChecks } from '../../../../src/client/diagnosis/check';
import { startCheck } from '../../../../src/client/diagnosis/serverChecks';

const { signal } = new AbortController();

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

test('what rests on a failure is skipped, what is thrown is one, and nothing to say is left out', async () => {
  const order: string[] = [];
  const checks: Check[] = [
    { name: 'name', run: async () => failed('nameUnknown', { host: 'a' }) },
    { name: 'connection', needs: 'name', run: async () => passed('connectionTaken') },
    { name: 'tls', needs: 'connection', run: async () => passed('tlsGood') },
    { name: 'http', needs: 'folder', run: () => Promise.reject(new UserError('hostGone')) },
    { name: 'signIn', run: async () => undefined },
    { name: 'proxy', run: () => Promise.reject(new Error('oops')) },
  ];
  const results = await runChecks(checks, { signal, onCheck: (name) => order.push(name) });
  expect(results.map(({ check, outcome, reason }) => [check, outcome, reason.code])).toEqual([
    ['name', 'failed', 'nameUnknown'],
    ['connection', 'skipped', 'checkSkipped'],
    ['tls', 'skipped', 'checkSkipped'],
    ['http', 'failed', 'hostGone'],
    ['proxy', 'failed', 'unexpected'],
  ]);
  expect(order).toEqual(checks.map(({ name }) => name));
});

test('a check has a limit, and a person can end all of them', async () => {
  const [late] = await runChecks([{ name: 'http', timeoutMs: 20, run: never }], { signal });
  expect(late).toMatchObject({ outcome: 'failed', reason: { code: 'checkTimedOut' } });
  const ended = new AbortController();
  const running = runChecks([{ name: 'http', run: never }], { signal: ended.signal });
  ended.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

test('no secret is left in what was found', async () => {
  const run = async () => ({
    ...failed('notFound', { command: 's3cret-value', folders: ['/a/s3cret-value', '/b'], more: 3 }),
    reason: {
      code: 'notFound',
      args: { command: 's3cret-value', folders: ['/a/s3cret-value', '/b'], more: 3 },
      cause: { code: 'unexpected', args: { message: 'no s3cret-value' } },
    },
  });
  const redact = redactor(['s3cret-value']);
  const results = await runChecks([{ name: 'command', run }], { signal, redact });
  expect(JSON.stringify(results)).not.toContain('s3cret-value');
  expect(results[0]?.reason.args).toEqual({ command: '•••', folders: ['/a/•••', '/b'], more: 3 });
});

function snapshot(state: ServerState): ServerSnapshot {
  return {
    id: 'user/till',
    name: 'till',
    state,
    restarts: 0,
    catalogVersion: 1,
    counts: { tools: 4, prompts: 0, resources: 0 },
  };
}

/** A start that goes through these states. */
async function started(...states: ServerState[]) {
  const current = signalOf<ServerSnapshot | undefined>(snapshot({ kind: 'idle', cached: false }));
  const start = async (): Promise<void> => {
    for (const state of states) {
      current.value = snapshot(state);
      await Promise.resolve();
    }
  };
  const [result] = await runChecks([startCheck({ snapshot: current, start })], { signal });
  return result;
}

test('a start is told with the time of each step', async () => {
  const step = (step: 'launching' | 'initializing' | 'listing'): ServerState => ({
    kind: 'starting',
    attempt: 1,
    step,
  });
  const up = await started(step('launching'), step('initializing'), step('listing'), {
    kind: 'running',
    since: 0,
  });
  expect(up).toMatchObject({ outcome: 'ok', reason: { code: 'startedUp', args: { tools: 4 } } });
  expect(up?.steps?.map(({ step }) => step)).toEqual(['launching', 'initializing', 'listing']);
});

test('a start that fails says why', async () => {
  const error = { code: 'notFound', args: { command: 'till' } };
  const outcomes = [
    await started({ kind: 'failed', error }),
    await started({ kind: 'backingOff', attempt: 1, retryAt: 0, error }),
    await started({ kind: 'blocked', need: 'trust', reason: { code: 'notApproved', args: {} } }),
    await started({ kind: 'degraded', since: 0, what: { code: 'listFailed', args: {} } }),
    await started({ kind: 'disabled', reason: { code: 'disabledInFile', args: {} } }),
    await started({ kind: 'idle', cached: false }),
  ];
  expect(outcomes.map((one) => `${one?.outcome} ${one?.reason.code}`)).toEqual([
    'failed notFound',
    'failed notFound',
    'failed notApproved',
    'warning listFailed',
    'skipped disabledInFile',
    'skipped notRunning',
  ]);
});

test.each(['frozeHost', 'crashedHost'])('a server that %s is not started', async (code) => {
  const error = { code, args: { kilobytes: 7 } };
  const current = signalOf<ServerSnapshot | undefined>(snapshot({ kind: 'failed', error }));
  const start = vi.fn(async () => undefined);
  const [result] = await runChecks([startCheck({ snapshot: current, start })], { signal });
  expect(result).toMatchObject({ outcome: 'skipped', reason: error });
  expect(start).not.toHaveBeenCalled();
});

test('what runs is not started again', async () => {
  const current = signalOf<ServerSnapshot | undefined>(snapshot({ kind: 'running', since: 0 }));
  let starts = 0;
  const start = async (): Promise<void> => {
    starts += 1;
  };
  const [result] = await runChecks([startCheck({ snapshot: current, start })], { signal });
  expect(result).toMatchObject({ outcome: 'ok', reason: { code: 'runsAlready' } });
  expect(starts).toBe(0);
});

test.each([
  [{ kind: 'idle', cached: false }, 1],
  [{ kind: 'starting', attempt: 1, step: 'launching' }, 0],
  [{ kind: 'backingOff', attempt: 1, retryAt: 0, error: { code: 'exited' } }, 0],
] as const)('a start from %j that is given up is taken back %i times', async (before, times) => {
  const abort = new AbortController();
  const current = signalOf<ServerSnapshot | undefined>(snapshot(before));
  let stops = 0;
  const stop = async (): Promise<void> => {
    stops += 1;
  };
  const start = (): Promise<void> => {
    queueMicrotask(() => abort.abort());
    return new Promise(() => undefined);
  };
  const checks = [startCheck({ snapshot: current, start, stop })];
  await expect(runChecks(checks, { signal: abort.signal })).rejects.toThrow();
  expect(stops).toBe(times);
});
