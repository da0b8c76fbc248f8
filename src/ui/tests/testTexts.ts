import type { SavedTest, TestProblem } from '../../config/serverTests';
import { hasPassed, type FailedExpectation, type TestOutcome } from '../../ipc/serverTests';
import { syntaxText } from '../editing/problemTexts';
import type { ReadingContext } from '../reasons/reasonText';
import { sentence, sentenceWithNext } from '../reasons/sentence';
import { textsOf } from '../text/format';
import { lineChanges, withoutDistant } from '../text/lineChanges';

/** Texts of the tests of servers. */
export const t = textsOf({
  controller: 'MCP Servers',
  run: 'Run',
  expected: 'Expected: {text}',
  actual: 'Actual: {text}',
  whichFolder: 'In the tests of which folder?',

  // Mistakes in a file
  wrong: 'The value of "{at}" cannot stand there[: it must be {expected}].',
  unknownKey: 'The key "{at}" is not known. Remove it or correct its name.',
  inexact: 'The number of "{at}" has too many digits to be sent or compared exactly.',
  oneSubject: '"{at}" must name exactly one of "tool", "prompt" and "resource".',

  // Saving a call
  namePrompt: 'Name of the test of "{subject}" of the server "{server}"',
  nameTaken: 'The server has a test of this name.',
  nameMissing: 'A test needs a name.',
  whatHolds: 'What must hold when the call is made again?',
  sameResult: 'The result is the same',
  sameResultDetail: 'The whole result goes into the file, as a snapshot that can be updated.',
  succeeds: 'The call succeeds',
  fails: 'The call fails',
  anyResultDetail: 'The result may differ. Add what else you expect in the file.',
  secretQuestion:
    'The arguments or the result seem to hold a secret. It would stand in {file}, which others may read.',
  saveAnyway: 'Save Anyway',

  // Tests of the person's own servers
  ownServers: 'Let the tests of this workspace call your own servers?',
  ownServersDetail:
    'A file of the workspace says what is called. It is called as you, so that no rule asks. You are asked again when a call changes.',
  callThem: 'Call Them',
});

const typeTexts = {
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
} as const;

const typeText = textsOf(typeTexts);

/** A mistake in a file of tests, as a sentence. */
export function testProblemText({ kind, at, expected }: TestProblem): string {
  if (kind === 'syntax') return syntaxText(at);
  const isKnown = (name = ''): name is keyof typeof typeTexts => Object.hasOwn(typeTexts, name);
  return t(kind, { at, ...(isKnown(expected) && { expected: typeText(expected) }) });
}

/** Characters of a text that are shown where it is not the subject. */
const mostShown = 1_000;
/** Lines of a difference. */
const mostLines = 100;

/** Reasons why a test has not passed, as lines: sentences, and what was expected and found. */
export function outcomeLines(
  { reason, failures }: TestOutcome,
  context: ReadingContext = 'editor',
): readonly string[] {
  if (reason) return [sentenceWithNext(reason, context)];
  return failures.flatMap(({ reason, ...texts }) => [sentence(reason), ...comparison(texts)]);
}

function comparison({ expected, actual }: Omit<FailedExpectation, 'reason'>): readonly string[] {
  if (expected?.includes('\n') && actual?.includes('\n'))
    return difference(expected.split('\n'), actual.split('\n'));
  return [
    ...(expected === undefined ? [] : [t('expected', { text: shortened(expected) })]),
    ...(actual === undefined ? [] : [t('actual', { text: shortened(actual) })]),
  ];
}

const marks = { same: ' ', removed: '-', added: '+' };

/** The lines that differ, marked as in a patch, with the ones around them. */
function difference(expected: readonly string[], actual: readonly string[]): readonly string[] {
  const lines = withoutDistant(lineChanges(expected, actual)).map((line) =>
    line.kind === 'skipped' ? '  …' : shortened(`${marks[line.kind]} ${line.text}`),
  );
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '  …'] : lines;
}

/** A test that has ended, as lines: its outcome, and why it has not passed. */
export function endedText(
  { server, name }: Pick<SavedTest, 'server' | 'name'>,
  outcome: TestOutcome,
  lines: readonly string[],
): string {
  const mark = hasPassed(outcome) ? '✓' : '✗';
  const head = `${mark} ${server} › ${name} (${Math.round(outcome.took)} ms)`;
  return [head, ...lines.map((line) => line.replaceAll(/^/gm, '    '))].join('\n');
}

function shortened(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
