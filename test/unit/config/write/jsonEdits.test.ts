import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { describe, expect, it, test } from 'vitest';
import {
  removeValue,
  setValue,
  type JsonPath,
  changeValue,
} from '../../../../src/config/write/jsonEdits';
import { type Json, canonicalJson, isObject } from '../../../../src/base/json';
import { Seeded } from '../../../support/seeded';
import { randomJsonc, randomValue } from '../randomJsonc';

const file = `// The team's servers
{
  "servers": {
    // local
    "till": {
      "command": "till", // on the PATH
      "args": ["-y", "--fast"],
      "env": { "A": "1" /* one */ }
    },
    /* remote */
    "docs": { "url": "https://docs.example" },
  },
}
`;

function valueAt(text: string, path: JsonPath): unknown {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
}

describe('setValue', () => {
  it.each<[string, JsonPath, Json, string, string]>([
    ['replaces a value', ['servers', 'till', 'command'], 'node', '"till", //', '"node", //'],
    ['keeps a list on its line', ['servers', 'till', 'args'], ['-y'], '["-y", "--fast"]', '["-y"]'],
    ['replaces an element', ['servers', 'till', 'args', 1], '--slow', '"--fast"', '"--slow"'],
    ['appends to a list on its line', ['servers', 'till', 'args', 2], 'x', '"]', '", "x"]'],
    [
      'adds a member beside the others',
      ['servers', 'docs', 'type'],
      'http',
      '"https://docs.example" }',
      '"https://docs.example", "type": "http" }',
    ],
    [
      'adds a member before a comment',
      ['servers', 'till', 'env', 'B'],
      '2',
      '"1" /*',
      '"1", "B": "2" /*',
    ],
    [
      'adds a line',
      ['servers', 'till', 'cwd'],
      '/tmp',
      '/* one */ }\n',
      '/* one */ },\n      "cwd": "/tmp"\n',
    ],
    [
      'makes what is missing on the way',
      ['servers', 'docs', 'headers', 'X'],
      'y',
      '{ "url": "https://docs.example" },',
      '{ "url": "https://docs.example", "headers": { "X": "y" } },',
    ],
    [
      'keeps a trailing comma where one is',
      ['inputs', 0],
      { id: 'k' },
      '  },\n}\n',
      '  },\n  "inputs": [\n    {\n      "id": "k"\n    }\n  ],\n}\n',
    ],
  ])('%s', (_what, path, value, before, after) => {
    const edited = setValue(file, path, value);
    expect(edited).toBe(file.replace(before, after));
    expect(valueAt(edited, path)).toEqual(value);
  });

  it('leaves a text alone that says it already, and one that cannot hold it', () => {
    expect(setValue(file, ['servers', 'till', 'env'], { A: '1' })).toBe(file);
    expect(setValue(file, ['servers', 'till', 'command', 'x'], 1)).toBe(file);
    expect(setValue(file, ['servers', 0], 1)).toBe(file);
    expect(setValue('{"servers": {"a": ', ['servers', 'a'], 1)).toBe('{"servers": {"a": ');
    expect(setValue('][', ['a'], 1)).toBe('][');
  });

  it('edits what is whole in a text with a fault elsewhere', () => {
    const text = '{"servers": {"a": {"command": "x"}}, "inputs": [}';
    expect(setValue(text, ['servers', 'a', 'command'], 'y')).toBe(text.replace('"x"', '"y"'));
    expect(setValue(text, ['inputs', 0], 'y')).toBe(text);
  });

  it('keeps line ends, tabs, a byte order mark and the missing last line end', () => {
    const text = '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}';
    expect(setValue(text, ['a', 'c'], { d: [] })).toBe(
      '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t\t"d": []\r\n\t\t}\r\n\t}\r\n}',
    );
  });

  it('opens a line that a long value does not fit on', () => {
    const long = { command: 'x'.repeat(60) };
    expect(setValue('{\n  "a": { "b": 1 }\n}\n', ['a', 'c'], long)).toBe(
      `{\n  "a": { "b": 1,\n    "c": {\n      "command": "${long.command}"\n    }\n  }\n}\n`,
    );
  });

  it('keeps a minified text on one line', () => {
    const text = '{"servers":{"a":{"command":"x"}},"inputs":[]}\n';
    expect(setValue(text, ['servers', 'b'], { command: 'y', args: ['z'] })).toBe(
      '{"servers":{"a":{"command":"x"},"b":{"command":"y","args":["z"]}},"inputs":[]}\n',
    );
    expect(setValue(text, ['inputs', 0], { id: 'k' })).toBe(
      '{"servers":{"a":{"command":"x"}},"inputs":[{"id":"k"}]}\n',
    );
  });

  it('makes a file of nothing, and keeps comments that stand alone', () => {
    const made = '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n';
    expect(setValue('', ['a', 'b'], 1)).toBe(made);
    expect(setValue('// mine', ['a', 'b'], 1)).toBe(`// mine\n${made}`);
    expect(setValue('{}', ['a', 'b'], 1)).toBe(made.trimEnd());
  });

  it('does not take a comment for the indentation', () => {
    const text = '{\n/*\n * notes\n */\n    "a": {}\n}\n';
    expect(setValue(text, ['b'], { c: 1 })).toContain('\n    "b": {\n        "c": 1\n    }\n');
  });
});

describe('removeValue', () => {
  it.each<[string, JsonPath, string, string]>([
    [
      'a member of several lines with its comments',
      ['servers', 'till'],
      file.slice(file.indexOf('    // local'), file.indexOf('    /* remote */')),
      '',
    ],
    [
      'the last member with the comma before it',
      ['servers', 'till', 'env'],
      ',\n      "env": { "A": "1" /* one */ }\n',
      '\n',
    ],
    ['an element', ['servers', 'till', 'args', 0], '"-y", ', ''],
    ['the last element', ['servers', 'till', 'args', 1], ', "--fast"', ''],
  ])('takes out %s', (_what, path, before, after) => {
    const edited = removeValue(file, path);
    expect(edited).toBe(file.replace(before, after));
  });

  it('leaves a text alone where there is nothing to take', () => {
    expect(removeValue(file, ['servers', 'nothing'])).toBe(file);
    expect(removeValue(file, ['servers', 'till', 'args', 7])).toBe(file);
    expect(removeValue(file, [])).toBe(file);
    expect(removeValue('\uFEFF{"a": 1}', ['a'])).toBe('\uFEFF{}');
    expect(removeValue('{"a": 1, "b": [}', ['a'])).toBe('{"a": 1, "b": [}');
  });
});

const path = ['roundhouse.servers'];
const text = `// Mine
{
  "editor.fontSize": 12,
  "roundhouse.servers": {
    // Slow on Mondays
    "till": { "callTimeoutSeconds": 10 /* enough */ },
    "lamp": { "enabled": false }, // out of oil
  },
}
`;
const before = { till: { callTimeoutSeconds: 10 }, lamp: { enabled: false } };

describe('changeValue', () => {
  const list = '{ "args": ["-y", /* pinned */ "till@1", /* stays */ "--safe", "--port=1"] }';
  const args = ['-y', 'till@1', '--safe', '--port=1'];

  test('changes elements of an array where they stand, whose comments stay', () => {
    const changed = ['-y', 'till@2', '--safe', '--port=2'];
    expect(changeValue(list, ['args'], args, changed)).toBe(
      list.replace('till@1', 'till@2').replace('port=1', 'port=2'),
    );
  });

  test('writes an array anew where elements have moved, so that no comment speaks of another one', () => {
    const moved = ['-y', '--safe', 'till@1', '--port=1'];
    const after = changeValue(list, ['args'], args, moved) ?? '';
    expect(JSON.parse(after)).toEqual({ args: moved });
  });

  it('keeps every comment beside what changes', () => {
    const after = { ...before, till: { ...before.till, enabled: false } };
    expect(changeValue(text, path, before, after)).toBe(
      text.replace('10 /* enough */ }', '10, "enabled": false /* enough */ }'),
    );
  });

  it('adds what is new, takes out what is gone, and then the setting itself', () => {
    const { till } = before;
    const without = text.replace('\n    "lamp": { "enabled": false }, // out of oil', '');
    expect(changeValue(text, path, before, { till })).toBe(without);
    expect(JSON.stringify(changeValue(text, path, before, { ...before, mute: {} }))).toContain(
      'mute',
    );
    expect(changeValue(text, path, before, undefined)).toBe(`// Mine
{
  "editor.fontSize": 12,
}
`);
  });

  it.each<[string, Json, string]>([
    ['something else stands there', { till: {} }, text],
    ['nothing stands there', before, '{}'],
    ['the text is broken', before, text.replace('12,', '12')],
  ])('leaves the text alone where %s', (_why, said, written) => {
    expect(changeValue(written, path, said, {})).toBeUndefined();
  });
});

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
      expect(canonicalJson(setValueAt(edited, path)), where).toBe(canonicalJson(value));
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

function setValueAt(text: string, path: JsonPath): unknown {
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
