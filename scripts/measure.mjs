// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { flowLengths } from './flows.mjs';
import { importersOf, importsOf } from './imports.mjs';
import { root } from './root.mjs';

/** A file of fewer lines that only one other imports may be a part that was cut off. */
const small = 20;
/** First words of a sentence that says nothing of what the thing is. */
const headless = /^(What|Who|Whose|Whether|Those)\b/;

/**
 * Measures of the source and of the docs that help a reader's judgement, a line each.
 * @returns {readonly string[]}
 */
export function measures() {
  const files = filesOf('src', /\.tsx?$/);
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const imports = importsOf(files);
  return [
    sizes(texts),
    folders(files),
    pieces(texts, imports),
    docBlocks([...texts.values()]),
    docSentences(),
    `flows, in files to open: ${[...flowLengths(imports)].map((flow) => flow.join(' ')).join(' · ')}`,
  ];
}

/**
 * @param {string} folder relative to the repository
 * @param {RegExp} name
 */
function filesOf(folder, name) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file.replaceAll(sep, '/')}`);
}

/** @param {string} text */
const linesOf = (text) => text.trimEnd().split('\n').length;

/** @param {ReadonlyMap<string, string>} texts */
function sizes(texts) {
  const lengths = [...texts]
    .map(([file, text]) => ({ file, lines: linesOf(text) }))
    .toSorted((a, b) => a.lines - b.lines);
  const all = lengths.reduce((sum, { lines }) => sum + lines, 0);
  const longest = lengths.at(-1);
  return (
    `src: ${lengths.length} files, ${all} lines, median ${lengths[lengths.length >> 1]?.lines}, ` +
    `longest ${longest?.lines} (${longest?.file})`
  );
}

/** @param {readonly string[]} files */
function folders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const [largest] = [...counts].toSorted(([, a], [, b]) => b - a);
  return `folders: ${counts.size}, largest ${largest?.[1]} files (${largest?.[0]})`;
}

/**
 * @param {ReadonlyMap<string, string>} texts
 * @param {import('./imports.mjs').Imports} imports
 */
function pieces(texts, imports) {
  const alone = [...importersOf(imports)].filter(([, importers]) => importers.size === 1);
  const tiny = alone.filter(([file]) => linesOf(texts.get(file) ?? '') < small);
  return `files with one importer: ${alone.length}, under ${small} lines ${tiny.length}`;
}

/** @param {readonly string[]} texts */
function docBlocks(texts) {
  const blocks = texts.flatMap((text) => [...text.matchAll(/\/\*\*[\s*]*(\S[^\n]*)/g)]);
  const without = blocks.filter(([, first = '']) => headless.test(first)).length;
  const percent = ((100 * without) / blocks.length).toFixed(1);
  return `doc blocks: ${blocks.length}, beginning with What, Who, Whether or Those ${percent} %`;
}

/** Words of a sentence in the README and the docs, without headings, tables and code. */
function docSentences() {
  const files = [...filesOf('docs', /\.md$/), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  const prose = files
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, ''))
    .flatMap((text) => text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/))
    .filter((block) => !/^\s*[#|!<]/.test(block));
  const sentences = prose
    .flatMap((block) => block.split(/[.!?:](?=\s|$)/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
    .filter((words) => words > 1);
  const words = sentences.reduce((sum, count) => sum + count, 0);
  return `docs: ${sentences.length} sentences of ${(words / sentences.length).toFixed(1)} words`;
}
