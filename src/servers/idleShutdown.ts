import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { longestTimer } from '../base/abort';
import type { Disposable } from '../base/disposable';
import type { Supervisor } from './supervisor';

/** The parts of a supervisor that {@link endWhenIdle} uses. */
type IdleServer = Pick<Supervisor, 'state' | 'log' | 'stop'> & {
  readonly calls: Pick<Supervisor['calls'], 'idleSince'>;
};

/**
 * Ends a running server after `minutes` without an open call and without watched resources; absent: never. The next
 * call starts it again.
 */
export function endWhenIdle(
  supervisor: IdleServer,
  minutes: ReadonlySignal<number | undefined>,
  isWatched: ReadonlySignal<boolean>,
): Disposable {
  let watchedUntil = 0;
  const idleSince = computed(() => {
    const state = supervisor.state.value;
    const since = supervisor.calls.idleSince.value;
    return 'since' in state && since !== undefined ? Math.max(since, state.since) : undefined;
  });
  const stop = effect(() => {
    const [after, since] = [minutes.value, idleSince.value];
    if (isWatched.value) return () => (watchedUntil = Date.now());
    if (after === undefined || since === undefined) return undefined;
    const end = (): void => {
      supervisor.log.note('info', { code: 'idleShutdown', args: { minutes: after } });
      void supervisor.stop();
    };
    const time = Math.max(since, watchedUntil) + after * 60_000 - Date.now();
    const timer = setTimeout(end, Math.min(Math.max(time, 0), longestTimer));
    return () => clearTimeout(timer);
  });
  return { dispose: stop };
}

/** The longest of the times; none if one client names none. */
export function longestOf(times: Iterable<number | undefined>): number | undefined {
  let longest = 0;
  for (const time of times) {
    if (time === undefined) return undefined;
    longest = Math.max(longest, time);
  }
  return longest > 0 ? longest : undefined;
}
