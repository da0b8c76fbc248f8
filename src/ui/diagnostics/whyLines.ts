import { pathToFileURL } from 'node:url';
import type { Definition } from '../../config/definition';
import type { LaunchFacts } from '../../ipc/launch';
import { isUp } from '../../ipc/serverStates';
import type { EffectiveServer } from '../editing/effectiveText';
import { t as effectiveText } from '../editing/effectiveStrings';
import { launchLine } from '../tree/launchLine';
import { inert } from '../text/markdown';
import { durationText } from '../text/quantities';
import { modeText } from './reportText';
import { handshakeText } from '../tree/serverDetails';
import { restartsText, uptimeText } from '../tree/serverFacts';
import { countsText, entryText, reasonOfState } from '../tree/serverText';
import { sourceFile } from '../editing/sourceText';
import { sentence } from '../reasons/sentence';
import { t } from '../text/texts';
import { escapeDeceptive } from '../text/escapeDeceptive';
import type { WhyInput } from './whyInput';
import { t as whyText } from './whyTexts';

/** More folders are counted only. */
const mostFolders = 20;

/** How the server is, and what became of it so far. */
export function nowLines({ server, mode, now }: WhyInput): readonly string[] {
  const { snapshot, runBy } = server;
  const state = whyText('state', { state: entryText(server, now).text });
  if (runBy === 'vscode') return [state];
  const process = [
    snapshot.pid === undefined ? undefined : t('processId', { pid: snapshot.pid }),
    uptimeText(snapshot, now),
    restartsText(snapshot, now),
  ].filter((fact) => fact !== undefined);
  return [
    state,
    ...retryLines(server, now),
    ...(process.length > 0 ? [whyText('process', { facts: process.join(' · ') })] : []),
    ...failureLines(server, now),
    offeredText(server),
    ...(snapshot.handshake
      ? [whyText('who', { server: escapeDeceptive(handshakeText(snapshot.handshake)) })]
      : []),
    whyText('host', { mode: modeText(mode) }),
  ];
}

/** Where the entry stands, what else has its name, and who lets it run. */
export function originLines(input: WhyInput): readonly string[] {
  const { server, namesakes, trusted, approved, inputs } = input;
  const { definition, runBy } = server;
  const others = namesakes.filter((one) => one.definition.id !== definition.id);
  return [
    whyText('entry', placeOf(definition)),
    precedenceText(server),
    ...others.map((other) => namesakeText(server, other)),
    whyText('runBy', { runner: effectiveText(runBy) }),
    whyText(trusted ? 'trusted' : 'untrusted'),
    ...(runBy === 'vscode' ? [] : [whyText(approved ? 'approved' : 'notApproved')]),
    ...inputs.map(({ id, kept }) =>
      whyText(kept ? 'inputKept' : 'inputMissing', { input: escapeDeceptive(id) }),
    ),
  ];
}

/** How it would be started now, with its variables filled, and where its command was looked for. */
export function launchFactLines({ launch, refusal }: WhyInput): readonly string[] {
  if (!launch)
    return refusal ? [whyText('refused', { why: escapeDeceptive(sentence(refusal)) })] : [];
  const { cwd, shell, withheld } = launch;
  return [
    whyText('command', { command: launchLine({ ...launch, type: 'stdio', env: {} }) }),
    foundText(launch),
    searchedText(launch),
    whyText('cwd', { cwd: escapeDeceptive(cwd) }),
    ...(shell === 'notNeeded' ? [] : [whyText(shell === 'read' ? 'shellRead' : 'shellFailed')]),
    ...(withheld.length > 0 ? [whyText('withheld', { names: withheld.map(escapeDeceptive) })] : []),
  ];
}

function retryLines({ snapshot: { state } }: EffectiveServer, now: number): string[] {
  if (state.kind !== 'backingOff') return [];
  const { retryAt, attempt } = state;
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1_000));
  return [whyText('retry', { time: timeText(retryAt), seconds, attempt })];
}

/** The reason that stands above already is not told again. */
function failureLines(
  { snapshot: { lastFailure, state } }: EffectiveServer,
  now: number,
): string[] {
  if (!lastFailure) return [];
  const { at, reason } = lastFailure;
  const known = reasonOfState(state);
  const says = sentence(reason);
  const isTold = known !== undefined && sentence(known).includes(says);
  const args = { time: timeText(at), span: durationText(now - at) };
  return [whyText('lastFailure', { ...args, reason: isTold ? '' : escapeDeceptive(says) })];
}

function offeredText({ snapshot }: EffectiveServer): string {
  if (snapshot.catalogVersion === 0) return whyText('toolsUnknown');
  const counts = countsText(snapshot.counts);
  return whyText(isUp(snapshot.state) ? 'toolsNow' : 'toolsCached', { counts });
}

function precedenceText({
  snapshot: { state },
  inactiveReason,
  precedence,
}: EffectiveServer): string {
  if (inactiveReason && state.kind === 'disabled') {
    return whyText('standsAside', { why: escapeDeceptive(sentence(state.reason)) });
  }
  return precedence?.kind === 'overridden'
    ? whyText('standsAside', { why: escapeDeceptive(overriddenBy(precedence.by)) })
    : whyText('standsAlone');
}

function namesakeText(server: EffectiveServer, other: EffectiveServer): string {
  const place = placeOf(other.definition);
  const { precedence } = other;
  if (precedence?.kind === 'overridden') {
    const isByThis = precedence.by === server.definition.id;
    return isByThis
      ? whyText('wins', place)
      : whyText('beside', { ...place, why: overriddenBy(precedence.by) });
  }
  const isAbove =
    server.precedence?.kind === 'overridden' && server.precedence.by === other.definition.id;
  if (isAbove) return whyText('loses', place);
  const { state } = other.snapshot;
  const why = state.kind === 'disabled' && other.inactiveReason ? sentence(state.reason) : '';
  return whyText('beside', { ...place, why: escapeDeceptive(why) });
}

function overriddenBy(by: string): string {
  return sentence({ code: 'overridden', args: { by } });
}

/** Who it is, and a link to its line: `#L4` is how editors name that. */
function placeOf({ id, source, range }: Definition): {
  readonly id: string;
  readonly link: string;
} {
  const line = range.startLine + 1;
  const address = `${pathToFileURL(source.file).href}#L${line}`;
  return {
    id: escapeDeceptive(id),
    link: `[${inert(escapeDeceptive(sourceFile(source)))}:${line}](${address})`,
  };
}

function foundText({ found, added }: LaunchFacts): string {
  if (found === undefined) return whyText('notFound');
  const folder = found.slice(0, Math.max(found.lastIndexOf('/'), found.lastIndexOf('\\')));
  return whyText(added.includes(folder) ? 'foundAdded' : 'found', { file: escapeDeceptive(found) });
}

function searchedText({ searched }: LaunchFacts): string {
  const folders = searched.slice(0, mostFolders).map(escapeDeceptive);
  const count = searched.length - folders.length;
  return count > 0 ? whyText('searchedMore', { folders, count }) : whyText('searched', { folders });
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}
