import type { Launch } from '../../config/definition';
import type { EffectiveSettings, SettingsLayer } from '../../config/settings/effectiveSettings';
import type { Precedence } from '../../config/precedence';
import type { SettingKey } from '../../config/settings/serverSettings';
import { maskDefaults } from '../../config/variables';
import { launchLine, entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { sentence } from '../reasons/sentence';
import { escapeDeceptive } from '../text/untrustedText';
import { textsOf, type KeyOf } from '../text/format';
import type { Fact } from '../page/pageSchemas';
import { sourceName } from './sourceText';

/** Texts of what counts of the configuration, without reasons and states. */
export const t = textsOf(
  {
    from: 'From',
    place: '{source}, line {line} ({file})',
    counts: 'Counts',
    countsOver: 'yes[, over {losers}]',
    countsNot: 'no. {why}',
    runBy: 'Who runs it',
    roundhouse: 'Roundhouse',
    vscode: 'VS Code; the settings below do not reach it',
    undecided: 'not decided yet',
    state: 'State',
    launch: 'Launch',
    cwd: 'Working folder',
    env: 'Sets variables',
    unsets: 'Unsets variables',
    envFile: 'Reads variables from',
    headers: 'Sends headers',
    names: '{names}',
    text: '{text}',
    inputs: 'Inputs',
    unread: 'Not taken over from that file',
    setting: '{value} ({from})',
    byDefault: 'By default',
    defaultSetting: '{key} {value}',
    nothing: 'not set',
    ignored: 'Not counted, from {layer}',
  },
  escapeDeceptive,
);

/** The names of the layers, as they stand behind a value. */
const layerName = textsOf<SettingsLayer>({
  entry: 'its own file',
  user: 'user settings',
  workspace: 'workspace settings',
  folder: 'folder settings',
});

/** The settings in the order in which they are listed. */
const settingOrder: readonly SettingKey[] = [
  'enabled',
  'autostart',
  'startupTimeoutSeconds',
  'callTimeoutSeconds',
  'idleShutdownMinutes',
  'restart.maxCrashes',
  'tools.allow',
  'tools.hide',
  'path',
  'share',
  'where',
  'roots',
  'trustHints',
  'descriptions',
];

/** A server with everything that decides about it. */
export interface EffectiveServer extends ShownServer {
  readonly effective: EffectiveSettings;
  readonly precedence: Precedence | undefined;
}

/** Servers of one name, without regard to case, in alphabetical order of the names. */
export function byName(
  servers: Iterable<EffectiveServer>,
): readonly (readonly EffectiveServer[])[] {
  const groups = new Map<string, EffectiveServer[]>();
  for (const server of servers) {
    const key = server.definition.name.toLowerCase();
    const group = groups.get(key);
    if (group) group.push(server);
    else groups.set(key, [server]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([, group]) => group);
}

/** Place of an entry, whether it counts and why, and its launch. `losers`: ids of entries it counts over. */
export function entryFacts(
  server: EffectiveServer,
  losers: readonly string[],
  now: number,
): readonly Fact[] {
  const { definition, runBy } = server;
  const { source, range, launch, inputs, unread = [] } = definition;
  const place = { source: sourceName(source), line: range.startLine + 1, file: source.file };
  return [
    fact('from', t('place', place)),
    fact('counts', precedenceText(server, losers)),
    fact('runBy', t(runBy)),
    fact('state', entryText(server, now).text),
    ...launchFacts(launch),
    ...namesFact(
      'inputs',
      inputs.map(({ id }) => id),
    ),
    ...namesFact('unread', unread),
  ];
}

function fact(key: KeyOf<typeof t>, value: string): Fact {
  return { label: t(key), value };
}

/** A list of names; nothing where it is empty. */
function namesFact(key: KeyOf<typeof t>, names: readonly string[]): Fact[] {
  return names.length > 0 ? [fact(key, t('names', { names }))] : [];
}

/** Effective settings of a server with their layers, then the ignored ones. */
export function settingFacts(effective: EffectiveSettings): readonly Fact[] {
  return [
    ...settingOrder.flatMap((key) => settingFact(key, effective) ?? []),
    ...defaultsFact(effective),
    ...effective.ignored.map(({ layer, reason }) => ({
      label: t('ignored', { layer: layerName(layer) }),
      value: sentence(reason),
    })),
  ];
}

function precedenceText(
  { precedence, snapshot, inactiveReason }: EffectiveServer,
  losers: readonly string[],
): string {
  const { state } = snapshot;
  if (inactiveReason && state.kind === 'disabled') {
    return t('countsNot', { why: sentence(state.reason) });
  }
  if (precedence?.kind === 'overridden') {
    return t('countsNot', { why: sentence({ code: 'overridden', args: { by: precedence.by } }) });
  }
  return t('countsOver', { losers });
}

/** A setting that has a value in some layer. */
function settingFact(key: SettingKey, { settings, from }: EffectiveSettings): Fact | undefined {
  const layers = from[key]?.map((layer) => layerName(layer));
  if (!layers) return undefined;
  return { label: key, value: t('setting', { value: valueText(settings[key]), from: layers }) };
}

/** Settings without a value, as one fact because they are the same for most servers. */
function defaultsFact({ settings, from }: EffectiveSettings): Fact[] {
  const keys = settingOrder.filter((key) => from[key] === undefined);
  const values = keys.map((key) => t('defaultSetting', { key, value: valueText(settings[key]) }));
  return namesFact('byDefault', values);
}

function valueText(value: unknown): string {
  const isEmpty =
    value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  if (isEmpty) return t('nothing');
  // A list of each layer reads as one where there is only one.
  const shown: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (Array.isArray(value) && !Array.isArray(shown)) return JSON.stringify(value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

/** Facts about how an entry is launched, as it is written; likely secrets are masked. */
export function launchFacts(launch: Launch): readonly Fact[] {
  const line = fact('launch', t('text', { text: `${launch.type} ${launchLine(launch)}` }));
  if (launch.type !== 'stdio') return [line, ...namesFact('headers', Object.keys(launch.headers))];
  const { cwd, env, envFile } = launch;
  const path = (key: 'cwd' | 'envFile', text: string | undefined): Fact[] =>
    text === undefined ? [] : [fact(key, t('text', { text: maskDefaults(text) }))];
  const names = Object.keys(env);
  return [
    line,
    ...path('cwd', cwd),
    ...namesFact(
      'env',
      names.filter((name) => env[name] !== null),
    ),
    ...namesFact(
      'unsets',
      names.filter((name) => env[name] === null),
    ),
    ...path('envFile', envFile),
  ];
}
