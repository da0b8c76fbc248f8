import type { ConfigFile, Problem } from '../../config/definition';
import { t } from '../text/texts';
import { problemText } from './problemTexts';

/** Problems in the Problems panel, by the absolute path of the file. */
export type FoundProblems = ReadonlyMap<string, readonly Problem[]>;

/** Diagnostic of another extension. */
export interface OtherDiagnostic extends Pick<Problem, 'severity' | 'range'> {
  /** Its owner, such as `jsonc`. */
  readonly by: string | undefined;
}

/** Problems that a schema of the file reports, too. */
const bySchema: ReadonlySet<Problem['code']> = new Set([
  'unknownKey',
  'wrongTopLevelKey',
  'wrongType',
  'notAnObject',
  'rootNotAnObject',
  'serversNotAnObject',
  'inputNotAnObject',
  'nestedServers',
  'bareServer',
  'keyOfSettings',
  'missing',
  'unknownType',
  'invalidUrl',
]);

/** Severities, the most severe first: the index of each is that of `vscode.DiagnosticSeverity`. */
export const severities: readonly Problem['severity'][] = [
  'error',
  'warning',
  'information',
  'hint',
];

/** The files with the same problems as in the Problems panel, where those are known already. */
export function shownFiles(
  files: readonly ConfigFile[],
  found: FoundProblems,
): readonly ConfigFile[] {
  return files.map(({ source, parsed }) => {
    const problems = found.get(source.file) ?? parsed.problems;
    return { source, parsed: { ...parsed, problems: problems.filter(isListed) } };
  });
}

/** The editor lists no hints: they only fade what they are about. */
function isListed({ severity }: Problem): boolean {
  return severity !== 'hint';
}

/** The sentences of the first problems with their lines, and how many more there are. */
export function problemLines(problems: readonly Problem[], most: number): string {
  const shown = problems.slice(0, most).map((problem) => {
    const line = problem.range.startLine + 1;
    return t('reportProblem', { line, problem: problemText(problem) });
  });
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [t('moreProblems', { more })] : [])].join('\n');
}

/**
 * Our problems without those that the editor reports at the same place. With a schema for the file it finds some
 * itself.
 */
export function unreported(
  problems: readonly Problem[],
  others: readonly OtherDiagnostic[],
): readonly Problem[] {
  if (others.length === 0) return problems;
  const places = new Map<string, number>();
  const faultyLines = new Set<number>();
  for (const { severity, range, by } of others) {
    const place = JSON.stringify(range);
    places.set(place, Math.min(places.get(place) ?? Infinity, severities.indexOf(severity)));
    const isJson = by === 'json' || by === 'jsonc';
    if (isJson && severity === 'error') faultyLines.add(range.startLine);
  }
  return problems.filter(({ code, severity, range }) => {
    if (code === 'syntax') return !faultyLines.has(range.startLine);
    const rank = bySchema.has(code) ? places.get(JSON.stringify(range)) : undefined;
    return rank === undefined || rank > severities.indexOf(severity);
  });
}
