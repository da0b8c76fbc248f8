import type { ConfigSource, Launch } from '../../config/definition';
import type { EffectiveSettings, SettingsLayer } from '../../config/settings/effectiveSettings';
import type { Precedence } from '../../config/precedence';
import type { SettingKey } from '../../config/settings/serverSettings';
import { maskDefaults } from '../../config/variables';
import { launchLine, entryText } from '../tree/serverText';
import { bullets } from '../text/markdown';
import type { ShownFile, ShownServer } from '../tree/shownServer';
import { sentence } from '../reasons/sentence';
import { escapeDeceptive } from '../text/untrustedText';
import { textsOf } from '../text/format';
import { factLine, type Fact } from '../text/facts';
import { sourceName } from './sourceText';

/** Texts of the page "Effective configuration", without reasons and states. */
export const t = textsOf(
  {
    title: 'Effective configuration',
    legend:
      'Entries of one name are grouped, the nearest first. Values of variables and headers are not shown, likely secrets are masked.',
    restricted: 'This workspace is in Restricted Mode: no server is started.',
    noServers: 'No servers are configured.',
    from: 'From: {source}, line {line} ({file})',
    counts: 'Counts: yes',
    countsAlone: 'Counts: yes, over {losers}',
    set: 'Counts: no. {why}',
    runBy: 'Who runs it: {runner}',
    roundhouse: 'Roundhouse',
    vscode: 'VS Code; the settings below do not reach it',
    undecided: 'not decided yet',
    state: 'State: {state}',
    launch: 'Launch',
    cwd: 'Working folder',
    env: 'Sets variables',
    unsets: 'Unsets variables',
    envFile: 'Reads variables from',
    headers: 'Sends headers',
    names: '{names}',
    text: '{text}',
    inputs: 'Inputs: {names}',
    unread: 'Not taken over from that file: {keys}',
    settings: 'Settings:',
    setting: '{value} ({from})',
    byDefault: 'By default',
    defaultSetting: '{key} {value}',
    nothing: 'not set',
    ignored: 'Not counted, from {layer}',
    files: 'Files',
    fileRead: '{file}: {count} {count|server|servers}',
    fileAbsent: '{file}: not there',
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

export interface EffectiveInput {
  /** Nearest first. */
  readonly servers: Iterable<EffectiveServer>;
  /** The files that are there. */
  readonly files: readonly ShownFile[];
  /** Every place where a file may be. */
  readonly sources: readonly ConfigSource[];
  readonly trusted: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** For every server where it comes from, what won and why, and what counts of its settings; Markdown. */
export function effectiveText(input: EffectiveInput): string {
  const groups = byName(input.servers);
  const parts = [
    `# ${t('title')}`,
    ...(input.trusted ? [] : [t('restricted')]),
    groups.length > 0 ? t('legend') : t('noServers'),
    ...groups.flatMap((servers) => nameSection(servers, input.now)),
    ...fileSection(input),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Entries of one name, without regard to case, in alphabetical order of the names. */
function byName(servers: Iterable<EffectiveServer>): readonly (readonly EffectiveServer[])[] {
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

function nameSection(servers: readonly EffectiveServer[], now: number): string[] {
  const losers = new Map<string, string[]>();
  for (const { definition, precedence } of servers) {
    if (precedence?.kind !== 'overridden') continue;
    losers.set(precedence.by, [...(losers.get(precedence.by) ?? []), definition.id]);
  }
  return [
    `## ${escapeDeceptive(servers[0]?.definition.name ?? '')}`,
    ...servers.flatMap((server) => serverSection(server, losers.get(server.definition.id), now)),
  ];
}

function serverSection(
  server: EffectiveServer,
  losers: readonly string[] | undefined,
  now: number,
): string[] {
  const { definition, runBy, effective } = server;
  const { source, range, launch, inputs, unread = [] } = definition;
  const line = range.startLine + 1;
  return [
    `### ${escapeDeceptive(definition.id)}`,
    bullets([
      t('from', { source: sourceName(source), line, file: source.file }),
      precedenceText(server, losers),
      t('runBy', { runner: t(runBy) }),
      t('state', { state: entryText(server, now).text }),
      ...launchFacts(launch).map(factLine),
      ...(inputs.length > 0 ? [t('inputs', { names: inputs.map(({ id }) => id) })] : []),
      ...(unread.length > 0 ? [t('unread', { keys: unread })] : []),
    ]),
    t('settings'),
    bullets(settingFacts(effective).map(factLine)),
  ];
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
  losers: readonly string[] | undefined,
): string {
  const { state } = snapshot;
  if (inactiveReason && state.kind === 'disabled') return t('set', { why: sentence(state.reason) });
  if (precedence?.kind === 'overridden') {
    return t('set', { why: sentence({ code: 'overridden', args: { by: precedence.by } }) });
  }
  return losers ? t('countsAlone', { losers }) : t('counts');
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
  return values.length > 0 ? [{ label: t('byDefault'), value: t('names', { names: values }) }] : [];
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

/** How an entry is launched, as it is written; likely secrets are masked. */
export function launchFacts(launch: Launch): readonly Fact[] {
  const fact = (key: 'launch' | 'cwd' | 'envFile', text: string | undefined): Fact[] =>
    text === undefined ? [] : [{ label: t(key), value: t('text', { text }) }];
  const listed = (key: 'env' | 'unsets' | 'headers', names: readonly string[]): Fact[] =>
    names.length === 0 ? [] : [{ label: t(key), value: t('names', { names }) }];
  const line = fact('launch', `${launch.type} ${launchLine(launch)}`);
  if (launch.type !== 'stdio') return [...line, ...listed('headers', Object.keys(launch.headers))];
  const { cwd, env, envFile } = launch;
  const names = Object.keys(env);
  return [
    ...line,
    ...fact('cwd', cwd && maskDefaults(cwd)),
    ...listed(
      'env',
      names.filter((name) => env[name] !== null),
    ),
    ...listed(
      'unsets',
      names.filter((name) => env[name] === null),
    ),
    ...fact('envFile', envFile && maskDefaults(envFile)),
  ];
}

function fileSection({ files, sources }: EffectiveInput): string[] {
  const found = new Map(files.map(({ source, parsed }) => [source.id, parsed.definitions.length]));
  const lines = sources.map(({ id, file }) => {
    const count = found.get(id);
    return count === undefined ? t('fileAbsent', { file }) : t('fileRead', { file, count });
  });
  return lines.length > 0 ? [`## ${t('files')}`, bullets(lines)] : [];
}
