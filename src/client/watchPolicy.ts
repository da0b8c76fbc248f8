import { isDesired } from '../ipc/serverStates';
import type { ServerState } from '../ipc/state';

/** What follows from a change of a file that an entry names in `dev.watch`. */
export type WatchDecision =
  | 'restart'
  /** Nothing: it is not wanted, on its way already, or inactive. */
  | 'ignore'
  /** It was restarted too often for that, and changes are ignored from now on. */
  | 'pause';

/** So many restarts in `watchWindow` seconds are one too few to be a person's work. */
export const watchLimit = 5;
/** In seconds. */
export const watchWindow = 30;
/** Milliseconds without a change after which changes count again. */
const quiet = 60_000;

/**
 * When changed files restart one server: an immutable record. A server that writes what its own entry
 * watches would be restarted for ever.
 */
export class WatchPolicy {
  constructor(
    /** Times of the restarts that still count, oldest first, as all times in epoch milliseconds. */
    private readonly restarts: readonly number[] = [],
    /** The last change since changes are ignored; absent while they count. */
    private readonly ignoredAt?: number,
  ) {}

  /** What follows from a change at `now` while the server is in this state, and the policy after it. */
  changed(
    state: ServerState,
    now: number,
  ): { readonly decision: WatchDecision; readonly policy: WatchPolicy } {
    if (this.ignoredAt !== undefined && now - this.ignoredAt < quiet) {
      return { decision: 'ignore', policy: new WatchPolicy([], now) };
    }
    // One that failed counts as well: the changed file may be the cure.
    if (!isDesired(state) || state.kind === 'starting') return { decision: 'ignore', policy: this };
    const recent = this.restarts.filter((time) => now - time < watchWindow * 1_000);
    if (recent.length < watchLimit) {
      return { decision: 'restart', policy: new WatchPolicy([...recent, now]) };
    }
    return { decision: 'pause', policy: new WatchPolicy([], now) };
  }
}
