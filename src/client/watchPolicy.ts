import type { ServerState } from '../ipc/state';
import { isDesired } from '../ipc/serverStates';

/** The reaction to a change of a file that an entry names in `dev.watch`. */
export type WatchDecision =
  | 'restart'
  /** To be decided again when its start is over, because the file may have been read before. */
  | 'later'
  /** Nothing: it is not wanted, about to be launched, or inactive. */
  | 'ignore'
  /** It was restarted too often, and changes are ignored from now on. */
  | 'pause';

/** Restarts within `watchWindow` seconds; a person does not cause more. */
export const watchLimit = 5;
/** Seconds. */
export const watchWindow = 30;
/** Milliseconds without a change after which changes count again. */
const quiet = 60_000;

/**
 * Decides when changed files restart one server; immutable. It has a limit, because a server that writes the files it
 * watches would restart forever.
 */
export class WatchPolicy {
  constructor(
    /** Times of the recent restarts in epoch milliseconds, oldest first. */
    private readonly restarts: readonly number[] = [],
    /** Time of the last ignored change; absent while changes count. */
    private readonly ignoredAt?: number,
  ) {}

  /** The decision about a change at `now`, and the policy after it. `isRead`: the file is read for each launch. */
  changed(
    state: ServerState,
    now: number,
    isRead = false,
  ): { readonly decision: WatchDecision; readonly policy: WatchPolicy } {
    if (this.ignoredAt !== undefined && now - this.ignoredAt < quiet) {
      return { decision: 'ignore', policy: new WatchPolicy([], now) };
    }
    // A failed server restarts as well: the change may have fixed it.
    if (!isDesired(state)) return { decision: 'ignore', policy: this };
    if (state.kind === 'starting') {
      // Files that a launch reads may have been read long before its process starts.
      const wasRead = isRead || (state.step !== 'resolving' && state.step !== 'queued');
      return { decision: wasRead ? 'later' : 'ignore', policy: this };
    }
    const recent = this.restarts.filter((time) => now - time < watchWindow * 1_000);
    if (recent.length < watchLimit) {
      return { decision: 'restart', policy: new WatchPolicy([...recent, now]) };
    }
    return { decision: 'pause', policy: new WatchPolicy([], now) };
  }
}
