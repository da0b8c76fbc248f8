import { createScanner } from 'jsonc-parser';
import { parseConfig } from '../../../src/config/read/parseConfig';
import { fullExample } from '../../unit/config/snippets/fullExample';
import { summaryOf } from '../../unit/config/snippets/summaryOf';
import { folderSource } from '../../unit/config/textAt';
import { holds, type Target } from '../target';
import { configWords } from './configFile';

const names = ['"local": ', '"remote": '] as const;
const good = { before: 'before --one two', after: 'sse https://after.example.com/sse' };

/** One entry of a file, whatever is wrong in it: what stands beside it is read all the same. */
export const neighbours: Target = {
  name: 'neighbours',
  reads: 'one entry of a file beside good ones',
  seeds: names.map((name) => fullExample.slice(...spanOf(name))),
  words: configWords,
  quick: 60,
  run(entry) {
    if (!isBalanced(entry)) return;
    for (const name of names) {
      const [start, end] = spanOf(name);
      const text = fullExample.slice(0, start) + entry + fullExample.slice(end);
      const parsed = parseConfig(text, folderSource);
      const said = new Map(parsed.definitions.map((one) => [one.name, summaryOf(one)]));
      for (const [neighbour, summary] of Object.entries(good))
        holds(said.get(neighbour) === summary, 'a neighbour is lost', () => text);
    }
  },
};

function spanOf(name: string): [start: number, end: number] {
  const start = fullExample.indexOf(name) + name.length;
  return [start, start + (/\n {4}\}/.exec(fullExample.slice(start))?.index ?? 0) + 6];
}

// The scanner's kinds of tokens: its enum is ambient, so its values cannot be named from here.
const opening = new Map([
  [1, 2],
  [3, 4],
]);
const closing = new Set(opening.values());
/** A file with more is not read at all: the parsers call themselves for each. */
const mostLevels = 500;
const closeBrace = 2;
const comma = 5;
const endOfText = 17;

/** Whether brackets pair up, nothing is left open, and no comma stands outside of them. */
function isBalanced(text: string): boolean {
  const scanner = createScanner(text, false);
  const open: number[] = [];
  let last = 0;
  for (;;) {
    const kind: number = scanner.scan();
    const error: number = scanner.getTokenError();
    if (error !== 0) return false;
    if (kind === endOfText) break;
    last = kind;
    const expected = opening.get(kind);
    if (expected !== undefined && open.push(expected) > mostLevels) return false;
    if (expected !== undefined) continue;
    if (closing.has(kind) && open.pop() !== kind) return false;
    if (kind === comma && open.length === 0) return false;
  }
  // A comment at the end would swallow what follows.
  return open.length === 0 && last === closeBrace;
}
