import type { LogEntry } from '../../ipc/contract';
import { isUp } from '../../ipc/serverStates';
import type { ServerState, StateChange } from '../../ipc/state';
import { sentence } from '../reasons/sentence';
import { capital } from '../text/format';
import { reasonOfState, stateName } from '../tree/serverText';
import type { Happening, StateHappening } from './pageMessages';
import { t } from './timelineTexts';

/** Milliseconds between the log entry that gives a reason and the change of state that follows. */
const together = 250;

/** Log entries that say what a state says. */
const saidByState: ReadonlySet<string> = new Set(['serverReady', 'serverStopped']);

type Event = LogEntry & Required<Pick<LogEntry, 'reason'>>;

/**
 * Changes of a server's state, and the events of its log that they do not say, oldest first.
 * An event at the end of a run is the reason of that end.
 */
export function happeningsOf(
  history: readonly StateChange[],
  log: readonly LogEntry[],
): readonly Happening[] {
  const changes = withoutStopping(history).map(({ at, state }, index, all) =>
    happeningOf(at, state, all[index - 1]?.state),
  );
  const others: Happening[] = [];
  for (const { time, level, reason } of log.filter(isEvent)) {
    const text = sentence(reason);
    const isNear = ({ at }: StateHappening): boolean => at >= time && at - time <= together;
    const isSaid = changes.some((change) => isNear(change) && change.why?.includes(text));
    if (isSaid || saidByState.has(reason.code)) continue;
    const caused = changes.find(
      (change) => isNear(change) && change.end !== undefined && change.why === undefined,
    );
    if (caused) caused.why = text;
    else others.push({ kind: 'event', at: time, level, text });
  }
  return [...changes, ...others].toSorted((one, other) => one.at - other.at);
}

function isEvent(entry: LogEntry): entry is Event {
  return entry.reason !== undefined;
}

/** A stop that is over is one change, from its beginning. */
function withoutStopping(history: readonly StateChange[]): readonly StateChange[] {
  return history.flatMap((change, index) => {
    if (change.state.kind === 'stopping' && history[index + 1]?.state.kind === 'idle') return [];
    const before = history[index - 1];
    const ends = change.state.kind === 'idle' && before?.state.kind === 'stopping';
    return [ends ? { ...change, at: before.at } : change];
  });
}

function happeningOf(
  at: number,
  state: ServerState,
  before: ServerState | undefined,
): StateHappening {
  const reason = reasonOfState(state);
  return {
    kind: 'state',
    at,
    state: state.kind,
    title: titleOf(state),
    why: reason && sentence(reason),
    end: endOf(state, before),
  };
}

/** The end of the state before: by itself, because something went wrong, or because somebody wanted that. */
function endOf(state: ServerState, before: ServerState | undefined): StateHappening['end'] {
  if (!before || !(isUp(before) || before.kind === 'starting') || isUp(state)) return undefined;
  switch (state.kind) {
    case 'backingOff':
    case 'failed':
      return 'failed';
    // A start that needs a person was none.
    case 'blocked':
      return isUp(before) ? 'failed' : undefined;
    case 'starting':
      return isUp(before) ? 'wanted' : undefined;
    default:
      return 'wanted';
  }
}

function titleOf(state: ServerState): string {
  if (state.kind === 'backingOff') return t('backingOff', { attempt: state.attempt });
  return capital(stateName(state));
}
