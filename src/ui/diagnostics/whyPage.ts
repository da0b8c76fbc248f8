import type { Reason } from '../../base/errors';
import { redactor } from '../../base/redact';
import { isUp } from '../../ipc/serverStates';
import { adviceTexts, checkBullets, t as doctorText } from './doctorTexts';
import { launchLines, settingLines, type EffectiveServer } from '../editing/effectiveText';
import { bullets, inert } from '../text/markdown';
import { durationText } from '../text/quantities';
import { entryText, reasonOfState } from '../tree/serverText';
import { nextAction, sentence } from '../reasons/sentence';
import { escapeDeceptive } from '../text/escapeDeceptive';
import type { WhyInput } from './whyInput';
import { launchFactLines, nowLines, originLines } from './whyLines';
import { t } from './whyTexts';
import type { LogEntry } from '../../ipc/requests';
import type { ServerSnapshot } from '../../ipc/state';

/** Why a server runs or does not, in Markdown: what to do first, then the facts. No secret is in it. */
export function whyPage(input: WhyInput): string {
  const { server, output } = input;
  const launch = launchLines(server.definition.launch).map(inert);
  const isOurs = server.runBy !== 'vscode';
  const parts = [
    `# ${titleText(server)}`,
    headline(input),
    ...todoLines(input),
    ...checkParts(input),
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
  return t(title, { server: escapeDeceptive(definition.name) });
}

function headline(input: WhyInput): string {
  const { server, now } = input;
  const reason = reasonFor(input);
  if (!reason) return healthyText(server, now);
  const { state } = entryText(server, now);
  return t('says', { state: capital(state), why: escapeDeceptive(sentence(reason)) });
}

/** Why it is as it is. A stopped one that could not be started says why before that is tried. */
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
  return advice.map((text) => t('todo', { next: escapeDeceptive(text) }));
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

function checkParts({ checked }: WhyInput): readonly string[] {
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
