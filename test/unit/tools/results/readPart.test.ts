import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { OpenResult } from '../../../../src/tools/results/openResult';
import { readPart } from '../../../../src/tools/results/readPart';
import type { ReadPart, ResultPart } from '../../../../src/ipc/largeResults';

function read(text: string, part: ResultPart, most = 1_000): ReadPart {
  return readPart(new OpenResult(text), part, most);
}

/** Why a part is not read. */
function refusal(text: string, part: ResultPart): unknown {
  try {
    read(text, part);
  } catch (error) {
    if (error instanceof UserError) return error.reason;
    throw error;
  }
  return undefined;
}

const hundred = `${Array.from({ length: 100 }, (_, n) => `line ${n + 1}`).join('\n')}\n`;

test.each(['{"a": {"b": 1}}', '{"a": {"b": 1}}\n{"a": 2}'])(
  'a byte order mark keeps nobody from reading %j by path',
  (json) => {
    const part = { by: 'path', path: '$..b', from: 1 } as const;
    expect(read(`\uFEFF${json}`, part)).toEqual(read(json, part));
    expect(read(`\uFEFF${json}`, { by: 'lines', from: 1 }).text).toBe(`\uFEFF${json}`);
  },
);

describe('lines', () => {
  test.each([
    [{ from: 2, to: 3 }, 'line 2\nline 3\n', { from: 2, to: 3, total: 100 }],
    [{ from: 99 }, 'line 99\nline 100\n', { from: 99, to: 100, total: 100 }],
    [{ from: -1 }, 'line 100\n', { from: 100, to: 100, total: 100 }],
    [{ from: 100, to: 5_000 }, 'line 100\n', { from: 100, to: 100, total: 100 }],
  ])('%j', (range, text, args) => {
    expect(read(hundred, { by: 'lines', ...range })).toEqual({
      text,
      note: { code: 'linesRead', args },
    });
  });

  test('are as many as fit, and it is said where to go on', () => {
    const first = read(hundred, { by: 'lines', from: 1 }, 20);
    expect(first.text).toBe('line 1\nline 2\n');
    expect(first.note.args).toEqual({ from: 1, to: 2, total: 100, next: 3 });
    let all = '';
    for (let from: number | undefined = 1; from;) {
      const { text, note } = read(hundred, { by: 'lines', from }, 50);
      all += text;
      from = note.args?.['next'] as number | undefined;
    }
    expect(all).toBe(hundred);
  });

  test('a line that does not fit is begun, with the characters to go on from', () => {
    const { text, note } = read(`a\n${'b'.repeat(100)}`, { by: 'lines', from: 2 }, 10);
    expect(text).toBe('b'.repeat(10));
    expect(note).toEqual({
      code: 'lineBeginningRead',
      args: { line: 2, from: 3, to: 12, next: 13 },
    });
  });

  test('that are not there are refused with how many there are', () => {
    const expected = { code: 'partOutOfRange', args: { unit: 'lines', total: 100, asked: '101-' } };
    expect(refusal(hundred, { by: 'lines', from: 101 })).toEqual(expected);
    expect(refusal(hundred, { by: 'lines', from: 5, to: 2 })).toMatchObject({
      code: 'partOutOfRange',
    });
    expect(read('', { by: 'lines', from: 1 }).text).toBe('');
  });
});

test('characters are never cut in two, and none is lost', () => {
  const text = 'a😀b😀c';
  let all = '';
  for (let from: number | undefined = 1; from;) {
    const part = read(text, { by: 'characters', from }, 2);
    expect(part.text).not.toMatch(/\p{Surrogate}/u);
    all += part.text;
    from = part.note.args?.['next'] as number | undefined;
  }
  expect(all).toBe(text);
  expect(read(text, { by: 'characters', from: -1 }).text).toBe('c');
});

test.each([
  [{ from: 3 }, 3, '😀b', { from: 2, to: 4, next: 5 }],
  [{ from: 3, to: 3 }, 3, '😀', { from: 2, to: 3 }],
  [{ from: 2, to: 2 }, 3, '😀', { from: 2, to: 3 }],
  [{ from: 4, to: 5 }, 3, 'b', { from: 4, to: 4, next: 5 }],
  [{ from: 3 }, 1, '😀', { from: 2, to: 3, next: 4 }],
])('a range within a character has all of it: %j, %i', (range, most, text, args) => {
  const part = read('a😀b😀c', { by: 'characters', ...range }, most);
  expect(part).toEqual({ text, note: { code: 'charactersRead', args: { total: 7, ...args } } });
});

describe('a path', () => {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `n${id}`, big: id % 2 === 0 }));
  const text = JSON.stringify({ meta: { total: 30, 'odd key': 1 }, rows });
  const path = (one: string, from = 1): ResultPart => ({ by: 'path', path: one, from });

  test('finds values, a line for each', () => {
    expect(read(text, path('$.rows[1:3].name'))).toEqual({
      text: '$.rows[1].name: "n1"\n$.rows[2].name: "n2"',
      note: { code: 'valuesRead', args: { path: '$.rows[1:3].name', from: 1, to: 2, total: 2 } },
    });
    expect(read(text, path('$.rows[?@.big == true && @.id > 27].id')).text).toBe(
      '$.rows[28].id: 28',
    );
    expect(read(text, path('$..total')).text).toBe('$.meta.total: 30');
  });

  test('shows as many as fit, and goes on from there', () => {
    const first = read(text, path('$.rows[*].id'), 48);
    expect(first.note.args).toMatchObject({ from: 1, to: 3, total: 30, next: 4 });
    const second = read(text, path('$.rows[*].id', 4), 48);
    expect(second.text).toMatch(/^\$\.rows\[3\]/);
  });

  test('gives the shape of a value that does not fit', () => {
    const { text: shape, note } = read(text, path('$.rows'), 100);
    expect(shape).toContain('[30 × {');
    expect(note).toMatchObject({ code: 'valueTooLong', args: { at: '$.rows', total: 1 } });
  });

  test('that finds nothing is answered with what is there, the likeliest first', () => {
    expect(refusal(text, path('$.meta.totl'))).toEqual({
      code: 'pathEmpty',
      args: { path: '$.meta.totl', at: '$.meta', has: ['total', 'odd key'] },
    });
    expect(refusal(text, path('$.rows[99].name'))).toMatchObject({
      args: { at: '$.rows', has: ['0…29'] },
    });
    expect(refusal(text, path('$.nothing'))).toMatchObject({ args: { at: '$' } });
  });

  test('that is none, or not into JSON, is refused', () => {
    expect(refusal(text, path('rows.name'))).toMatchObject({ code: 'pathInvalid' });
    expect(refusal(text, path('$.rows[?('))).toMatchObject({ code: 'pathInvalid' });
    expect(refusal(hundred, path('$.a'))).toMatchObject({ code: 'notJson' });
    expect(refusal(text, path('$.rows[*]', 31))).toMatchObject({
      code: 'firstOutOfRange',
      args: { total: 30, from: 31 },
    });
  });

  test('says so where numbers may be rounded', () => {
    const { note } = read('{"id": 12345678901234567890}', path('$.id'));
    expect(note.cause).toEqual({ code: 'numbersRounded' });
  });

  test('leads into a text with a value a line', () => {
    expect(read('{"a":1}\n{"a":2}\n', path('$[*].a')).text).toBe('$[0].a: 1\n$[1].a: 2');
  });
});

describe('a search', () => {
  const search = (one: string, more: Partial<Extract<ResultPart, { by: 'search' }>> = {}) =>
    ({ by: 'search', search: one, isRegex: false, context: 0, from: 1, ...more }) as const;

  test('finds lines, whatever the case', () => {
    expect(read(hundred, search('LINE 10'))).toEqual({
      text: '10: line 10\n100: line 100',
      note: { code: 'matchesRead', args: { search: 'LINE 10', from: 1, to: 2, total: 2 } },
    });
    expect(read('a.c\nabc', search('a.c')).text).toBe('1: a.c');
  });

  test('by a regular expression, which is of single lines', () => {
    expect(read(hundred, search('^line [23]$', { isRegex: true })).text).toBe(
      '2: line 2\n3: line 3',
    );
    expect(read('a-b', search('a\\-b', { isRegex: true })).text).toBe('1: a-b');
    expect(read('a\n\nb', search('^', { isRegex: true })).note.args).toMatchObject({ total: 3 });
    expect(refusal(hundred, search('(', { isRegex: true }))).toMatchObject({
      code: 'regexInvalid',
    });
  });

  test('shows lines around a match, each once', () => {
    const { text } = read(hundred, search('^line (5|6|50)$', { isRegex: true, context: 1 }));
    expect(text).toBe(
      [
        '4- line 4',
        '5: line 5',
        '6: line 6',
        '7- line 7',
        '--',
        '49- line 49',
        '50: line 50',
        '51- line 51',
      ].join('\n'),
    );
  });

  test('of a long line shows what is around the match, and where that is', () => {
    const text = `first\n${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`;
    const { text: shown } = read(text, search('needle'));
    const [, from, to, piece = ''] = /^2: \[(\d+)-(\d+)\] …(.*)…$/.exec(shown) ?? [];
    expect(piece).toContain('needle');
    expect(piece.length).toBeLessThan(500);
    const range = { from: Number(from), to: Number(to) };
    expect(read(text, { by: 'characters', ...range }).text).toBe(piece);
  });

  test('shows as many as fit, and goes on from there', () => {
    const first = read(hundred, search('line'), 50);
    expect(first.note.args).toMatchObject({ from: 1, to: 5, total: 100, next: 6 });
    expect(read(hundred, search('line', { from: 6 }), 50).text).toMatch(/^6: line 6/);
    expect(refusal(hundred, search('line', { from: 101 }))).toMatchObject({
      code: 'firstOutOfRange',
    });
  });

  test('that finds nothing says so', () => {
    expect(read(hundred, search('needle'))).toEqual({
      text: '',
      note: { code: 'nothingFound', args: { search: 'needle', lines: 100 } },
    });
  });
});
