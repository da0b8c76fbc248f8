import { applyEdits } from 'jsonc-parser';
import type { ConfigSource, Problem } from '../../../../src/config/definition';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import { type Fix, fixesFor } from '../../../../src/config/lint/fixes';
import { problemsIn, type LintFacts } from '../../../../src/config/lint/lintConfig';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { folderSource } from '../textAt';

/** A text and the offset of the `|` in it, which is taken out. */
export function atBar(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('|');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** A machine on which nothing is amiss. */
export const quietFacts: LintFacts = { missingCommands: new Set() };

/** A fix with the text that it makes. */
export interface AppliedFix extends Pick<Fix, 'code' | 'args' | 'preferred'> {
  readonly text: string;
}

/** The ways out of the problems with a code, applied to the text. */
export async function fixesOf(
  text: string,
  code: Problem['code'],
  { source = folderSource, facts = quietFacts }: { source?: ConfigSource; facts?: LintFacts } = {},
): Promise<readonly AppliedFix[]> {
  const tree = readConfigTree(text, source.dialect);
  const parsed = await parseAnyConfig(text, source);
  const problems = problemsIn({ text, source, parsed }, facts);
  return problems
    .filter((problem) => problem.code === code)
    .flatMap((problem) => fixesFor(tree, source, problem))
    .map(({ code, args, preferred, edits }) => ({
      code,
      args,
      preferred,
      text: applyEdits(text, [...edits]),
    }));
}
