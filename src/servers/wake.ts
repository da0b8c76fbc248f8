import type { Disposable } from '../base/disposable';

/** Milliseconds between two comparisons of the clocks. */
const interval = 30_000;
/** Milliseconds by which the clock must be ahead of the timer for a sleep. */
const slept = 60_000;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;
let last = 0;

/**
 * Calls the listener when the machine has woken from a sleep of more than a minute, or its clock was set; at most half a
 * minute late. Keeps no process alive.
 */
export function onWake(listener: () => void): Disposable {
  const entry = (): void => listener();
  listeners.add(entry);
  if (!timer) {
    last = Date.now();
    timer = setInterval(look, interval).unref();
  }
  return {
    dispose: () => {
      listeners.delete(entry);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Checks for a sleep now, for callers that suspect one before the half minute is over. */
export function noticeWake(): void {
  if (timer) look();
}

/** Compares the clocks, because timers stand still while the machine sleeps. */
function look(): void {
  const now = Date.now();
  const isLate = now - last > interval + slept;
  last = now;
  if (isLate) for (const listener of listeners) listener();
}
