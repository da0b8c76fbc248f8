import { getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { describe, expect, it, test } from 'vitest';
import { JsoncDocument } from '../../../../src/config/read/jsoncDocument';
import { properties } from '../../../../src/config/read/properties';
import { Seeded } from '../../../support/seeded';
import { randomJsonc } from '../randomJsonc';

function plain({ type, offset, length, value, children, parent }: Node): unknown {
  const around = parent && [parent.type, parent.offset];
  return { type, offset, length, value: value as unknown, around, in: children?.map(plain) };
}

test('a text without a fault gives the tree of the library', () => {
  const random = new Seeded(5);
  for (let run = 0; run < 500; run++) {
    const text = randomJsonc(random).text.replace(/^\uFEFF/, '');
    const { root, faults } = new JsoncDocument(text);
    const expected = parseTree(text, [], { allowTrailingComma: true });
    expect(faults, text).toEqual([]);
    expect(root && plain(root)).toEqual(expected && plain(expected));
  }
});

/** The members that are whole, with their values. */
function whole(text: string): Readonly<Record<string, unknown>> {
  const document = new JsoncDocument(text);
  const members = document.root ? properties(document.root) : [];
  return Object.fromEntries(
    members
      .filter(({ node }) => document.isWhole(node))
      .map(({ name, value }) => [name, getNodeValue(value) as unknown]),
  );
}

describe('what stands beside a mistake', () => {
  it.each([
    ['"bad": { x { y: {} } "command" }', {}],
    ['"bad": {\n"url: "https://x",\n"headers": { "a": "b" }\n}', {}],
    ['"bad": { , }', {}],
    ['"bad": [ { : } : ]', {}],
    ['"bad": { "a": 1 ] }', {}],
    ['"bad": { [ { } ] }', {}],
    ['"bad": { "a": { "b": [1, } }', {}],
    ['"bad": (1, 2)', {}],
    ['"bad" { "a": 1 }', {}],
    ['bad: { "a": 1 }', {}],
    ['{ "a": 1 }', {}],
    ['"bad": "never ends', {}],
    ['"bad": { "a": True|False }', {}],
    ['"bad": "\\x"', {}],
    ['"fine": 1 junk', { fine: 1 }],
    ['"fine": { "a": 1 } "more": 2', { fine: { a: 1 }, more: 2 }],
    [',,', {}],
  ])('%s', (bad, others) => {
    const text = `{ "before": { "a": [1] },\n${bad},\n"after": { "b": { "c": null } } }`;
    expect(new JsoncDocument(text).faults.length).toBeGreaterThan(0);
    expect(whole(text)).toEqual({
      before: { a: [1] },
      ...others,
      after: { b: { c: null } },
    });
  });

  it('tells one fault for each cause', () => {
    const { faults } = new JsoncDocument('{ "a": ], "b": { x: 1 }, "c": 1 2, "d": (], "e": "');
    expect(faults.map(({ error, offset }) => [error, offset])).toEqual([
      ['ValueExpected', 7],
      ['InvalidSymbol', 17],
      ['CommaExpected', 32],
      ['InvalidSymbol', 40],
      ['UnexpectedEndOfString', 49],
    ]);
  });
});

test.each(['{"a":'.repeat(100_000), '['.repeat(100_000), `{"a": x ${'['.repeat(500_000)}`])(
  'what is nested too deep is one fault: %#',
  (text) => {
    const { faults } = new JsoncDocument(text);
    expect(faults.length).toBe(1);
  },
);
