import type { ConfigSource, Definition, DialectId, Problem } from '../../config/definition';
import { dialects } from '../../config/dialects';
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
import type { OfferedInput } from '../../config/write/newInputs';
import { isCutByComment, type Pasted, type Reading } from '../../config/paste/pastedServer';
import type { SettingKey } from '../../config/settings/serverSettings';
import { problemText } from '../editing/problemTexts';
import { problemLines } from '../editing/shownProblems';
import { sourceName } from '../editing/sourceText';
import type { PickRow } from '../text/pickRow';
import { launchLine } from '../tree/serverText';
import { t } from './importTexts';

/** Choices between meanings of a pasted text. */
export function readingPicks(readings: readonly Reading[]): readonly PickRow<Reading>[] {
  return readings.map((reading) => {
    const { kind, drafts } = reading;
    const [first] = drafts;
    return {
      label: t(`reading.${kind}`, { count: drafts.length }),
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

/** Problems that a notification tells. */
const mostProblems = 3;

/** Warning about the servers that could not be read; `undefined` if there are none. */
export function leftOutText(problems: readonly Problem[], source?: string): string | undefined {
  if (problems.length === 0) return undefined;
  const named = source !== undefined && { source };
  return t('leftOut', { ...named, problems: problemLines(problems, mostProblems) });
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
): readonly PickRow<PlannedEntry>[] {
  return plan.map((planned) => {
    const { definition, action, lost } = planned;
    const fields = [...new Set(lost.map(({ field }) => field))];
    const isLossy = fields.length > 0 && action.kind !== 'skip';
    const name = action.kind === 'skip' ? '' : action.name;
    const isFitted = action.kind === 'rename' && planned.taken === undefined;
    const outcome = action.kind === 'skip' ? action.why : isFitted ? 'fit' : action.kind;
    const text = t(`plan.${outcome}`, { name, host: dialects[to].label });
    return {
      label: definition.name,
      description: isLossy ? `${text}, ${t('planLost', { fields })}` : text,
      detail: launchLine(definition.launch),
      picked: action.kind !== 'skip',
      value: planned,
    };
  });
}

/** Offer to carry settings of the servers; `undefined` if there are none. */
export function carryPick(
  plan: readonly PlannedEntry[],
  layer: WritableLayer,
): PickRow<'settings'> | undefined {
  const servers = serversToSet(plan);
  const keys = servers.flatMap(({ settings }) => settingKeys(settings));
  if (keys.length === 0) return undefined;
  const kinds = [...new Set(keys.map((key) => t(kindText(key))))];
  const details = servers.map(({ name, settings }) =>
    t('carryOf', { server: name, fields: settingKeys(settings) }),
  );
  return {
    label: t(`carry.${layer}`, { count: keys.length, kinds }),
    detail: details.join(' · '),
    picked: true,
    value: 'settings',
  };
}

function kindText(key: SettingKey) {
  if (key === 'enabled') return 'carryDisabled';
  return key.startsWith('tools.') ? 'carryTools' : 'carryTimeouts';
}

/** Choices for a taken name; if more conflicts follow, also for all of them. */
export function conflictPicks(
  planned: PlannedEntry,
  more: number,
): readonly PickRow<{ readonly action: ImportAction; readonly all: boolean }>[] {
  const actions = conflictActions(planned);
  const picks = (all: boolean) =>
    actions.map((action) => {
      const kind = action.kind === 'add' ? 'rename' : action.kind;
      const name = action.kind === 'skip' ? '' : action.name;
      const label = all
        ? t(`conflictAll.${kind}`, { count: more + 1 })
        : t(`conflict.${kind}`, { name });
      return { label, value: { action, all } };
    });
  return more > 0 ? [...picks(false), ...picks(true)] : picks(false);
}

export function conflictTitle({ taken = '' }: PlannedEntry): string {
  return t('conflictTitle', { name: taken });
}

/** Values that can become inputs. The values themselves are not shown. */
export function offerPicks<T extends { readonly input: OfferedInput; readonly server: string }>(
  offered: readonly T[],
): readonly PickRow<T>[] {
  return offered.map((one) => ({
    label: one.input.name || one.input.id,
    description: t(`location.${one.input.location[0]}`, { server: one.server }),
    detail: t(one.input.value === undefined ? 'offerAsked' : 'offerStored'),
    picked: true,
    value: one,
  }));
}

type NamedLoss = Pick<PlannedEntry, 'definition' | 'action' | 'lost'>;

/** Name of the server in the target. */
function nameIn({ definition, action }: NamedLoss): string {
  return action.kind === 'skip' ? definition.name : action.name;
}

/** The losses of an export: the servers in a sentence, and a page with details. */
export interface LostSummary {
  readonly text: string;
  readonly page: string;
}

/** Summary of the losses; `undefined` if nothing is lost. */
export function lostSummary(servers: readonly NamedLoss[], to: DialectId): LostSummary | undefined {
  const lines = servers.flatMap((server) => {
    const texts = server.lost.map(({ code, field }) => t(`lost.${code}`, { field }));
    return Array.from(new Set(texts), (text) => `${nameIn(server)}: ${text}`);
  });
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
export function exportPicks(definitions: readonly Definition[]): readonly PickRow<Definition>[] {
  return definitions.map((definition) => ({
    label: definition.name,
    description: sourceName(definition.source),
    picked: true,
    value: definition,
  }));
}

/** Problem with the name of a new server; `taken`: names of the file in lower case. */
export function nameProblem(text: string, taken: ReadonlySet<string>): string | undefined {
  const name = text.trim().toLowerCase();
  if (name === '') return t('addNameEmpty');
  return taken.has(name) ? t('addNameTaken') : undefined;
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
