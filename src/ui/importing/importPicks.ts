import { redact } from '../../base/redact';
import type { ConfigSource, Definition, Launch, DialectId } from '../../config/definition';
import { dialects } from '../../config/dialects';
import type { LostField } from '../../config/write/exportEntry';
import {
  settingKeys,
  type ServerToSet,
  type WritableLayer,
} from '../../config/write/settingsWrite';
import {
  conflictActions,
  serversToSet,
  type ImportAction,
  type PlannedEntry,
} from '../../config/write/importPlan';
import { likelySecrets } from '../../config/likelySecrets';
import type { OfferedInput } from '../../config/write/newInputs';
import { isCutByComment, type Pasted, type Reading } from '../../config/paste/pastedServer';
import type { SettingKey } from '../../config/settings/serverSettings';
import { problemText } from '../editing/problemTexts';
import { t, type ImportTextKey } from './importTexts';

export interface ImportPick<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  readonly value: T;
}

const readingTexts: Readonly<Record<Reading['kind'], ImportTextKey>> = {
  command: 'readingCommand',
  address: 'readingAddress',
  npm: 'readingNpm',
  pypi: 'readingPypi',
  image: 'readingImage',
  repository: 'readingRepository',
  file: 'readingFile',
  config: 'readingConfig',
  link: 'readingLink',
  hostCommand: 'readingHostCommand',
};

/** Choices between meanings of a pasted text. */
export function readingPicks(readings: readonly Reading[]): readonly ImportPick<Reading>[] {
  return readings.map((reading) => {
    const { kind, drafts } = reading;
    const [first] = drafts;
    const label = t(readingTexts[kind], { count: drafts.length });
    return {
      label,
      ...(first && { description: launchLine(first.definition.launch) }),
      value: reading,
    };
  });
}

/**
 * Problem with a pasted text: nothing could be read, or not all of it. `typed`: text of a single-line field, which
 * replaces line ends by spaces. `undefined` if all is well.
 */
export function unreadableText(
  { problems, readings }: Pasted,
  typed: string | undefined,
): string | undefined {
  if (typed !== undefined && needsLines({ problems, readings }, typed)) return t('addLines');
  if (readings.length > 0) return undefined;
  const [problem] = problems;
  return problem === undefined
    ? t(typed === undefined ? 'addClipboardUnreadable' : 'addUnreadable')
    : t('addProblem', { problem: problemText(problem) });
}

/**
 * True if line ends were lost that the text needs. TOML and YAML depend on lines; a line comment in JSON ends with its
 * line.
 */
function needsLines({ problems, readings }: Pasted, typed: string): boolean {
  if (/^\s*["{]/.test(typed)) return isCutByComment(typed);
  const isNothing = readings.length === 0 && problems.every(({ code }) => code === 'syntax');
  return isNothing && /^\s*(?:\[[\w.'"-]+\]|(?:-\s+)?\w+:)\s/.test(typed);
}

/** The servers of an import and what happens to each. */
export function planPicks(
  plan: readonly PlannedEntry[],
  to: DialectId,
): readonly ImportPick<PlannedEntry>[] {
  return plan.map((planned) => {
    const { definition, action, lost } = planned;
    const fields = [...new Set(lost.map(({ field }) => field))];
    const without =
      fields.length === 0 || action.kind === 'skip' ? [] : [t('planLost', { fields })];
    return {
      label: definition.name,
      description: [actionText(action, to), ...without].join(', '),
      detail: launchLine(definition.launch),
      picked: action.kind !== 'skip',
      value: planned,
    };
  });
}

const carryTexts: Readonly<Record<WritableLayer, ImportTextKey>> = {
  user: 'carryUser',
  workspace: 'carryWorkspace',
  folder: 'carryFolder',
};

/** Offer to carry settings of the servers; `undefined` if there are none. */
export function carryPick(
  plan: readonly PlannedEntry[],
  layer: WritableLayer,
): ImportPick<'settings'> | undefined {
  const servers = serversToSet(plan);
  const keys = servers.flatMap(({ settings }) => settingKeys(settings));
  if (keys.length === 0) return undefined;
  const kinds = [...new Set(keys.map((key) => t(kindText(key))))];
  const details = servers.map(({ name, settings }) =>
    t('carryOf', { server: name, fields: settingKeys(settings) }),
  );
  return {
    label: t(carryTexts[layer], { count: keys.length, kinds }),
    detail: details.join(' · '),
    picked: true,
    value: 'settings',
  };
}

function kindText(key: SettingKey): ImportTextKey {
  if (key === 'enabled') return 'carryDisabled';
  return key.startsWith('tools.') ? 'carryTools' : 'carryTimeouts';
}

/** Choices for a taken name; if more conflicts follow, also for all of them. */
export function conflictPicks(
  planned: PlannedEntry,
  more: number,
): readonly ImportPick<{ readonly action: ImportAction; readonly all: boolean }>[] {
  const actions = conflictActions(planned);
  const single = actions.map((action) => ({
    label: conflictText(action),
    value: { action, all: false },
  }));
  const count = more + 1;
  const all = actions.map((action) => ({
    label: allText(action, count),
    value: { action, all: true },
  }));
  return more > 0 ? [...single, ...all] : single;
}

export function conflictTitle({ taken = '' }: PlannedEntry): string {
  return t('conflictTitle', { name: taken });
}

const locationTexts: Readonly<Record<OfferedInput['location']['kind'], ImportTextKey>> = {
  env: 'placeEnv',
  header: 'placeHeader',
  arg: 'placeArg',
  url: 'placeUrl',
};

/** Values that can become inputs. The values themselves are not shown. */
export function offerPicks<T extends { readonly input: OfferedInput; readonly server: string }>(
  offered: readonly T[],
): readonly ImportPick<T>[] {
  return offered.map((one) => ({
    label: one.input.name || one.input.id,
    description: t(locationTexts[one.input.location.kind], { server: one.server }),
    detail: t(one.input.value === undefined ? 'offerAsked' : 'offerStored'),
    picked: true,
    value: one,
  }));
}

/** A line for each thing that a server loses. */
export function lostLines(servers: readonly NamedLoss[]): readonly string[] {
  return servers.flatMap((server) =>
    [...new Set(server.lost.map(lostText))].map((text) => `${nameIn(server)}: ${text}`),
  );
}

type NamedLoss = Pick<PlannedEntry, 'definition' | 'action' | 'lost'>;

/** Name of the server in the target. */
function nameIn({ definition, action }: NamedLoss): string {
  return action.kind === 'skip' ? definition.name : action.name;
}

/** Names of servers that lose something and a page with details; `undefined` if nothing is lost. */
export function lostSummary(
  servers: readonly NamedLoss[],
  to: DialectId,
): { readonly text: string; readonly page: string } | undefined {
  const lines = lostLines(servers);
  if (lines.length === 0) return undefined;
  const names = servers.filter(({ lost }) => lost.length > 0).map(nameIn);
  const title = t('detailsTitle', { host: dialects[to].label });
  const page = [title, '', ...lines.map((line) => `- ${line}`), ''].join('\n');
  const isWhole = servers.every(({ lost }) => lost.every(({ code }) => code === 'secretInline'));
  return { text: t(isWhole ? 'inPlainText' : 'notCarried', { names }), page };
}

/** Message about the servers and settings that were written. */
export function writtenText(
  file: string,
  servers: number,
  set: readonly Pick<ServerToSet, 'settings'>[],
): string {
  if (servers === 0) return t('writtenNone', { file });
  const count = set.flatMap(({ settings }) => settingKeys(settings)).length;
  const settings = count > 0 ? [t('writtenSettings', { count })] : [];
  return [t('written', { count: servers, file }), ...settings].join(' ');
}

/** Servers to export, each with its file. */
export function exportPicks(
  definitions: readonly Definition[],
  nameOf: (source: ConfigSource) => string,
): readonly ImportPick<Definition>[] {
  return definitions.map((definition) => ({
    label: definition.name,
    description: nameOf(definition.source),
    picked: true,
    value: definition,
  }));
}

/** Command line or URL of a launch, with likely secrets masked. */
export function launchLine(launch: Launch): string {
  const secrets = likelySecrets(launch).map(({ text }) => text);
  if (launch.type !== 'stdio') return redact(launch.url, secrets);
  const words = [launch.command, ...launch.args].map((word) =>
    /\s|^$/.test(word) ? JSON.stringify(word) : word,
  );
  return redact(words.join(' '), secrets);
}

function actionText(action: ImportAction, to: DialectId): string {
  if (action.kind === 'skip') {
    return action.why === 'unwritable'
      ? t('planUnwritable', { host: dialects[to].label })
      : t('planSame');
  }
  const texts = { add: 'planAdd', rename: 'planRename', overwrite: 'planOverwrite' } as const;
  return t(texts[action.kind], { name: action.name });
}

function conflictText(action: ImportAction): string {
  if (action.kind === 'skip') return t('conflictSkip');
  return t(action.kind === 'overwrite' ? 'conflictOverwrite' : 'conflictRename', {
    name: action.name,
  });
}

function allText({ kind }: ImportAction, count: number): string {
  if (kind === 'skip') return t('conflictAllSkip', { count });
  return t(kind === 'overwrite' ? 'conflictAllOverwrite' : 'conflictAllRename', { count });
}

const lostTexts: Readonly<Record<LostField['code'], ImportTextKey>> = {
  unsupportedField: 'lostField',
  unsupportedVariable: 'lostVariable',
  unsupportedInput: 'lostInput',
  unsupportedTransport: 'lostTransport',
  secretInline: 'lostSecret',
  userSettingsOnly: 'lostWidening',
};

function lostText({ code, field }: LostField): string {
  return t(lostTexts[code], { field });
}

/**
 * Files for new servers, the usual ones first: a folder's `.vscode/mcp.json`, the user's own, then others. Files of
 * other hosts are left out.
 */
export function addTargets(sources: readonly ConfigSource[]): readonly ConfigSource[] {
  const rank = ({ id, dialect }: ConfigSource): number => {
    if (id.startsWith('folder:')) return 0;
    if (dialect === 'vscode' && !id.includes(':')) return 1;
    return dialect === 'dotmcp' ? 2 : 3;
  };
  return sources
    .filter(({ external }) => external === undefined)
    .toSorted((one, other) => rank(one) - rank(other));
}
