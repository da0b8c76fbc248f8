import type { StartStep } from '../../ipc/state';
import type { Reason } from '../../base/errors';
import { textsOf } from '../text/format';
import type { ReadingContext } from '../reasons/reasonText';
import { stepText } from '../tree/serverText';
import { nextAction, sentence } from '../reasons/sentence';
import type { CheckRow } from '../serverPage/pageMessages';
import { escapeDeceptive } from '../text/untrustedText';

const checkTitles = {
  runFolder: 'Run folder',
  host: 'Host process',
  entry: 'Entry',
  command: 'Command',
  folder: 'Working folder',
  runtime: 'Runtime',
  proxy: 'Proxy',
  certificates: 'Extra certificates',
  name: 'Host name',
  connection: 'Connection',
  tls: 'TLS',
  http: 'HTTP',
  signIn: 'Sign-in',
  start: 'Start',
} as const;

/** The title of a check. */
export const checkTitle = textsOf(checkTitles);

const outcomeWords = { ok: 'ok', warning: 'warn', failed: 'FAIL', skipped: 'skip' } as const;

/** The words around the results of checks, in the editor and in the terminal. */
export const t = textsOf({
  took: '{sentence} ({ms} ms)',
  step: '{step} {ms} ms',
  steps: '{sentence} Its steps: {steps}.',
  todo: 'What to do: {next}',
  summary: '{count} {count|server|servers} in {seconds} s',
  retried:
    '{server}: {why} It is tried again; this waits for what comes of it, at most {seconds} {seconds|second|seconds}.',
  hosts: 'Host processes',
  checks: 'Checks',
  checking: 'Diagnosing {server}',
});

/** One thing that was looked at, as `client/diagnosis/check.ts` has it. */
export interface ShownCheck {
  readonly check: keyof typeof checkTitles;
  readonly outcome: keyof typeof outcomeWords;
  readonly reason: Reason;
  readonly steps?: readonly { readonly step: StartStep; readonly ms: number }[] | undefined;
  readonly ms: number;
}

/** Finding of a check as a sentence, with its duration. */
function checkText({ reason, steps: times = [], ms, outcome }: ShownCheck): string {
  const found = sentence(reason);
  if (outcome === 'skipped') return found;
  const parts = times.map(({ step, ms }) => t('step', { step: stepText(step), ms }));
  const whole = parts.length > 0 ? t('steps', { sentence: found, steps: parts }) : found;
  return t('took', { sentence: whole, ms });
}

/** The checks, a row each. */
export function checkRows(checks: readonly ShownCheck[]): readonly CheckRow[] {
  return checks.map((check) => ({
    outcome: check.outcome,
    title: checkTitle(check.check),
    text: escapeDeceptive(checkText(check)),
    next: ['failed', 'warning'].includes(check.outcome) ? nextAction(check.reason) : undefined,
  }));
}

/** The checks, a line each. */
export function checkBullets(checks: readonly ShownCheck[]): readonly string[] {
  return checkRows(checks).map(
    ({ outcome, title, text }) => `${outcomeWords[outcome]} · ${title}: ${text}`,
  );
}

/** The checks as aligned lines for a terminal. */
export function checkLines(checks: readonly ShownCheck[]): readonly string[] {
  const width = Math.max(0, ...checks.map(({ check }) => checkTitle(check).length));
  return checks.map((check) => {
    const word = outcomeWords[check.outcome].padEnd(4);
    return `${word} ${checkTitle(check.check).padEnd(width)}  ${checkText(check)}`;
  });
}

/**
 * Distinct next actions: those of failed checks, then those of doubtful ones. Without failed checks `next` comes
 * first, which follows from the server's state.
 */
export function adviceTexts(
  next: string | undefined,
  checks: readonly ShownCheck[],
  context: ReadingContext = 'editor',
): readonly string[] {
  const about = (wanted: ShownCheck['outcome']): readonly string[] =>
    // The others explain why it does not start.
    checks
      .filter(({ outcome, check }) => outcome === wanted && check !== 'start')
      .flatMap(({ reason }) => nextAction(reason, context)?.text ?? []);
  const causes = about('failed');
  const first = causes.length > 0 || next === undefined ? causes : [next];
  return [...new Set([...first, ...about('warning')])];
}
