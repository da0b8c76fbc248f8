import { describe, expect, test } from 'vitest';
import { indentedJson } from '../../../../src/tools/results/indentedJson';
import { previewOf, readableResult, jsonShape } from '../../../../src/tools/results/resultPreview';

describe('the shape of JSON', () => {
  test('keys, lengths and types, with what only some have', () => {
    const items = [
      { id: 1, name: 'a', tags: ['x'] },
      { id: 2, name: null, tags: [], more: true },
    ];
    expect(jsonShape({ total: 2, items, none: [], deep: {} }, 2_000)).toBe(
      [
        '{',
        '  "total": number,',
        '  "items": [2 × {',
        '    "id": number,',
        '    "name": string | null,',
        '    "tags": [0–1 × string],',
        '    "more"?: boolean',
        '  }],',
        '  "none": [0],',
        '  "deep": {}',
        '}',
      ]
        .join('\n')
        .replaceAll(',\n', '\n'),
    );
  });

  test('stays within its size, however wide and deep the value is', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, n]));
    let deep: object = wide;
    for (let level = 0; level < 2_000; level++) deep = { deep, level };
    for (const value of [wide, deep, Array.from({ length: 500 }, () => wide)]) {
      const shape = jsonShape(value as never, 500);
      expect(shape.length).toBeLessThanOrEqual(500);
      expect(shape.length).toBeGreaterThan(5);
    }
  });
});

describe('a first look', () => {
  test('at text: lines and both ends, under 8 KiB together', () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `line ${n + 1}`).join('\n');
    const { head, tail, ...facts } = previewOf(readableResult(text));
    expect(facts).toEqual({ characters: text.length, lines: 20_000, format: 'text' });
    expect(head).toMatch(/^line 1\n.*\nline \d+$/s);
    expect(tail).toMatch(/^line \d+\n.*\nline 20000$/s);
    expect(head.length + tail.length).toBeLessThan(5_000);
  });

  test('at JSON on one line: it is indented', () => {
    const value = { rows: Array.from({ length: 1_000 }, (_, n) => ({ n, text: 'a "b", {c}' })) };
    const result = readableResult(JSON.stringify(value));
    expect(result.text).toBe(JSON.stringify(value, undefined, 2));
    expect(previewOf(result)).toMatchObject({
      format: 'json',
      lines: result.text.split('\n').length,
      shape: '{\n  "rows": [1000 × {\n    "n": number\n    "text": string\n  }]\n}',
    });
  });

  test('at JSON on short lines, or a value a line: it stays as it is', () => {
    const indented = JSON.stringify({ a: [1, 2] }, undefined, 4);
    expect(readableResult(indented).text).toBe(indented);
    const line = JSON.stringify({ id: 1, text: 'x'.repeat(3_000) });
    const lines = `${line}\n${line}\n`;
    const result = readableResult(lines);
    expect(result.text).toBe(lines);
    expect(previewOf(result).shape).toBe('[2 × {\n  "id": number\n  "text": string\n}]');
  });

  test('at a table: its columns', () => {
    const rows = Array.from({ length: 999 }, (_, n) => `${n},"a, b",${n * 2}`);
    const { shape, lines } = previewOf(readableResult(['id,name,price', ...rows].join('\n')));
    expect(shape).toBe('[999 × id | name | price]');
    expect(lines).toBe(1_000);
    expect(previewOf(readableResult('one, two\nthree\nfour, five, six')).shape).toBeUndefined();
  });
});

test.each([
  '{}',
  '[]',
  ' [ ] ',
  '{"a":{},"b":[],"c":[[],[{}]]}',
  '{"long":12345678901234567890,"exact":1.10,"e":-1E+5}',
  '["\\"", "\\\\", "a\\\\\\"b", "\\u00e9, {]"]',
  '[true,false,null,"",0]',
  '{"a":1}\n',
])('indented JSON says the same: %s', (text) => {
  const indented = indentedJson(text);
  expect(JSON.parse(indented)).toEqual(JSON.parse(text));
  expect(indented.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  expect(indentedJson(indented)).toBe(indented);
});
