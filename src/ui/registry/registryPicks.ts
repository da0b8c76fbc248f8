import { untrustedText } from '../text/untrustedText';
import { presetFirst } from '../questions/inputQuestion';
import { nextAction, sentence } from '../reasons/sentence';
import { sourceFile } from '../editing/sourceText';
import type { PickRow } from '../text/pickRow';
import type {
  InstalledServer,
  OutdatedServer,
  RegistryChoice,
  RegistryNote,
} from './registryChoice';
import type { RegistryServer } from './registrySchema';
import type { SearchState } from './registrySearch';
import { kindText, noteSentence, t } from './registryTexts';
import type { Question } from './template';

/** A row of the list; `act`: what happens when it is picked. */
export interface RegistryPick {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown although the editor's own filter would hide it: the registry has filtered already. */
  readonly alwaysShow: true;
  readonly act: 'install' | 'more' | 'none';
  readonly server?: RegistryServer;
}

/** Rows for the search results. `installed`: finds the configured servers that are one of them. */
export function registryPicks(
  { query, servers, dropped, busy, more, error }: Omit<SearchState, 'found'>,
  installed: (server: RegistryServer) => readonly InstalledServer[],
): readonly RegistryPick[] {
  const picks: RegistryPick[] = servers.map((server) => serverPick(server, installed(server)));
  if (error) {
    const detail = nextAction(error)?.text;
    const label = `$(error) ${sentence(error)}`;
    const retry = `$(refresh) ${t('retry')}`;
    picks.push({ label, ...(detail !== undefined && { detail }), alwaysShow, act: 'none' });
    picks.push({ label: retry, alwaysShow, act: 'more' });
    return picks;
  }
  if (dropped.length > 0) {
    const label = `$(warning) ${t('dropped', { count: dropped.length })}`;
    picks.push({ label, detail: dropped.map(untrustedText).join(', '), alwaysShow, act: 'none' });
  }
  if (more && !busy) picks.push({ label: `$(ellipsis) ${t('more')}`, alwaysShow, act: 'more' });
  if (picks.length === 0 && !busy) {
    const label = query.trim() === '' ? t('nothingThere') : t('nothingFound', { query });
    picks.push({ label, alwaysShow, act: 'none' });
  }
  return picks;
}

const alwaysShow = true;

function serverPick(server: RegistryServer, installed: readonly InstalledServer[]): RegistryPick {
  const isInstalled = installed.length > 0;
  const { from } = installed.find(({ update }) => update)?.update ?? {};
  const { name, title, version, description, status, packages, remotes } = server;
  const kinds = [...packages.map((from) => from.registryType), ...remotes.map((from) => from.type)];
  const marks = [
    title === undefined ? '' : untrustedText(name),
    untrustedText(version ?? ''),
    isInstalled ? t('installed', { ...(from !== undefined && { version: from }) }) : '',
    status === 'deprecated' ? t('deprecatedMark') : '',
  ];
  const kind = packages.length > 0 || remotes.length === 0 ? 'package' : 'globe';
  const mark = from === undefined ? 'check' : 'arrow-circle-up';
  const icon = isInstalled ? mark : status === 'deprecated' ? 'warning' : kind;
  const names = [...new Set(kinds.map(kindText))].join(', ');
  return {
    label: `$(${icon}) ${untrustedText(title ?? name)}`,
    description: marks.filter((mark) => mark !== '').join(' · '),
    detail: [untrustedText(description ?? ''), untrustedText(names)]
      .filter((part) => part !== '')
      .join(' — '),
    alwaysShow,
    act: 'install',
    server,
  };
}

/** Rows for the updates of installed servers, and for one more entry; empty where there is no update. */
export function updatePicks(
  installed: readonly InstalledServer[],
): readonly PickRow<OutdatedServer | 'another'>[] {
  const rows = installed.flatMap(({ definition, update }) => {
    if (!update) return [];
    const { from, to } = update;
    const versions = { from: untrustedText(from), to: untrustedText(to) };
    const label = t('updatePick', { name: definition.name, ...versions });
    const description = sourceFile(definition.source);
    return [{ label: `$(arrow-circle-up) ${label}`, description, value: { definition, update } }];
  });
  if (rows.length === 0) return [];
  return [...rows, { label: `$(add) ${t('anotherPick')}`, value: 'another' }];
}

/** Row for a choice. */
export function choicePick(
  { kind, from }: RegistryChoice,
  obstacle: RegistryNote | undefined,
): { label: string; description: string; detail: string } {
  const where = t(kind === 'package' ? 'local' : 'remote');
  const [type, name] =
    kind === 'package'
      ? [from.registryType, from.version ? `${from.identifier} ${from.version}` : from.identifier]
      : [from.type, from.url];
  return {
    label: untrustedText(kindText(type)),
    description: obstacle ? t('notOffered') : where,
    detail: obstacle ? `${untrustedText(name)} — ${noteText(obstacle)}` : untrustedText(name),
  };
}

/** Text of a note. */
export function noteText({ note, args }: RegistryNote): string {
  const shown = Object.entries(args ?? {}).map(([key, value]) => [key, untrustedText(value)]);
  return noteSentence(note, Object.fromEntries(shown));
}

/** Inputs requested at once: required ones that are not secret. The others are requested at the start. */
export function requiredNow(questions: readonly Question[]): readonly Question[] {
  return questions.filter(({ required, secret }) => required && !secret);
}

/** Rows for the optional inputs. */
export function optionalPicks(questions: readonly Question[]): readonly PickRow<Question>[] {
  return questions
    .filter(({ required }) => !required)
    .map((question) => {
      const { label, description = '', secret, default: preset } = question;
      const otherwise =
        preset === undefined ? '' : t('presetValue', { value: untrustedText(preset) });
      return {
        label: untrustedText(label),
        description: secret ? t('secret') : otherwise,
        detail: untrustedText(description),
        value: question,
      };
    });
}

/** Texts of an input: a choice among values, or a text box. */
interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string | undefined;
  readonly value?: string | undefined;
  /** Allowed values; absent if any text will do. */
  readonly picks?: readonly PickRow<string | null>[];
}

/** Texts for an input as step `number` of `count`. */
export function valueQuestion(
  question: Question,
  server: string,
  { number, count }: { readonly number: number; readonly count: number },
): ValueQuestion {
  const { label, description, bare, default: preset, placeholder } = question;
  const name = untrustedText(label);
  const title = t('step', { server, label: name, number, count });
  const says = t('value', { label: name, description: untrustedText(description ?? '') });
  const choices = question.format === 'boolean' ? ['true', 'false'] : question.choices;
  if (choices.length > 0) {
    const sorted = presetFirst(choices, (one) => one === preset);
    const picks = sorted.map((value) => ({ label: untrustedText(value), value }));
    return { title, prompt: says, picks: [...picks, { label: t('askAtStart'), value: null }] };
  }
  const otherwise = t(bare ? 'orAlone' : 'orAtStart');
  const prompt = `${/[.!?]$/.test(says) ? says : `${says}.`} ${otherwise}`;
  return { title, prompt, placeHolder: placeholder, value: preset };
}

/** Problem with a typed value; empty text is always valid. */
export function valueProblem({ format }: Question, text: string): string | undefined {
  if (format !== 'number' || text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? undefined : t('notANumber');
}

/** Answer for a typed text; empty text leaves it for the start, or means an option without value. */
export function typedAnswer({ bare }: Question, text: string): string | null {
  return text === '' && !bare ? null : text;
}
