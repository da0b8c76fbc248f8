import type { Reason } from '../base/errors';
import type { ServerState, StateChange } from '../ipc/state';

/** Changes that are kept; a crash and its restart take three. */
const mostChanges = 200;

/** The last states of a server, each with its beginning. The steps of a start are one state. */
export class StateHistory {
  readonly #changes: StateChange[] = [];

  constructor(private readonly now = Date.now) {}

  /** The changes, oldest first; none before the first start. */
  get changes(): readonly StateChange[] {
    return this.#changes;
  }

  /**
   * Notes the current state. `since`: its beginning, where it began before now. What was noted after that was not the
   * server's, but that of a window which looked for it meanwhile.
   */
  note(state: ServerState, since = Infinity): void {
    const changes = this.#changes;
    while (changes.length > 0 && (changes.at(-1)?.at ?? 0) >= since) changes.pop();
    const last = changes.at(-1)?.state ?? { kind: 'idle', cached: false };
    const noted = brief(state);
    if (keyOf(last) === keyOf(noted)) return;
    changes.push({ at: Math.min(since, this.now()), state: noted });
    if (changes.length > mostChanges) changes.shift();
  }
}

/**
 * The changes of a handle's history, after those of its supervisor from before there was the handle, because the
 * process outlives a reload of its window.
 */
export function joinedHistory(
  supervisor: readonly StateChange[],
  handle: readonly StateChange[],
): StateChange[] {
  const first = handle[0]?.at ?? 0;
  return [...supervisor.filter(({ at }) => at < first), ...handle].slice(-mostChanges);
}

/** Equal for states that are one change. */
function keyOf(state: ServerState): string {
  return JSON.stringify({ ...state, step: undefined, cached: undefined });
}

/** The state without the output in its reason, which the log has. */
function brief(state: ServerState): ServerState {
  switch (state.kind) {
    case 'backingOff':
    case 'failed':
      return { ...state, error: withoutOutput(state.error) };
    default:
      return state;
  }
}

function withoutOutput({ args, cause, ...reason }: Reason): Reason {
  const { output: _output, ...rest } = args ?? {};
  return { ...reason, args: rest, ...(cause && { cause: withoutOutput(cause) }) };
}
