import { pathToFileURL } from 'node:url';
import type { Reason } from '../../base/errors';
import { redactor } from '../../base/redact';
import type { LogEntry } from '../../ipc/requests';
import type { ServerSnapshot } from '../../ipc/state';
import { isUp } from '../../ipc/serverStates';
import type { Definition } from '../../config/definition';
import type { LaunchFacts } from '../../ipc/launch';
import {
  launchLines,
  settingLines,
  type EffectiveServer,
  t as effectiveText,
} from '../editing/effectiveText';
import { bullets, inert } from '../text/markdown';
import { durationText, t as commonText } from '../text/texts';
import {
  entryText,
  reasonOfState,
  launchLine,
  restartsText,
  uptimeText,
  countsText,
} from '../tree/serverText';
import { nextAction, sentence } from '../reasons/sentence';
import { escapeDeceptive } from '../text/untrustedText';
import { handshakeText } from '../tree/serverDetails';
import { sourceFile } from '../editing/sourceText';
import type { ShownMode } from '../tree/shownServer';
import { adviceTexts, checkBullets, t as doctorText, type ShownCheck } from './doctorTexts';
import { t } from './whyTexts';
import { modeText } from './reportText';

export interface WhyInput {
  readonly server: EffectiveServer;
  /** Every entry of its name, itself included, nearest first. */
  readonly namesakes: readonly EffectiveServer[];
  readonly mode: ShownMode;
  readonly trusted: boolean;
  readonly approved: boolean;
  /** The inputs that it names, and whether each has a value. */
  readonly inputs: readonly { readonly id: string; readonly isStored: boolean }[];
  /** How it would be launched; absent for a remote one, and where that is not known. */
  readonly launch?: LaunchFacts | undefined;
  /** Why it cannot be launched as things stand. */
  readonly refusal?: Reason | undefined;
  /** The last lines that it wrote. */
  readonly output: readonly string[];
  /** Results of the last checks, with their time in epoch milliseconds. */
  readonly checked?: { readonly at: number; readonly checks: readonly ShownCheck[] } | undefined;
  /** Values that must not be read on the page, wherever they come from. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Why a server runs or does not, in Markdown: what to do first, then the facts. No secret is in it. */
export function whyPage(input: WhyInput): string {
  const { server, output } = input;
  const launch = launchLines(server.definition.launch).map(inert);
  const isOurs = server.runBy !== 'vscode';
  const parts = [
    `# ${titleText(server)}`,
    headline(input),
    ...todoLines(input),
    ...checkSection(input),
    ...section('now', nowLines(input)),
    ...section('comes', originLines(input)),
    ...section('starts', [...launchFactLines(input), ...launch]),
    ...section('settings', isOurs ? settingLines(server.effective).map(inert) : []),
    ...(output.length > 0 ? [`## ${t('output')}`, quoted(output)] : []),
  ];
  return redactor(input.secrets)(`${parts.join('\n\n')}\n`);
}

function titleText({ definition, snapshot, runBy }: EffectiveServer): string {
  const title = isUp(snapshot.state) && runBy !== 'vscode' ? 'titleRuns' : 'titleWhyNot';
  return t(title, { server: definition.name });
}

function headline(input: WhyInput): string {
  const { server, now } = input;
  const reason = reasonFor(input);
  if (!reason) return healthyText(server, now);
  const { state } = entryText(server, now);
  return t('says', { state: capital(state), why: sentence(reason) });
}

/** The reason for its state; for a stopped server, the reason why a start would fail. */
function reasonFor({ server, refusal }: WhyInput): Reason | undefined {
  const { reason } = entryText(server, 0);
  if (reason) return reason;
  if (server.runBy === 'vscode') return { code: 'ownedByEditor' };
  if (server.runBy === 'undecided') return { code: 'ownerUndecided' };
  return server.snapshot.state.kind === 'idle' ? refusal : undefined;
}

function healthyText(server: EffectiveServer, now: number): string {
  const { state } = server.snapshot;
  const { counts = '', state: words } = entryText(server, now);
  switch (state.kind) {
    case 'running':
    case 'degraded':
      return t('runs', { counts, span: durationText(now - state.since) });
    case 'starting':
      return t('starting', { state: words });
    case 'stopping':
      return t('stopping');
    default:
      return t('stopped');
  }
}

function todoLines(input: WhyInput): readonly string[] {
  const reason = reasonFor(input);
  const next = reason ? nextAction(reason)?.text : healthyAdvice(input.server);
  const advice = adviceTexts(next, input.checked?.checks ?? []);
  return advice.map((text) => t('todo', { next: text }));
}

function healthyAdvice({ snapshot, effective }: EffectiveServer): string | undefined {
  switch (snapshot.state.kind) {
    case 'idle':
      return t(effective.settings.autostart === 'never' ? 'startByHand' : 'startIt');
    case 'starting':
      return t('waitForIt');
    default:
      return undefined;
  }
}

function checkSection({ checked }: WhyInput): readonly string[] {
  if (!checked) return [];
  const time = new Date(checked.at).toISOString();
  const lines = checkBullets(checked.checks).map((line) => inert(escapeDeceptive(line)));
  return [`## ${doctorText('checks')}`, t('checkedAt', { time }), bullets(lines)];
}

function section(
  title: 'now' | 'comes' | 'starts' | 'settings',
  lines: readonly string[],
): string[] {
  return lines.length > 0 ? [`## ${t(title)}`, bullets(lines)] : [];
}

/** As code: nothing in it is read as Markdown. */
function quoted(lines: readonly string[]): string {
  return lines.map((line) => `    ${escapeDeceptive(line)}`).join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lines shown. */
const most = 10;

/** Last output of a server: of its failure, otherwise of its log. */
export function lastLines(snapshot: ServerSnapshot, log: readonly LogEntry[]): readonly string[] {
  const reason = reasonOfState(snapshot.state);
  const output = (reason?.cause ?? reason)?.args?.['output'];
  if (typeof output === 'object' && output.length > 0) return output.slice(-most);
  return log.flatMap(({ text }) => (text === '' ? [] : [text])).slice(-most);
}

/** More folders are counted only. */
const mostFolders = 20;

/** How the server is, and what became of it so far. */
function nowLines({ server, mode, now }: WhyInput): readonly string[] {
  const { snapshot, runBy } = server;
  const state = t('state', { state: entryText(server, now).text });
  if (runBy === 'vscode') return [state];
  const process = [
    snapshot.pid === undefined ? undefined : commonText('processId', { pid: snapshot.pid }),
    uptimeText(snapshot, now),
    restartsText(snapshot, now),
  ].filter((fact) => fact !== undefined);
  return [
    state,
    ...retryLines(server, now),
    ...(process.length > 0 ? [t('process', { facts: process.join(' · ') })] : []),
    ...failureLines(server, now),
    offeredText(server),
    ...(snapshot.handshake ? [t('who', { server: handshakeText(snapshot.handshake) })] : []),
    t('host', { mode: modeText(mode) }),
  ];
}

/** Where the entry stands, what else has its name, and who lets it run. */
function originLines(input: WhyInput): readonly string[] {
  const { server, namesakes, trusted, approved, inputs } = input;
  const { definition, runBy } = server;
  const others = namesakes.filter((one) => one.definition.id !== definition.id);
  return [
    t('entry', placeOf(definition)),
    precedenceText(server),
    ...others.map((other) => namesakeText(server, other)),
    t('runBy', { runner: effectiveText(runBy) }),
    t(trusted ? 'trusted' : 'untrusted'),
    ...(runBy === 'vscode' ? [] : [t(approved ? 'approved' : 'notApproved')]),
    ...inputs.map(({ id, isStored }) =>
      t(isStored ? 'inputStored' : 'inputMissing', { input: id }),
    ),
  ];
}

/** How it would be started now, with its variables filled, and where its command was looked for. */
function launchFactLines({ launch, refusal }: WhyInput): readonly string[] {
  if (!launch) return refusal ? [t('refused', { why: sentence(refusal) })] : [];
  const { cwd, shell, withheld } = launch;
  return [
    t('command', { command: launchLine({ ...launch, type: 'stdio', env: {} }) }),
    foundText(launch),
    searchedText(launch),
    t('cwd', { cwd }),
    ...(shell === 'notNeeded' ? [] : [t(shell === 'read' ? 'shellRead' : 'shellFailed')]),
    ...(withheld.length > 0 ? [t('withheld', { names: withheld })] : []),
  ];
}

function retryLines({ snapshot: { state } }: EffectiveServer, now: number): string[] {
  if (state.kind !== 'backingOff') return [];
  const { retryAt, attempt } = state;
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1_000));
  return [t('retry', { time: timeText(retryAt), seconds, attempt })];
}

/** The reason in the headline is not repeated. */
function failureLines(
  { snapshot: { lastFailure, state } }: EffectiveServer,
  now: number,
): string[] {
  if (!lastFailure) return [];
  const { at, reason } = lastFailure;
  const known = reasonOfState(state);
  const says = sentence(reason);
  const isShown = known !== undefined && sentence(known).includes(says);
  const args = { time: timeText(at), span: durationText(now - at) };
  return [t('lastFailure', { ...args, reason: isShown ? '' : says })];
}

function offeredText({ snapshot }: EffectiveServer): string {
  if (snapshot.catalogVersion === 0) return t('toolsUnknown');
  const counts = countsText(snapshot.counts);
  return t(isUp(snapshot.state) ? 'toolsNow' : 'toolsCached', { counts });
}

function precedenceText({
  snapshot: { state },
  inactiveReason,
  precedence,
}: EffectiveServer): string {
  if (inactiveReason && state.kind === 'disabled') {
    return t('standsAside', { why: sentence(state.reason) });
  }
  return precedence?.kind === 'overridden'
    ? t('standsAside', { why: overriddenBy(precedence.by) })
    : t('standsAlone');
}

function namesakeText(server: EffectiveServer, other: EffectiveServer): string {
  const place = placeOf(other.definition);
  const { precedence } = other;
  if (precedence?.kind === 'overridden') {
    const isByThis = precedence.by === server.definition.id;
    return isByThis
      ? t('wins', place)
      : t('beside', { ...place, why: overriddenBy(precedence.by) });
  }
  const isAbove =
    server.precedence?.kind === 'overridden' && server.precedence.by === other.definition.id;
  if (isAbove) return t('loses', place);
  const { state } = other.snapshot;
  const why = state.kind === 'disabled' && other.inactiveReason ? sentence(state.reason) : '';
  return t('beside', { ...place, why });
}

function overriddenBy(by: string): string {
  return sentence({ code: 'overridden', args: { by } });
}

/** Id of an entry and a link to its line, which editors write as `#L4`. */
function placeOf({ id, source, range }: Definition): {
  readonly id: string;
  readonly link: string;
} {
  const line = range.startLine + 1;
  const address = `${pathToFileURL(source.file).href}#L${line}`;
  return {
    id,
    link: `[${inert(escapeDeceptive(sourceFile(source)))}:${line}](${address})`,
  };
}

function foundText({ found, added }: LaunchFacts): string {
  if (found === undefined) return t('notFound');
  const folder = found.slice(0, Math.max(found.lastIndexOf('/'), found.lastIndexOf('\\')));
  return t(added.includes(folder) ? 'foundAdded' : 'found', { file: found });
}

function searchedText({ searched }: LaunchFacts): string {
  const folders = searched.slice(0, mostFolders);
  const count = searched.length - folders.length;
  return count > 0 ? t('searchedMore', { folders, count }) : t('searched', { folders });
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}
