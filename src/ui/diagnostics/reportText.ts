import { urlOf } from '../../network/urlOf';
import type { ConfigFile, Launch } from '../../config/definition';
import type { ProcessUsage } from '../../ipc/processUsage';
import { bullets } from '../text/markdown';
import type { ReadingContext } from '../reasons/reasonText';
import { durationText, t } from '../text/texts';
import { handshakeText } from '../tree/serverDetails';
import { usageText, restartsText, uptimeText, entryText } from '../tree/serverText';
import type { ShownHost, ShownMode, ShownServer } from '../tree/shownServer';
import { ownerText, sourceName } from '../editing/sourceText';
import { problemText } from '../editing/problemTexts';
import { nextAction, sentence } from '../reasons/sentence';

export interface ReportInput {
  readonly context?: ReadingContext;
  readonly files: readonly ConfigFile[];
  readonly entries: ReadonlyMap<string, ShownServer>;
  readonly mode: ShownMode;
  /** All host processes of this user. */
  readonly hosts: readonly ShownHost[];
  /** Of servers with a process that could be measured. */
  readonly samples: readonly ProcessUsage[];
  readonly trusted: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly environment: {
    readonly product: string;
    readonly productVersion: string;
    readonly version: string;
    readonly platform: string;
  };
}

/**
 * The state of everything as Markdown, fit for an issue. It contains no values of arguments, variables or headers, and
 * no secret part of a URL.
 */
export function reportText(input: ReportInput): string {
  const parts = [
    `# ${t('reportTitle')}`,
    bullets([
      t('reportEnvironment', input.environment),
      ...hostLines(input),
      t('reportTrust', { restricted: t(input.trusted ? 'no' : 'yes') }),
    ]),
    ...input.files.flatMap((file) => fileReport(file, input)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The place of the host, in a few words. */
export function modeText(mode: ShownMode): string {
  switch (mode.kind) {
    case 'unattached':
      return t('hostUnattached');
    case 'connecting':
      return t('hostConnecting');
    case 'shared':
      return t('hostShared', { pid: mode.pid, build: mode.build });
    case 'window':
      return t('hostWindow', { reason: mode.reason ? sentence(mode.reason) : '' });
    case 'failed':
      return t('hostFailed', { reason: sentence(mode.reason) });
  }
}

/** Our host, and those that other windows of this user have. */
function hostLines({ mode, hosts, now }: ReportInput): string[] {
  const pid = mode.kind === 'shared' ? mode.pid : undefined;
  const ours = hosts.find((host) => host.pid === pid);
  const span = ours && durationText(now - ours.since);
  const others = hosts.filter((host) => host !== ours);
  return [
    t('reportHost', { mode: modeText(mode), ...(span && { span }) }),
    ...others.map(({ pid, build, since }) => {
      const isSame = mode.kind === 'shared' && build === mode.build;
      const args = { pid, build, span: durationText(now - since) };
      return t(isSame ? 'reportOtherEditor' : 'reportOtherBuild', args);
    }),
  ];
}

function fileReport({ source, parsed }: ConfigFile, input: ReportInput): string[] {
  const { entries } = input;
  const servers = parsed.definitions.flatMap(({ id }) => entries.get(id) ?? []);
  const facts = parsed.problems.map((problem) =>
    t('reportProblem', { line: problem.range.startLine + 1, problem: problemText(problem) }),
  );
  const owner = ownerText(servers);
  if (owner) facts.unshift(t('reportOwner', { owner }));
  return [
    `## ${sourceName(source)}`,
    ...(facts.length > 0 ? [bullets(facts)] : []),
    ...servers.map((server) => serverReport(server, input)),
  ];
}

function serverReport(entry: ShownServer, { now, samples, context }: ReportInput): string {
  const { definition, snapshot } = entry;
  const text = entryText(entry, now);
  const facts = [t('reportState', { state: text.text })];
  if (text.reason) {
    facts.push(t('reportReason', { reason: text.detail ?? '' }));
    const next = nextAction(text.reason, context);
    if (next) facts.push(t('reportNext', { next: next.text }));
  }
  facts.push(t('reportLaunch', { launch: launchText(definition.launch) }));
  const { handshake, lastFailure } = snapshot;
  if (handshake) facts.push(t('reportServer', { server: handshakeText(handshake) }));
  const sample = samples.find(({ id }) => id === definition.id);
  const use = [
    uptimeText(snapshot, now),
    restartsText(snapshot, now),
    sample && usageText(sample),
  ].filter(Boolean);
  if (use.length > 0) facts.push(t('reportUse', { facts: use.join(' · ') }));
  if (lastFailure) {
    const { at, reason } = lastFailure;
    const span = durationText(now - at);
    const time = new Date(at).toISOString();
    facts.push(t('reportLastFailure', { time, span, reason: sentence(reason) }));
  }
  return `### ${definition.name}\n\n${bullets(facts)}`;
}

function launchText(launch: Launch): string {
  if (launch.type !== 'stdio') return `${launch.type} ${bareUrl(launch.url)}`;
  // A whole command line may stand in place of the command.
  const words = launch.command.split(/\s+/);
  const found = words.findIndex((word, at) => word.includes('=') || (at > 0 && word.includes('-')));
  const command = words.slice(0, found === -1 ? undefined : found).join(' ');
  const count = launch.args.length + (found === -1 ? 0 : words.length - found);
  const hidden = count > 0 ? ` (${t('reportHidden', { count })})` : '';
  return `stdio ${command || '…'}${hidden}`;
}

/** Scheme and host only: credentials, path and query may all carry a token. */
function bareUrl(url: string): string {
  const parsed = urlOf(url);
  if (!parsed) return '…';
  const { origin, protocol } = parsed;
  // A socket of this machine has no origin.
  return origin === 'null' ? protocol : origin;
}
