import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { expect, test } from 'vitest';
import { canonicalJson, isObject, type Json } from '../../../src/base/json';
import { removeValue, setValue, type JsonPath } from '../../../src/config/write/jsonEdits';
import { Seeded } from '../../support/seeded';
import { randomJsonc, randomValue } from './randomJsonc';

const runs = 1500;

test.each(Array.from({ length: 4 }, (_, seed) => seed + 1))(
  'a value set at random leaves all else as it was (seed %i)',
  (seed) => {
    const random = new Seeded(seed);
    for (let run = 0; run < runs; run++) {
      const { text, comments } = randomJsonc(random);
      const path = randomPath(random, tree(text));
      const value = randomValue(random, 2);
      const edited = setValue(text, path, value);
      const where = `${JSON.stringify(path)} = ${JSON.stringify(value)} in\n${text}\n→\n${edited}`;
      const before = at(text, path);
      if (edited === text) {
        const same = canonicalJson(before && getNodeValue(before)) === canonicalJson(value);
        expect(same || !fits(text, path), where).toBe(true);
        continue;
      }
      expect(canonicalJson(valueAt(edited, path)), where).toBe(canonicalJson(value));
      const lost = before
        ? comments.filter((comment) => written(text, before).includes(comment))
        : [];
      expect(notes(edited), where).toEqual(notes(text).filter((note) => !lost.includes(note)));
      expect(others(edited, path), where).toEqual(others(text, path));
      expect(edited.startsWith('\uFEFF'), where).toBe(text.startsWith('\uFEFF'));
    }
  },
);

test.each(Array.from({ length: 4 }, (_, seed) => seed + 11))(
  'a value taken out at random leaves all else as it was (seed %i)',
  (seed) => {
    const random = new Seeded(seed);
    for (let run = 0; run < runs; run++) {
      const { text } = randomJsonc(random);
      const path = randomPath(random, tree(text));
      const edited = removeValue(text, path);
      const where = `${JSON.stringify(path)} out of\n${text}\n→\n${edited}`;
      const node = at(text, path);
      if (!node || path.length === 0) {
        expect(edited, where).toBe(text);
        continue;
      }
      expect(canonicalJson(getNodeValue(tree(edited))), where).toBe(
        canonicalJson(without(getNodeValue(tree(text)) as Json, path)),
      );
      const kept = notes(edited);
      expect(
        notes(text).filter((note) => kept.includes(note)),
        where,
      ).toEqual(kept);
      expect(subsequence(edited, text), where).toBe(true);
    }
  },
);

/** The tree of a text that must be right. */
function tree(text: string): Node {
  const errors: ParseError[] = [];
  const body = text.replace(/^\uFEFF/, '');
  const root = parseTree(body, errors, { allowTrailingComma: true });
  if (!root || errors.length > 0) throw new Error(`broken:\n${text}`);
  return root;
}

function at(text: string, path: JsonPath): Node | undefined {
  return findNodeAtLocation(tree(text), [...path]);
}

function valueAt(text: string, path: JsonPath): unknown {
  const list = path.at(-1);
  const node = at(text, path);
  if (node) return getNodeValue(node);
  // An index behind the end appends.
  const parent = typeof list === 'number' ? at(text, path.slice(0, -1)) : undefined;
  const last = parent?.children?.at(-1);
  return last && getNodeValue(last);
}

/** Whether what is there on the path can hold the rest of it. */
function fits(text: string, path: JsonPath): boolean {
  let node: Node | undefined = tree(text);
  for (const step of path) {
    if (node && node.type !== (typeof step === 'number' ? 'array' : 'object')) return false;
    node = node && findNodeAtLocation(node, [step]);
  }
  return true;
}

function written(text: string, { offset, length }: Node): string {
  return text.replace(/^\uFEFF/, '').slice(offset, offset + length);
}

function notes(text: string): readonly string[] {
  return text.match(/\/\* note \d+\. \*\/|\/\/ note \d+\./g) ?? [];
}

/** The text of every member and element that is neither on the path nor below it. */
function others(text: string, path: JsonPath): readonly string[] {
  const found: string[] = [];
  let node: Node | undefined = tree(text);
  for (const step of path) {
    for (const [index, child] of (node?.children ?? []).entries()) {
      const name: unknown = child.type === 'property' ? child.children?.[0]?.value : index;
      const isNew = typeof step === 'number' && index >= step;
      if (name !== step && !isNew) found.push(written(text, child));
    }
    node = node && findNodeAtLocation(node, [step]);
  }
  return found;
}

function randomPath(random: Seeded, root: Node): JsonPath {
  const path: (string | number)[] = [];
  let node: Node | undefined = root;
  const depth = 1 + random.below(3);
  while (path.length < depth) {
    const inArray: boolean = node ? node.type === 'array' : random.once(4);
    const step: string | number = inArray
      ? random.below((node?.children?.length ?? 0) + 1)
      : random.pick(['a', 'b', 'c', 'd', 'e', 'new one']);
    path.push(step);
    node = node && findNodeAtLocation(node, [step]);
  }
  return path;
}

function without(value: Json, [step, ...below]: JsonPath): Json {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (below.length === 0) return list.toSpliced(Number(step), 1);
    return list.map((element, i) => (i === step ? without(element, below) : element));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).flatMap(([key, member]) => {
      if (key !== step) return [[key, member]];
      return below.length === 0 ? [] : [[key, without(member, below)]];
    }),
  );
}

/** Whether a text is what is left of another when parts of it are taken out. */
function subsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of whole) if (part.startsWith(unit, at)) at += unit.length;
  return at === part.length;
}
