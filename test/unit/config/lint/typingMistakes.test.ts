import { applyEdits } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { ConfigSource, Problem } from '../../../../src/config/definition';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import { type Fix, fixesFor } from '../../../../src/config/lint/fixes';
import { problemsIn } from '../../../../src/config/lint/lintConfig';
import { moveSecrets } from '../../../../src/config/lint/moveSecrets';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { fixTitle } from '../../../../src/ui/editing/editingTexts';
import { problemText } from '../../../../src/ui/editing/problemTexts';
import { folderSource } from '../textAt';
import { typingMistakes, type TypingMistake } from './typingMistakes';

type Where = Pick<TypingMistake, 'dialect' | 'file' | 'missing'>;

function sourceOf({ dialect = 'vscode', file }: Where): ConfigSource {
  const path = file === undefined ? folderSource.file : `/home/ada/app/${file}`;
  return { ...folderSource, dialect, file: path };
}

async function problemsOf(text: string, where: Where): Promise<readonly Problem[]> {
  const source = sourceOf(where);
  const parsed = await parseAnyConfig(text, source);
  const missingCommands = new Set(where.missing ? ['a'] : []);
  return problemsIn({ text, source, parsed }, { missingCommands });
}

function fixesOf(text: string, problem: Problem, where: Where): readonly Fix[] {
  const source = sourceOf(where);
  // The files of other hosts have no fixes: they are not ours.
  if (source.dialect !== 'vscode') return [];
  return fixesFor(readConfigTree(text, source.dialect), source, problem);
}

/** The text with a fix applied; the one that stores a secret does the rest of its work elsewhere. */
function applied(text: string, { code, edits }: Fix): string {
  if (code !== 'moveSecret') return applyEdits(text, [...edits]);
  return moveSecrets(text, 'vscode', () => true)?.after ?? text;
}

describe('what is told of a mistake', () => {
  test.each(typingMistakes)('$mistake', async ({ text, told, fix, fixed, ...where }) => {
    const problems = await problemsOf(text, where);
    const said = problems.map((problem) => {
      const { startLine, startCharacter } = problem.range;
      return `${problem.severity} ${startLine + 1}:${startCharacter + 1} ${problemText(problem)}`;
    });
    expect(said).toEqual(told);
    const [first] = problems.flatMap((problem) => fixesOf(text, problem, where));
    expect(first && fixTitle(first)).toBe(fix);
    if (first && fixed !== undefined) expect(applied(text, first)).toBe(fixed);
  });
});

/** What tells two problems apart, wherever they stand. */
function identity({ code, args }: Problem): string {
  return JSON.stringify([code, args['server'], args['input'], args['key'], args['written']]);
}

describe('after a quick fix', () => {
  test.each(typingMistakes)('of $mistake its problem is gone', async ({ text, ...where }) => {
    const before = await problemsOf(text, where);
    const errors = (problems: readonly Problem[]): number =>
      problems.filter(({ severity }) => severity === 'error').length;
    for (const problem of before) {
      for (const fix of fixesOf(text, problem, where)) {
        const after = await problemsOf(applied(text, fix), { ...where, missing: undefined });
        expect(after.map(identity), fixTitle(fix)).not.toContain(identity(problem));
        expect(errors(after), fixTitle(fix)).toBeLessThanOrEqual(errors(before));
      }
    }
  });
});

test('the page is long enough, names nothing twice and holds no word of a program', () => {
  expect(typingMistakes.length).toBeGreaterThan(100);
  expect(new Set(typingMistakes.map(({ mistake }) => mistake)).size).toBe(typingMistakes.length);
  for (const { told } of typingMistakes) {
    for (const text of told) {
      expect(text).toMatch(/^(?:error|warning|information|hint) \d+:\d+ ["A-Z].*\.$/);
      // What is quoted stands in the file or is to be written there.
      const words = text.replaceAll(/"[^"]*"/g, '""').replaceAll(/'[^']*'/g, "''");
      expect(words).not.toMatch(/\b(?:[a-z]+[A-Z]\w*|\w+_\w+)\b/);
    }
  }
});
