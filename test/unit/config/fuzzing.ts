import { createScanner } from 'jsonc-parser';
import { UserError } from '../../../src/base/errors';
import type { ConfigSource, ParsedConfig, Range } from '../../../src/config/definition';
import { dialectIds } from '../../../src/config/dialectId';
import { parseAnyConfig, parseConfig } from '../../../src/config/parseConfig';
import { putEntries, removeEntry } from '../../../src/config/putEntries';
import { Seeded } from '../../support/seeded';
import { mutate } from './mutate';
import { corpus } from './snippets/corpus';
import { fullExample } from './snippets/fullExample';
import { summaryOf } from './snippets/summaryOf';
import { folderSource } from './textAt';
import { processorTime } from '../../support/processorTime';

const files = [{ text: fullExample, shownFor: 'vscode' as const }, ...corpus];
const texts = files.map(({ text }) => text);

/** What went wrong with one mutated text; enough to do it again. */
export interface Finding {
  readonly text: string;
  readonly what: string;
}

/** What a run did. */
export interface FuzzRun {
  readonly findings: readonly Finding[];
  /** Milliseconds of the slowest text. */
  readonly slowest: number;
  /** Mutations that stayed within one entry, whose neighbours were looked for. */
  readonly siblingChecks: number;
}

/** Reads and edits `count` mutated files; the same seed gives the same files. */
export async function fuzz(count: number, seed: number): Promise<FuzzRun> {
  const random = new Seeded(seed);
  const findings: Finding[] = [];
  let [slowest, siblingChecks] = [0, 0];
  for (let run = 0; run < count && findings.length < 5; run++) {
    const inOneEntry = run % 3 === 0;
    const text = inOneEntry ? withOneBadEntry(random) : mutate(random, random.pick(texts), texts);
    const taken = processorTime();
    if (inOneEntry) {
      siblingChecks += 1;
      findings.push(...lostSiblings(text));
    } else {
      findings.push(...(await broken(random, text)));
    }
    slowest = Math.max(slowest, taken());
  }
  return { findings, slowest, siblingChecks };
}

/** The full example with one entry mutated, so that the brackets around it stay whole. */
function withOneBadEntry(random: Seeded): string {
  const name = random.pick(['"local": ', '"remote": ']);
  const start = fullExample.indexOf(name) + name.length;
  const end = start + (/\n {4}\}/.exec(fullExample.slice(start))?.index ?? 0) + 6;
  for (;;) {
    const entry = mutate(random, fullExample.slice(start, end), texts);
    if (isBalanced(entry)) return fullExample.slice(0, start) + entry + fullExample.slice(end);
  }
}

// The scanner's kinds of tokens: its enum is ambient, so its values cannot be named from here.
const opening = new Map([
  [1, 2],
  [3, 4],
]);
const closing = new Set(opening.values());
const comma = 5;
const endOfText = 17;

/** Whether brackets pair up, nothing is left open, and no comma stands outside of them. */
function isBalanced(text: string): boolean {
  const scanner = createScanner(text, false);
  const open: number[] = [];
  for (;;) {
    const kind: number = scanner.scan();
    const error: number = scanner.getTokenError();
    if (error !== 0) return false;
    if (kind === endOfText) break;
    const expected = opening.get(kind);
    if (expected !== undefined) open.push(expected);
    else if (closing.has(kind) && open.pop() !== kind) return false;
    else if (kind === comma && open.length === 0) return false;
  }
  // A comment at the end would swallow what follows.
  return open.length === 0 && text.endsWith('}');
}

const good = {
  before: 'before --one two',
  after: 'sse https://after.example.com/sse',
};

function lostSiblings(text: string): readonly Finding[] {
  const parsed = parseConfig(text, folderSource);
  const said = new Map(parsed.definitions.map((one) => [one.name, summaryOf(one)]));
  return Object.entries(good).flatMap(([name, summary]) =>
    said.get(name) === summary ? [] : [{ text, what: `lost ${name}: ${said.get(name)}` }],
  );
}

async function broken(random: Seeded, text: string): Promise<readonly Finding[]> {
  const dialect = random.pick(dialectIds);
  const file = random.pick(['mcp.json', 'config.toml', 'config.yaml', 'settings']);
  const source: ConfigSource = { ...folderSource, dialect, file };
  const findings: Finding[] = [];
  const tell = (what: string) => findings.push({ text, what: `${dialect} ${file}: ${what}` });
  try {
    const wrong = contradiction(text, await parseAnyConfig(text, source));
    if (wrong !== undefined) tell(wrong);
  } catch (error) {
    tell(`read: ${String(error)}`);
  }
  const entries = [{ name: 'local', value: { command: 'x' }, overwrite: true }];
  for (const edit of [
    () => putEntries({ file, text }, { dialect, entries, inputs: [{ id: 'new' }] }),
    () => removeEntry(text, dialect, 'local'),
  ]) {
    try {
      await edit();
    } catch (error) {
      if (!(error instanceof UserError)) tell(`edit: ${String(error)}`);
    }
  }
  return findings;
}

/** What cannot be so, whatever the text is. */
function contradiction(text: string, { definitions, problems }: ParsedConfig): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const inside = ({ startLine, startCharacter, endLine, endCharacter }: Range): boolean =>
    (startLine < endLine || (startLine === endLine && startCharacter <= endCharacter)) &&
    startCharacter >= 0 &&
    startCharacter <= (lines[startLine]?.length ?? -1) &&
    // The end of a block may stand behind its line end.
    endCharacter <= (lines[endLine]?.length ?? -1) + 1;
  const names = definitions.map(({ id }) => id);
  if (new Set(names).size !== names.length) return 'one name twice';
  const outside = [...definitions, ...problems].find(({ range }) => !inside(range));
  return outside && `outside of the text: ${JSON.stringify(outside.range)}`;
}
