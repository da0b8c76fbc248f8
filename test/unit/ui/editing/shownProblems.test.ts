import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/config/definition';
import {
  shownFiles,
  unreported,
  type OtherDiagnostic,
} from '../../../../src/ui/editing/shownProblems';
import { shopFile } from '../samples';

const at = (startLine: number, startCharacter = 4): Problem['range'] => ({
  startLine,
  startCharacter,
  endLine: startLine,
  endCharacter: startCharacter + 3,
});

const problem = (
  code: Problem['code'],
  severity: Problem['severity'],
  range: Problem['range'],
): Problem => ({ code, severity, range, args: {} });

const reported = (
  severity: Problem['severity'],
  range: Problem['range'],
  by?: string,
): OtherDiagnostic => ({
  severity,
  range,
  by,
});

test('files have the problems that are listed, without hints', () => {
  const file = shopFile('{ "servers": { "till": { "command": "till", "colour": 1 } } }');
  const codes = (found: ReadonlyMap<string, readonly Problem[]>): readonly string[] =>
    shownFiles([file], found).flatMap(({ parsed }) => parsed.problems.map(({ code }) => code));
  const problems = [
    problem('plainSecret', 'warning', at(1)),
    problem('unusedInput', 'hint', at(2)),
    problem('remoteBridge', 'information', at(3)),
  ];

  expect(codes(new Map())).toEqual(['unknownKey']);
  expect(codes(new Map([[file.source.file, []]]))).toEqual([]);
  expect(codes(new Map([[file.source.file, problems]]))).toEqual(['plainSecret', 'remoteBridge']);
});

test.each<{ name: string; ours: Problem; theirs: OtherDiagnostic; left: boolean }>([
  {
    name: 'goes where the schema says it',
    ours: problem('unknownKey', 'warning', at(1)),
    theirs: reported('warning', at(1), 'jsonc'),
    left: false,
  },
  {
    name: 'stays where what others report is weaker',
    ours: problem('wrongTopLevelKey', 'error', at(1)),
    theirs: reported('warning', at(1), 'jsonc'),
    left: true,
  },
  {
    name: 'stays at another place',
    ours: problem('unknownKey', 'warning', at(1)),
    theirs: reported('warning', at(1, 9), 'jsonc'),
    left: true,
  },
  {
    name: 'that no schema knows stays',
    ours: problem('unusedInput', 'hint', at(1)),
    theirs: reported('warning', at(1), 'jsonc'),
    left: true,
  },
  {
    name: 'of the grammar goes with any of the line',
    ours: problem('syntax', 'error', at(1)),
    theirs: reported('error', at(1, 9), 'json'),
    left: false,
  },
  {
    name: 'of the grammar stays where somebody else tells of something else',
    ours: problem('syntax', 'error', at(1)),
    theirs: reported('error', at(1), 'spelling'),
    left: true,
  },
])('a problem $name', ({ ours, theirs, left }) => {
  expect(unreported([ours], [theirs])).toEqual(left ? [ours] : []);
});
