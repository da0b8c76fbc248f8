import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { longestTimer } from '../connection/countdown';
import type { Supervisor } from './supervisor';

/** What is to be seen of a server that may be ended. */
type Ending = Pick<Supervisor, 'state' | 'log' | 'stop'> & {
  readonly calls: Pick<Supervisor['calls'], 'idleSince'>;
};

/**
 * Ends a server that is up once it had no open call, and nobody watched its resources, for `minutes`; absent:
 * never. The next call starts it again.
 */
export function endWhenIdle(
  supervisor: Ending,
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

/** What those who share a server agree on: the longest time, none where one of them names none. */
export function longestOf(times: Iterable<number | undefined>): number | undefined {
  let longest = 0;
  for (const time of times) {
    if (time === undefined) return undefined;
    longest = Math.max(longest, time);
  }
  return longest > 0 ? longest : undefined;
}
