import type { Definition, Range } from '../../config/definition';
import { offeredActions, type OfferedAction } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { t, type TextKey } from '../text/texts';
import type { CommandName } from '../window/commandNames';

/** One lens over an entry. */
export interface Lens {
  readonly range: Range;
  readonly title: string;
  readonly tooltip?: string | undefined;
  readonly server: string;
  readonly command: CommandName;
}

/** The actions that have a lens, with its command and title. */
const actionLenses: Partial<Record<OfferedAction, readonly [CommandName, TextKey]>> = {
  start: ['startServer', 'lensStart'],
  stop: ['stopServer', 'lensStop'],
  restart: ['restartServer', 'lensRestart'],
  enable: ['enableServer', 'lensEnable'],
  debug: ['debugServer', 'lensDebug'],
};

/** The lenses over each entry of a file: state, what can be done, log, and number of tools. */
export function lenses(
  definitions: readonly Definition[],
  entries: ReadonlyMap<string, ShownServer>,
  now: number,
): readonly Lens[] {
  return definitions.flatMap((definition) => {
    const entry = entries.get(definition.id);
    return entry ? entryLenses(definition, entry, now) : [];
  });
}

function entryLenses({ id, range }: Definition, entry: ShownServer, now: number): Lens[] {
  const text = entryText(entry, now);
  const lens = (command: CommandName, title: string, tooltip?: string): Lens => ({
    range,
    title,
    tooltip,
    server: id,
    command,
  });
  return [
    // VS Code puts lenses of its own over the same entry.
    lens(
      'whyNotRunning',
      `$(${text.icon.id}) ${t('lensState', { state: text.state })}`,
      text.detail,
    ),
    ...offeredActions(entry).flatMap((action) => {
      const [command, title] = actionLenses[action] ?? [];
      return command && title ? [lens(command, t(title))] : [];
    }),
    lens('showLog', t('lensLog')),
    ...(text.counts ? [lens('listTools', t('tools', { count: entry.snapshot.counts.tools }))] : []),
  ];
}
