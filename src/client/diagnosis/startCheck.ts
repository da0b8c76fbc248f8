import { effect, type ReadonlySignal } from '@preact/signals-core';
import { isUp } from '../../ipc/serverStates';
import type { ServerSnapshot, ServerState } from '../../ipc/state';
import { failed, passed, skipped, type Check, type Finding, type StepTime } from './check';

/** The host has limits of its own for a start; this one is beyond them, in milliseconds. */
const startLimit = 30 * 60_000;

/** A server that can be started. */
export interface StartedServer {
  /** What is known of it now. */
  readonly snapshot: ReadonlySignal<ServerSnapshot | undefined>;
  /** Resolves when the server is up, or is known not to come up. */
  readonly start: () => Promise<void>;
  /** Takes the start back; absent where it goes on. */
  readonly stop?: (() => Promise<void>) | undefined;
}

/**
 * Starts a server and takes the time of each step; one that runs is left as it is. When it is given up,
 * the start ends with it, unless others wanted it before.
 */
export function startCheck(server: StartedServer): Check {
  return { name: 'start', limit: startLimit, run: (signal) => startFinding(server, signal) };
}

async function startFinding(
  { snapshot, start, stop }: StartedServer,
  signal: AbortSignal,
): Promise<Finding> {
  const before = snapshot.peek();
  if (before && isUp(before.state)) return passed('runsAlready', { tools: before.counts.tools });
  const clock = new StepClock();
  const started = performance.now();
  const unwatch = effect(() => clock.see(snapshot.value?.state));
  const isOurs = before?.state.kind !== 'starting' && before?.state.kind !== 'backingOff';
  const takeBack = (): void => {
    if (isOurs) void stop?.();
  };
  signal.addEventListener('abort', takeBack);
  try {
    await start();
  } finally {
    signal.removeEventListener('abort', takeBack);
    unwatch();
  }
  const after = snapshot.peek();
  if (!after) return failed('notRunning');
  const seconds = Math.round((performance.now() - started) / 1_000);
  return { ...outcomeOf(after, seconds), steps: clock.times() };
}

function outcomeOf({ state, counts, handshake }: ServerSnapshot, seconds: number): Finding {
  switch (state.kind) {
    case 'running': {
      const { name = '?', version = '' } = handshake?.serverInfo ?? {};
      const args = { name: String(name), version: String(version), tools: counts.tools };
      return passed('startedUp', args);
    }
    case 'degraded':
      return { outcome: 'warning', reason: state.what };
    case 'disabled':
      return { outcome: 'skipped', reason: state.reason };
    case 'blocked':
      return { outcome: 'failed', reason: state.reason };
    case 'backingOff':
    case 'failed':
      return { outcome: 'failed', reason: state.error };
    case 'starting':
      return failed('stillStarting', { seconds });
    case 'idle':
    case 'stopping':
      return skipped('notRunning');
  }
}

/** Takes the time of each step of one start. */
class StepClock {
  readonly #times: StepTime[] = [];
  #current: { readonly step: StepTime['step']; readonly since: number } | undefined;

  see(state: ServerState | undefined): void {
    const step = state?.kind === 'starting' ? state.step : undefined;
    if (step === this.#current?.step) return;
    const now = performance.now();
    if (this.#current) {
      const { step: done, since } = this.#current;
      this.#times.push({ step: done, ms: Math.round(now - since) });
    }
    this.#current = step && { step, since: now };
  }

  times(): readonly StepTime[] {
    this.see(undefined);
    return this.#times;
  }
}
