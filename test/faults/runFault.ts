import { expect, vi } from 'vitest';
import type { Reason } from '../../src/base/errors';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { reasonOfState } from '../../src/ui/tree/serverText';
import type { Fault, Figures, Outcome } from './fault';
import { Neighbour } from './neighbour';
import { neighbourId, Scene, serverId, type CallEnd } from './scene';
import { hostHere, hostProcess } from './stages';

/** The longest that anything may take, in milliseconds: whatever takes longer hangs. */
const patience = { timeout: 60_000, interval: 10 };

/** Lets a fault happen and measures it. @throws where it does not end as it must. */
export async function runFault(fault: Fault): Promise<Figures> {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const scene = new Scene();
  try {
    const launches = { [serverId]: await launchOf(fault, scene), [neighbourId]: scene.neighbour() };
    const open = fault.host === 'process' ? hostProcess : hostHere;
    scene.watch(await open(launches, { callTimeoutSeconds: 10, ...fault.options }));
    const figures = await play(fault, scene);
    await within(scene.leave());
    await vi.waitFor(() => expect(scene.allProcesses()).toEqual([]), patience);
    expect(rejections).toEqual([]);
    return { ...figures, left: scene.allProcesses().length };
  } finally {
    // Where the fault did not end as it must, this is not done yet.
    await within(scene.leave()).catch(() => undefined);
    await scene.close();
    for (const pid of scene.allProcesses()) process.kill(pid, 'SIGKILL');
    process.off('unhandledRejection', onRejection);
  }
}

async function launchOf(fault: Fault, scene: Scene): Promise<ResolvedLaunch> {
  if (fault.launch) return fault.launch(scene);
  return fault.http ? scene.serve(fault.http) : scene.stdio(fault.stdio ?? {});
}

async function play(fault: Fault, scene: Scene): Promise<Omit<Figures, 'left'>> {
  const neighbour = await Neighbour.start(scene, fault.losesHost ?? false);
  if (fault.provoke) await bringUp(fault, scene);
  const before = scene.serverProcesses();
  const start = performance.now();
  scene.sightings.length = 0;
  if (fault.provoke) await within(Promise.resolve(fault.provoke(scene)));
  else void scene.client.start(serverId, true).catch(() => undefined);
  const gone = untilGone(fault, scene, before);
  gone.catch(() => undefined);
  const settled = await settle(fault.outcome, scene);
  const ends = await within(Promise.all(scene.calls));
  await neighbour.stop();
  const lost = ends.filter(({ reason }) => reason !== undefined);
  expect(lost.map(({ reason }) => reason)).toEqual(
    Array.from({ length: fault.lost?.calls ?? 0 }, () => fault.lost?.reason),
  );
  const { noted } = fault;
  if (noted !== undefined) {
    await vi.waitFor(() => expect(scene.noted.join('\n')).toContain(noted), patience);
  }
  expect(settled - start).toBeGreaterThanOrEqual(fault.notBefore ?? 0);
  await vi.waitFor(() => expect(fault.holds?.(scene) ?? true).toBe(true), patience);
  await gone;
  const seen = seenAt(fault.outcome, scene, lost);
  const after = (at: number | undefined) => at && Math.max(0, at - start);
  const isFelt = seen !== undefined || fault.outcome.kind === 'stopped';
  return {
    id: fault.id,
    seen: after(seen),
    settled: isFelt ? after(settled) : undefined,
    calls: ends.length,
    lost: lost.length,
  };
}

/** The running server with the calls that are to be open. */
async function bringUp(fault: Fault, scene: Scene): Promise<void> {
  await within(scene.client.start(serverId, true));
  expect(scene.snapshot()?.state.kind).toBe('running');
  for (const { tool, args } of fault.calls ?? []) scene.call(tool, args);
  // Servers read in order: once this is answered, the others have arrived.
  if (fault.calls) await within(scene.echo());
}

/** Waits for the end that the fault must have; gives the time of it. */
async function settle(outcome: Outcome, scene: Scene): Promise<number> {
  switch (outcome.kind) {
    case 'tolerated':
      await within(Promise.all(scene.calls));
      await untilIn(scene, { kind: 'running' });
      await within(scene.echo());
      expect(scene.snapshot()?.restarts).toBe(0);
      return performance.now();
    case 'recovered':
    case 'restarted':
    case 'reconnected':
      await vi.waitFor(() => {
        const kinds = scene.sightings.map(({ state }) => state.kind);
        const left = kinds.findIndex((kind) => kind !== 'running');
        expect(left).toBeGreaterThanOrEqual(0);
        expect(kinds.lastIndexOf('running')).toBeGreaterThan(left);
        expect(scene.snapshot()?.state.kind).toBe('running');
      }, patience);
      await within(scene.echo());
      expect((scene.snapshot()?.restarts ?? 0) > 0).toBe(outcome.kind === 'restarted');
      return performance.now();
    case 'degraded':
      await untilIn(scene, { kind: 'degraded', what: { code: outcome.reason } });
      return performance.now();
    case 'failed': {
      const error = { code: outcome.gaveUp ?? outcome.reason };
      await untilIn(scene, { kind: 'failed', error });
      return scene.sightings.at(-1)?.at ?? 0;
    }
    case 'stopped':
      await untilIn(scene, { kind: 'idle' });
      return performance.now();
  }
}

async function untilIn(scene: Scene, state: object): Promise<void> {
  await vi.waitFor(() => expect(scene.snapshot()?.state).toMatchObject(state), patience);
}

/** When it was told that something is wrong, if it was. @throws where it was told otherwise. */
function seenAt(outcome: Outcome, scene: Scene, lost: readonly CallEnd[]): number | undefined {
  const failed = lost.map(({ at }) => at).toSorted((a, b) => a - b);
  switch (outcome.kind) {
    case 'tolerated':
      return failed[0];
    case 'stopped':
      return undefined;
    case 'reconnected':
      return failed[0] ?? scene.sightings.find(({ state }) => state.kind !== 'running')?.at;
    default: {
      const { reason } = outcome;
      const sighting = scene.sightings.find(
        ({ state, failure }) => tells(reasonOfState(state), reason) || tells(failure, reason),
      );
      expect(sighting, `${reason} is told`).toBeDefined();
      return Math.min(sighting?.at ?? Infinity, failed[0] ?? Infinity);
    }
  }
}

function tells(reason: Reason | undefined, code: string): boolean {
  return reason !== undefined && (reason.code === code || tells(reason.cause, code));
}

/**
 * Resolves when nothing is left of a server that was given up, nor of the process that another one
 * replaced. @throws where that takes too long.
 */
async function untilGone(fault: Fault, scene: Scene, before: readonly number[]): Promise<void> {
  const { kind } = fault.outcome;
  if (fault.losesHost || kind === 'restarted') {
    const former = () => scene.serverProcesses().filter((pid) => before.includes(pid));
    await vi.waitFor(() => expect(former()).toEqual([]), patience);
  } else if (kind === 'failed' || kind === 'stopped') {
    await vi.waitFor(() => expect(restsWithout(scene)).toBe(true), patience);
  }
}

/** Whether the server rests and none of its processes runs. */
function restsWithout(scene: Scene): boolean {
  const kind = scene.snapshot()?.state.kind ?? '';
  return ['failed', 'idle'].includes(kind) && scene.serverProcesses().length === 0;
}

/** @throws where it hangs. */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), patience.timeout);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
