import type { Reason } from '../../base/errors';
import { redactor } from '../../base/redact';
import type { LogEntry } from '../../ipc/contract';
import type { ServerSnapshot } from '../../ipc/state';
import { isUp } from '../../ipc/serverStates';
import type { Definition } from '../../config/definition';
import type { LaunchFacts } from '../../ipc/launch';
import {
  launchFacts,
  settingFacts,
  type EffectiveServer,
  t as effectiveText,
} from '../editing/effectiveConfiguration';
import type { Fact } from '../page/pageSchemas';
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
import { capital } from '../text/format';
import type { Explanation } from '../serverPage/pageMessages';
import { handshakeText } from '../tree/serverDetails';
import { sourceFile } from '../editing/sourceText';
import type { ShownMode } from '../tree/shownServer';
import { adviceTexts, checkRows, type ShownCheck } from './doctorTexts';
import { fact, t } from './explanationTexts';
import { modeText } from './reportText';

export interface ExplanationInput {
  readonly server: EffectiveServer;
  /** Every entry of its name, itself included, nearest first. */
  readonly namesakes: readonly EffectiveServer[];
  readonly mode: ShownMode;
  readonly trusted: boolean;
  readonly approved: boolean;
  /** The inputs that it names, and whether each has a value. */
  readonly inputs: readonly { readonly id: string; readonly isStored: boolean }[];
  /** The launch as it would be now; absent for a remote server, and where that is not known. */
  readonly launch?: LaunchFacts | undefined;
  /** The reason why it cannot be launched now. */
  readonly refusal?: Reason | undefined;
  /** The last lines that it wrote. */
  readonly output: readonly string[];
  /** Results of the last checks, with their time in epoch milliseconds. */
  readonly checked?: { readonly at: number; readonly checks: readonly ShownCheck[] } | undefined;
  /** Values that must not be shown, wherever they come from. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Explains a server: what to do first, then the facts. */
export function explanation(input: ExplanationInput): Explanation {
  const { server, checked, output } = input;
  const redacted = redactor(input.secrets);
  const facts = (some: readonly Fact[]): Fact[] =>
    some.map((one) => ({ ...one, value: redacted(one.value) }));
  return {
    headline: redacted(headline(input)),
    advice: advice(input).map(redacted),
    now: facts(nowFacts(input)),
    origin: facts(originFacts(input)),
    launch: facts([...resolvedFacts(input), ...launchFacts(server.definition.launch)]),
    settings: server.runBy === 'vscode' ? [] : facts(settingFacts(server.effective)),
    output: output.map((line) => redacted(escapeDeceptive(line))),
    checked: checked && {
      at: checked.at,
      rows: checkRows(checked.checks).map((row) => ({
        ...row,
        text: redacted(row.text),
        next: row.next && { ...row.next, text: redacted(row.next.text) },
      })),
    },
  };
}

function headline(input: ExplanationInput): string {
  const { server } = input;
  const reason = reasonFor(input);
  if (!reason) return healthyText(server, input.now);
  const { state } = entryText(server);
  return t('says', { state: capital(state), why: sentence(reason) });
}

/** The reason for its state; for a stopped server, the reason why there is no host, or why a start would fail. */
function reasonFor({ server, mode, refusal }: ExplanationInput): Reason | undefined {
  const { reason } = entryText(server);
  if (reason) return reason;
  if (server.runBy === 'vscode') return { code: 'ownedByEditor' };
  if (server.runBy === 'undecided') return { code: 'ownerUndecided' };
  if (server.snapshot.state.kind !== 'idle') return undefined;
  return mode.kind === 'failed' ? mode.reason : refusal;
}

function healthyText(server: EffectiveServer, now: number): string {
  const { state } = server.snapshot;
  const { counts = '', state: words } = entryText(server);
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

function advice(input: ExplanationInput): readonly string[] {
  const reason = reasonFor(input);
  const next = reason ? nextAction(reason)?.text : healthyAdvice(input.server);
  return adviceTexts(next, input.checked?.checks ?? []);
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

/** Lines shown. */
const most = 10;

/** Last output of a server: of its failure, otherwise of its log. */
export function lastLines(snapshot: ServerSnapshot, log: readonly LogEntry[]): readonly string[] {
  const reason = reasonOfState(snapshot.state);
  const output = (reason?.cause ?? reason)?.args?.['output'];
  if (typeof output === 'object' && output.length > 0) return output.slice(-most);
  return log.flatMap(({ text }) => (text === '' ? [] : [text])).slice(-most);
}

/** Folders that are listed; more are only counted. */
const mostFolders = 20;

/** The state of the server, and its history. */
function nowFacts({ server, mode, now }: ExplanationInput): readonly Fact[] {
  const { snapshot, runBy } = server;
  const state = fact('state', { state: entryText(server).text });
  if (runBy === 'vscode') return [state];
  const parts = [
    snapshot.pid === undefined ? undefined : commonText('processId', { pid: snapshot.pid }),
    uptimeText(snapshot, now),
    restartsText(snapshot, now),
  ].filter((part) => part !== undefined);
  return [
    state,
    ...retryFact(server),
    ...(parts.length > 0 ? [fact('process', { facts: parts.join(' · ') })] : []),
    ...failureFact(server, now),
    offeredFact(server),
    ...(snapshot.handshake ? [fact('who', { server: handshakeText(snapshot.handshake) })] : []),
    fact('host', { mode: modeText(mode) }),
  ];
}

function originFacts(input: ExplanationInput): readonly Fact[] {
  const { server, namesakes, trusted, approved, inputs } = input;
  const { definition, runBy } = server;
  const others = namesakes.filter((one) => one.definition.id !== definition.id);
  return [
    fact('entry', placeOf(definition), definition.id),
    precedenceFact(server),
    ...others.map((other) => namesakeFact(server, other)),
    fact('runBy', { runner: effectiveText(runBy) }),
    fact(trusted ? 'trusted' : 'untrusted'),
    ...(runBy === 'vscode' ? [] : [fact(approved ? 'approved' : 'notApproved')]),
    ...inputs.map(({ id, isStored }) =>
      fact(isStored ? 'inputStored' : 'inputMissing', { input: id }),
    ),
  ];
}

/** The launch as it would be now, with its variables filled, and the folders of its command. */
function resolvedFacts({ launch, refusal }: ExplanationInput): readonly Fact[] {
  if (!launch) return refusal ? [fact('refused', { why: sentence(refusal) })] : [];
  const { cwd, shell, withheld } = launch;
  return [
    fact('command', { command: launchLine({ ...launch, type: 'stdio', env: {} }) }),
    foundFact(launch),
    searchedFact(launch),
    fact('cwd', { cwd }),
    ...(shell === 'notNeeded' ? [] : [fact(shell === 'read' ? 'shellRead' : 'shellFailed')]),
    ...(withheld.length > 0 ? [fact('withheld', { names: withheld })] : []),
  ];
}

function retryFact({ snapshot: { state } }: EffectiveServer): Fact[] {
  if (state.kind !== 'backingOff') return [];
  const { retryAt, attempt } = state;
  return [{ ...fact('retry', { attempt }), at: retryAt }];
}

/** The reason in the headline is not repeated. */
function failureFact({ snapshot: { lastFailure, state } }: EffectiveServer, now: number): Fact[] {
  if (!lastFailure) return [];
  const { at, reason } = lastFailure;
  const known = reasonOfState(state);
  const says = sentence(reason);
  const isShown = known !== undefined && sentence(known).includes(says);
  const span = durationText(now - at);
  return [{ ...fact('lastFailure', { span, reason: isShown ? '' : says }), at }];
}

function offeredFact({ snapshot }: EffectiveServer): Fact {
  if (snapshot.catalogVersion === 0) return fact('toolsUnknown');
  const counts = countsText(snapshot.counts);
  return fact(isUp(snapshot.state) ? 'toolsNow' : 'toolsCached', { counts });
}

function precedenceFact({
  snapshot: { state },
  inactiveReason,
  precedence,
}: EffectiveServer): Fact {
  if (inactiveReason && state.kind === 'disabled') {
    return fact('standsAside', { why: sentence(state.reason) });
  }
  return precedence?.kind === 'overridden'
    ? fact('standsAside', { why: overriddenBy(precedence.by) })
    : fact('standsAlone');
}

function namesakeFact(server: EffectiveServer, other: EffectiveServer): Fact {
  const { id } = other.definition;
  const place = placeOf(other.definition);
  const { precedence } = other;
  if (precedence?.kind === 'overridden') {
    const isByThis = precedence.by === server.definition.id;
    return isByThis
      ? fact('wins', place, id)
      : fact('beside', { ...place, why: overriddenBy(precedence.by) }, id);
  }
  const isAbove = server.precedence?.kind === 'overridden' && server.precedence.by === id;
  if (isAbove) return fact('loses', place, id);
  const { state } = other.snapshot;
  const why = state.kind === 'disabled' && other.inactiveReason ? sentence(state.reason) : '';
  return fact('beside', { ...place, why }, id);
}

function overriddenBy(by: string): string {
  return sentence({ code: 'overridden', args: { by } });
}

/** Id of an entry with its file and line. */
function placeOf({ id, source, range }: Definition): {
  readonly id: string;
  readonly place: string;
} {
  return { id, place: `${sourceFile(source)}:${range.startLine + 1}` };
}

function foundFact({ found, added }: LaunchFacts): Fact {
  if (found === undefined) return fact('notFound');
  const folder = found.slice(0, Math.max(found.lastIndexOf('/'), found.lastIndexOf('\\')));
  return fact(added.includes(folder) ? 'foundAdded' : 'found', { file: found });
}

function searchedFact({ searched }: LaunchFacts): Fact {
  const folders = searched.slice(0, mostFolders);
  const count = searched.length - folders.length;
  return count > 0 ? fact('searchedMore', { folders, count }) : fact('searched', { folders });
}
