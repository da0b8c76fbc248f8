import type { Launch } from '../config/definition';
import { serverActions, type ServerAction } from './serverActions';
import { entryText } from './serverText';
import type { ShownServer } from './shownServer';
import { sourceName } from './sourceText';
import { visible } from './visible';

/** One line of the quick pick of servers. */
export interface ServerPick {
  readonly label: string;
  readonly description: string;
  /** What starts or is reached, as it is written in the file. */
  readonly detail: string;
  readonly server: string;
}

/** The servers to which the action applies now; all of them where it applies to none. */
export function serverPicks(
  entries: ReadonlyMap<string, ShownServer>,
  now: number,
  action?: ServerAction,
): readonly ServerPick[] {
  const all = [...entries.values()];
  const fitting = action ? all.filter((entry) => serverActions(entry).includes(action)) : all;
  return (fitting.length > 0 ? fitting : all).map((entry) => {
    const { id, name, source, launch } = entry.definition;
    return {
      label: visible(name),
      description: `${entryText(entry, now).text} · ${sourceName(source)}`,
      detail: launchLine(launch),
      server: id,
    };
  });
}

function launchLine(launch: Launch): string {
  if (launch.type !== 'stdio') return visible(launch.url);
  return [launch.command, ...launch.args].map(word).join(' ');
}

function word(text: string): string {
  const shown = visible(text);
  return shown === '' || /[\s"']/.test(shown) ? JSON.stringify(shown) : shown;
}
