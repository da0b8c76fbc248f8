import { describe, expect, it } from 'vitest';
import type { TestOutcome } from '../../../../src/ipc/serverTests';
import { endedText, outcomeLines, testProblemText } from '../../../../src/ui/tests/testTexts';

const passed: TestOutcome = { took: 12.4, failures: [] };
function failed(code: string, expected: string, actual: string): TestOutcome {
  return { took: 3, failures: [{ reason: { code }, expected, actual }] };
}

describe('a test that has ended', () => {
  const test = { server: 'files', name: 'reads' };

  it('is one line where it has passed', () => {
    expect(endedText(test, passed, outcomeLines(passed))).toBe('✓ files › reads (12 ms)');
  });

  it('says what was expected and what was found, and shortens long texts', () => {
    const outcome = failed('testText', 'one', 'x'.repeat(5_000));
    expect(endedText(test, outcome, outcomeLines(outcome)).split('\n')).toEqual([
      '✗ files › reads (3 ms)',
      '    The text of the result does not contain what was expected.',
      '    Expected: one',
      `    Actual: ${'x'.repeat(1_000)}…`,
    ]);
  });

  it('shows the lines that differ', () => {
    const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
    const outcome = failed('testSnapshot', lines.join('\n'), lines.with(250, 'new').join('\n'));
    expect(outcomeLines(outcome)).toEqual([
      'The result differs from the snapshot of the test.',
      '  …',
      '  line 247',
      '  line 248',
      '  line 249',
      '- line 250',
      '+ new',
      '  line 251',
      '  line 252',
      '  line 253',
      '  …',
    ]);
    const others = failed(
      'testSnapshot',
      lines.join('\n'),
      lines.map((line) => `${line}!`).join('\n'),
    );
    expect(outcomeLines(others)).toHaveLength(102);
  });

  it('says why its call came to no result, with what to do next', () => {
    const outcome = { ...passed, reason: { code: 'hostGone' } };
    expect(outcomeLines(outcome)).toHaveLength(1);
  });
});

it.each([
  [{ kind: 'unknownKey', at: 'tol' }, 'The key "tol" is not known. Remove it or correct its name.'],
  [
    { kind: 'wrong', at: 'tool', expected: 'string' },
    'The value of "tool" cannot stand there: it must be a text.',
  ],
  [{ kind: 'wrong', at: 'tool' }, 'The value of "tool" cannot stand there.'],
] as const)('a mistake: %j', (problem, text) => {
  const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 1 };
  expect(testProblemText({ ...problem, range })).toBe(text);
});
