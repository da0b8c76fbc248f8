import type { Definition, Range } from '../../config/definition';
import { offeredActions, type OfferedAction } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { t, type TextKey } from '../text/texts';

/** One lens over an entry. */
export interface Lens {
  readonly range: Range;
  readonly title: string;
  readonly tooltip?: string | undefined;
  readonly server: string;
  readonly action: keyof typeof actionKeys | 'whyNotRunning' | 'showLog' | 'listTools';
}

const actionKeys = {
  start: 'lensStart',
  stop: 'lensStop',
  restart: 'lensRestart',
  enable: 'lensEnable',
  debug: 'lensDebug',
} as const satisfies Partial<Record<OfferedAction, TextKey>>;

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
  const lens = (action: Lens['action'], title: string, tooltip?: string): Lens => ({
    range,
    title,
    tooltip,
    server: id,
    action,
  });
  return [
    // VS Code puts lenses of its own over the same entry.
    lens(
      'whyNotRunning',
      `$(${text.icon.id}) ${t('lensState', { state: text.state })}`,
      text.detail,
    ),
    ...offeredActions(entry)
      .filter(hasLens)
      .map((action) => lens(action, t(actionKeys[action]))),
    lens('showLog', t('lensLog')),
    ...(text.counts ? [lens('listTools', t('tools', { count: entry.snapshot.counts.tools }))] : []),
  ];
}

function hasLens(action: OfferedAction): action is keyof typeof actionKeys {
  return action in actionKeys;
}
