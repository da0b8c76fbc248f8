import { effect, type ReadonlySignal } from '@preact/signals-core';
import { redactor } from '../../base/redact';
import type { Definition } from '../../config/definition';
import type { LaunchAnswer } from '../../ipc/launch';
import type { ServerSnapshot, ServerState } from '../../ipc/state';
import { isUp, quarantineReason } from '../../ipc/serverStates';
import type { ExplainedLaunch } from '../launch/launchResolver';
import { passed, type Check, type Verdict, failed, skipped, type StepTime } from './check';
import { httpChecks } from './httpChecks';
import { stdioChecks } from './stdioChecks';

/** A server to check. */
interface CheckedServer extends ExplainedLaunch {
  readonly definition: Definition;
  /** Absent if VS Code runs it. */
  readonly server?: StartableServer | undefined;
}

/** All checks of a server, from its entry to a start. Run them with {@link redactorOf} its launch. */
export function serverChecks(checked: CheckedServer): Check[] {
  const { answer, facts, server } = checked;
  const entry: Check = { name: 'entry', run: async () => entryVerdict(checked) };
  if (answer.kind !== 'resolved') return [entry];
  const { launch } = answer;
  const parts = launch.type === 'stdio' ? stdioChecks(launch, facts) : httpChecks(launch);
  return [entry, ...parts, ...(server ? [startCheck(server)] : [])];
}

/** Masks the secrets of a launch in a text. */
export function redactorOf(answer: LaunchAnswer): (text: string) => string {
  return redactor(answer.kind === 'resolved' ? answer.secrets : []);
}

function entryVerdict({ answer, server, definition: { launch } }: CheckedServer): Verdict {
  switch (answer.kind) {
    case 'resolved': {
      const file = launch.type === 'stdio' ? (launch.envFile ?? '') : '';
      return passed('entryComplete', { file });
    }
    case 'disabled':
      return { outcome: 'skipped', reason: answer.reason };
    case 'blocked':
      // VS Code asks for consent and values itself.
      if (!server && answer.reason.code !== 'workspaceUntrusted') return skipped('ownedByEditor');
      return { outcome: 'failed', reason: answer.reason };
    case 'failed':
      return { outcome: 'failed', reason: answer.reason };
  }
}

/** Milliseconds; above all limits of the host for a start. */
const startTimeoutMs = 30 * 60_000;

interface StartableServer {
  readonly snapshot: ReadonlySignal<ServerSnapshot | undefined>;
  /** Resolves when the server is up or its start failed. */
  readonly start: () => Promise<void>;
  /** Cancels the start; absent if it must go on. */
  readonly stop?: (() => Promise<void>) | undefined;
}

/**
 * Starts a server that does not run and is not in quarantine, and times each step. Aborting cancels the start, unless
 * it had begun before the check.
 */
export function startCheck(server: StartableServer): Check {
  return { name: 'start', timeoutMs: startTimeoutMs, run: (signal) => checkStart(server, signal) };
}

async function checkStart(
  { snapshot, start, stop }: StartableServer,
  signal: AbortSignal,
): Promise<Verdict> {
  const before = snapshot.peek();
  if (before && isUp(before.state)) return passed('runsAlready', { tools: before.counts.tools });
  // A check is no wish to run a server that took its host down.
  const reason = before && quarantineReason(before.state);
  if (reason) return { outcome: 'skipped', reason };
  const clock = new StepClock();
  const started = performance.now();
  const stopClock = effect(() => clock.observe(snapshot.value?.state));
  const isOurs = before?.state.kind !== 'starting' && before?.state.kind !== 'backingOff';
  const cancel = (): void => {
    if (isOurs) void stop?.();
  };
  signal.addEventListener('abort', cancel);
  try {
    await start();
  } finally {
    signal.removeEventListener('abort', cancel);
    stopClock();
  }
  const after = snapshot.peek();
  if (!after) return failed('notRunning');
  const seconds = Math.round((performance.now() - started) / 1_000);
  return { ...outcomeOf(after, seconds), steps: clock.times() };
}

function outcomeOf({ state, counts, handshake }: ServerSnapshot, seconds: number): Verdict {
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

/** Times the steps of one start. */
class StepClock {
  readonly #times: StepTime[] = [];
  #current: { readonly step: StepTime['step']; readonly since: number } | undefined;

  observe(state: ServerState | undefined): void {
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
    this.observe(undefined);
    return this.#times;
  }
}
