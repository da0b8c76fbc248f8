import { sourceName } from '../editing/sourceText';
import { escapeDeceptive } from '../text/untrustedText';
import { launchLine, entryText } from './serverText';
import { offeredActions, type OfferedAction } from './serverActions';
import type { ShownServer } from './shownServer';

/** One line of the quick pick of servers. */
export interface ServerPick {
  readonly label: string;
  readonly description: string;
  /** Command line or URL without likely secrets. */
  readonly detail: string;
  readonly server: string;
}

/** The servers to which the action applies now. If it applies to none, all of them, because the action tells why. */
export function serverPicks(
  entries: ReadonlyMap<string, ShownServer>,
  now: number,
  action?: OfferedAction,
): readonly ServerPick[] {
  const all = [...entries.values()];
  const fitting = all.filter(
    (entry) => action === undefined || offeredActions(entry).includes(action),
  );
  return (fitting.length > 0 ? fitting : all).map((entry) => {
    const { id, name, source, launch } = entry.definition;
    return {
      label: escapeDeceptive(name),
      description: `${entryText(entry, now).text} · ${sourceName(source)}`,
      detail: launchLine(launch),
      server: id,
    };
  });
}
