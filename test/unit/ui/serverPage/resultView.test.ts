import { describe, expect, test } from 'vitest';
import {
  cellOf,
  childrenOf,
  cutText,
  linkTarget,
  looksLikeMarkdown,
  rawJson,
  resultChanges,
  resultViews,
  wholeJson,
  type View,
} from '../../../../src/ui/serverPage/resultView';

const text = (words: string): object => ({ type: 'text', text: words });

function viewsOf(...content: readonly unknown[]): readonly View[] {
  return resultViews({ content }).views;
}

describe('kinds of content', () => {
  test('Markdown and plain text', () => {
    expect(viewsOf(text('# Title'), text('just words'))).toMatchObject([
      { kind: 'text', isMarkdown: true, text: { shown: '# Title', more: 0 } },
      { kind: 'text', isMarkdown: false, text: { shown: 'just words', more: 0 } },
    ]);
  });

  test.each([
    ['{"a":1}', 'json'],
    [' [1, 2]\n', 'json'],
    ['{"a":1', 'text'],
    ['42', 'text'],
    ['"words"', 'text'],
  ])('the text %j is %s', (words, kind) => {
    expect(viewsOf(text(words))).toMatchObject([{ kind }]);
  });

  test('image and audio have a data URI and their size', () => {
    expect(
      viewsOf(
        { type: 'image', data: 'AAAA\nAAA=', mimeType: 'image/PNG' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ),
    ).toEqual([
      { kind: 'image', source: 'data:image/png;base64,AAAAAAA=', mimeType: 'image/png', bytes: 5 },
      { kind: 'audio', source: 'data:audio/wav;base64,AAAA', mimeType: 'audio/wav', bytes: 3 },
    ]);
  });

  test('a link to a resource, with its title before its name', () => {
    const link = { type: 'resource_link', uri: 'demo://a', name: 'a', title: 'The A' };
    expect(viewsOf(link, { ...link, title: '', uri: 'https://a.test/' })).toMatchObject([
      { kind: 'link', name: 'The A', target: 'resource' },
      { kind: 'link', name: 'a', target: 'browser' },
    ]);
  });

  test('embedded resources, as their MIME types say', () => {
    const embedded = (resource: object): object => ({ type: 'resource', resource });
    expect(
      viewsOf(
        embedded({ uri: 'demo://a', text: 'words', mimeType: 'text/markdown; charset=utf-8' }),
        embedded({ uri: 'demo://b', text: '# no heading', mimeType: 'text/x-python' }),
        embedded({ uri: 'demo://c', blob: 'AAAA', mimeType: 'image/webp' }),
        embedded({ uri: 'demo://d', blob: 'AAAA', mimeType: 'application/pdf' }),
        embedded({ uri: 'demo://e', blob: '', mimeType: 'image/png' }),
        embedded({ uri: 'demo://f' }),
      ),
    ).toMatchObject([
      { kind: 'resource', content: { kind: 'text', isMarkdown: true } },
      { kind: 'resource', content: { kind: 'text', isMarkdown: false } },
      { kind: 'resource', content: { kind: 'image' } },
      { kind: 'resource', content: { kind: 'data', problem: 'type', size: 3 } },
      { kind: 'resource', content: { kind: 'data', problem: 'empty', size: 0 } },
      { kind: 'resource', content: { kind: 'json', source: 'unknown' } },
    ]);
  });

  test('a block of an unknown kind is JSON', () => {
    const block = { type: 'hologram', size: 3 };
    expect(viewsOf(block)).toMatchObject([{ kind: 'json', value: block, type: 'hologram' }]);
  });

  test('an error, and metadata last', () => {
    const result = resultViews({ content: [text('no')], isError: true, _meta: { took: 1 } });
    expect(result.isError).toBe(true);
    expect(result.views).toMatchObject([{ kind: 'text' }, { kind: 'json', source: 'meta' }]);
    expect(resultViews({ content: [], isError: 'yes', _meta: {} })).toEqual({
      isError: false,
      views: [],
      more: 0,
    });
  });

  test('messages of a prompt below its description', () => {
    const messages = [
      { role: 'user', content: text('words') },
      { role: 'assistant', content: [text('one'), text('two')] },
    ];
    expect(resultViews({ description: 'about', messages }).views).toMatchObject([
      { kind: 'text', text: { shown: 'about' } },
      { kind: 'message', role: 'user', views: [{ text: { shown: 'words' } }] },
      { kind: 'message', role: 'assistant', views: [{ kind: 'text' }, { kind: 'text' }] },
    ]);
  });

  test('contents of a resource that was read', () => {
    expect(resultViews({ contents: [{ uri: 'demo://a', text: 'words' }] }).views).toMatchObject([
      { kind: 'resource', uri: 'demo://a', target: 'resource', content: { kind: 'text' } },
    ]);
  });

  test.each([[{ tools: [] }], [null], ['words'], [[1]]])('anything else is JSON: %j', (value) => {
    expect(resultViews(value).views).toMatchObject([{ kind: 'json', value }]);
  });
});

describe('structured content', () => {
  test.each([
    ['the same JSON in another order', '{"b":2,"a":1}', { a: 1, b: 2 }],
    ['a wrapped list', '[1,2]', { result: [1, 2] }],
    ['a wrapped text', 'words', { result: 'words' }],
    ['a wrapped list of one', '{"b":2,"a":1}', { result: [{ a: 1, b: 2 }] }],
  ])('is shown once: %s', (_what, words, structuredContent) => {
    expect(resultViews({ content: [text(words)], structuredContent }).views).toHaveLength(1);
  });

  test.each([
    ['another value', '{"a":1}', { a: 2 }],
    ['another text', 'words', { result: 'other words' }],
    ['more keys', '[1]', { result: [1], total: 1 }],
  ])('is shown beside a text: %s', (_what, words, structuredContent) => {
    const { views } = resultViews({ content: [text(words)], structuredContent });
    expect(views[1]).toMatchObject({ source: 'structured', value: structuredContent });
  });

  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `item ${id}` }));
  const blocks = items.map((item) => text(JSON.stringify(item, undefined, 2)));

  test('is shown and compared once where each item of its list is a text', () => {
    const result = { content: blocks, structuredContent: { result: items } };
    expect(resultViews(result).views).toHaveLength(200);
    expect(resultChanges(result, { content: blocks })).toMatchObject({ added: 0, removed: 0 });
    const mixed = { content: ['words', '42', '[1]'].map(text) };
    const structuredContent = { result: ['words', 42, [1]] };
    expect(resultViews({ ...mixed, structuredContent }).views).toHaveLength(3);
  });

  test.each([
    ['another item', [...items.slice(1), { id: 0 }]],
    ['items in another order', items.toReversed()],
    ['fewer items', items.slice(1)],
  ])('is shown beside the texts of a list: %s', (_what, result) => {
    const { views } = resultViews({ content: blocks, structuredContent: { result } });
    expect(views).toHaveLength(201);
  });

  test('an empty list is shown', () => {
    expect(resultViews({ content: [], structuredContent: { result: [] } }).views).toHaveLength(1);
  });

  test('is not read again for each text', () => {
    let reads = 0;
    const last = {
      get id() {
        return (reads += 1);
      },
    };
    const result = { content: blocks, structuredContent: { result: [...items, last] } };
    expect(resultViews(result).views).toHaveLength(201);
    expect(reads).toBeLessThan(20);
  });

  test('is shown without any content', () => {
    expect(resultViews({ structuredContent: { a: 1 } }).views).toMatchObject([{ value: { a: 1 } }]);
  });
});

describe('tables', () => {
  const tableOf = (value: unknown): unknown => {
    const [view] = resultViews({ structuredContent: value }).views;
    return view?.kind === 'json' ? view.table : undefined;
  };

  test('an array of similar objects', () => {
    const rows = [
      { id: 1, name: 'a', none: null },
      { id: 2, name: 'b', extra: true, none: null },
      { id: null, name: 'c' },
    ];
    expect(tableOf(rows)).toEqual({
      columns: [
        { name: 'id', isNumeric: true },
        { name: 'name', isNumeric: false },
        { name: 'none', isNumeric: false },
        { name: 'extra', isNumeric: false },
      ],
      rows,
      facts: [],
    });
  });

  test('the only array of an object, beside scalars', () => {
    const rows = [{ id: 1 }, { id: 2 }];
    expect(tableOf({ total: 2, rows })).toMatchObject({ rows, facts: [['total', 2]] });
    expect(tableOf({ rows, others: rows })).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['one object', [{ a: 1 }]],
    ['scalars', [1, 2]],
    ['mixed items', [{ a: 1 }, 2]],
    ['objects with few common keys', [{ a: 1 }, { b: 1 }, { c: 1 }]],
    ['nested objects', [{ a: {} }, { a: {} }]],
    ['empty objects', [{}, {}]],
    [
      'too many columns',
      Array(2).fill(Object.fromEntries([...Array(31).keys()].map((at) => [`k${at}`, 1]))),
    ],
  ])('no table: %s', (_what, value) => {
    expect(tableOf(value)).toBeUndefined();
  });

  test('inherited properties are no cells', () => {
    expect(cellOf({}, 'constructor')).toBeUndefined();
    expect(cellOf({ constructor: 1 }, 'constructor')).toBe(1);
  });
});

describe('what looks like Markdown', () => {
  test.each([
    '# Title',
    'a\n```js\nb\n```',
    '**bold** words',
    '[a](b)',
    '| a | b |\n|---|---|',
    '- a\n- b',
    '1. a\n2. b',
  ])('%j does', (words) => expect(looksLikeMarkdown(words)).toBe(true));

  test.each(['words', '#hashtag', '- one dash', 'a * b * c', 'a[0](1', '2 ** 3', '---'])(
    '%j does not',
    (words) => expect(looksLikeMarkdown(words)).toBe(false),
  );
});

test('JSON with a number of too many digits is a text, whose digits stay, and is compared by them', () => {
  const withId = (id: string) => `{"id":${id},"note":"**a**"}`;
  const words = withId('12345678901234567890');
  const result = { content: [text(words)], structuredContent: JSON.parse(words) as unknown };
  expect(resultViews(result).views).toMatchObject([
    { kind: 'text', text: { shown: words }, isMarkdown: false },
  ]);
  const after = { ...result, content: [text(withId('12345678901234567891'))] };
  expect(resultChanges(result, after)).toMatchObject({ added: 1, removed: 1 });
});

describe('bounds', () => {
  test('a long text is cut, and the whole stays for the clipboard', () => {
    const long = 'x'.repeat(200_010);
    expect(viewsOf(text(long))).toMatchObject([
      { text: { text: long, shown: 'x'.repeat(200_000), more: 10 } },
    ]);
  });

  test('a text is not cut within a character', () => {
    expect(cutText('ab😀c', 3)).toEqual({ text: 'ab😀c', shown: 'ab', more: 3 });
    expect(cutText('ab😀c', 4)).toMatchObject({ shown: 'ab😀', more: 1 });
  });

  test('only the first blocks are shown', () => {
    const { views, more } = resultViews({ content: Array(203).fill(text('a')) });
    expect([views.length, more]).toEqual([200, 3]);
  });

  test('only the first children of a list or an object', () => {
    const list = [...Array(10_000).keys()];
    expect(childrenOf(list, 2)).toEqual({
      children: [
        ['0', 0],
        ['1', 1],
      ],
      more: 9_998,
    });
    expect(childrenOf(Object.fromEntries(list.entries()), 1)).toEqual({
      children: [['0', 0]],
      more: 9_999,
    });
  });

  test('raw JSON is cut by characters and levels', () => {
    const { text, isCut } = rawJson(Array(300).fill('x'.repeat(1_000)));
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(rawJson({ a: [1, {}], b: 'c' })).toEqual({
      text: JSON.stringify({ a: [1, {}], b: 'c' }, undefined, 2),
      isCut: false,
    });
  });

  test('media that are too large are not shown', () => {
    const data = 'A'.repeat(32 * 1024 ** 2 + 4);
    expect(viewsOf({ type: 'image', data, mimeType: 'image/png' })).toMatchObject([
      { kind: 'data', problem: 'large' },
    ]);
  });
});

describe('hostile results', () => {
  test.each(['!!!', 'AAAAA', 'A=AA', 'AA"onload="'])('broken Base64: %j', (data) => {
    expect(viewsOf({ type: 'image', data, mimeType: 'image/png' })).toEqual([
      { kind: 'data', problem: 'broken', mimeType: 'image/png', size: data.length },
    ]);
  });

  test.each(['text/html', 'image/png,<script>', 'image/x-icon\n', ''])(
    'a type that is not shown: %j',
    (mimeType) => {
      expect(viewsOf({ type: 'image', data: 'AAAA', mimeType })).toMatchObject([
        { kind: 'data', problem: 'type' },
      ]);
    },
  );

  test('an image is not played, and a sound is not drawn', () => {
    expect(viewsOf({ type: 'image', data: 'AAAA', mimeType: 'audio/wav' })).toMatchObject([
      { kind: 'data', problem: 'type' },
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,a',
    'command:workbench.action.quit',
    'vbscript:a',
    'blob:https://a.test/1',
    'mailto:a@b.test',
    'no address',
    '',
  ])('%j does not open', (uri) => expect(linkTarget(uri)).toBeUndefined());

  test.each([
    ['HTTP://a.test', 'browser'],
    ['file:///etc/passwd', 'resource'],
    ['demo://a', 'resource'],
  ])('%s opens as %s', (uri, target) => expect(linkTarget(uri)).toBe(target));

  test.each<[unknown]>([
    [{ content: 'words' }],
    [{ content: [null, 1, [], {}, { type: 'text', text: 1 }, { type: {} }] }],
    [
      {
        content: [
          { type: 'resource', resource: 1 },
          { type: 'resource_link', uri: {} },
        ],
      },
    ],
    [{ content: [{ type: 'image', data: 1, mimeType: [] }], _meta: 'a' }],
    [{ messages: [null, { role: {}, content: null }], description: {} }],
    [{ contents: [null, { uri: 1, text: 1, blob: [] }] }],
  ])('wrong types are shown as what they are: %j', (result) => {
    expect(resultViews(result).views.length).toBeGreaterThan(0);
    expect(resultChanges(result, {}).removed).toBeGreaterThan(0);
  });

  test('__proto__ is a key like others', () => {
    const value: unknown = JSON.parse('[{"__proto__":1,"a":1},{"__proto__":2,"a":2}]');
    const [view] = resultViews({ structuredContent: value }).views;
    expect(view).toMatchObject({ table: { columns: [{ name: '__proto__' }, { name: 'a' }] } });
    expect(rawJson(value).text).toContain('"__proto__": 2');
    expect(childrenOf((value as object[])[0] ?? {}, 1).children).toEqual([['__proto__', 1]]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test('deep nesting is shown to a level, and what follows it too', () => {
    const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
    const result = { content: [text(`{"deep":${deep},"z":1}`)], structuredContent: { a: 1 } };
    expect(resultViews(result).views).toHaveLength(2);
    const [view] = resultViews(result).views;
    const value = view?.kind === 'json' ? view.value : undefined;
    expect(rawJson(value)).toMatchObject({ isCut: true });
    expect(rawJson(value).text).toMatch(/\[…\][^]*"z": 1\n\}$/);
    expect(wholeJson(value)).toBe(`{"deep":${deep},"z":1}`);
    expect(resultChanges(result, {}).isCut).toBe(true);
  });
});

describe('changes', () => {
  const linesOf = (before: unknown, after: unknown): string[] =>
    resultChanges(before, after).lines.map((line) =>
      line.kind === 'skipped'
        ? `… ${line.count}`
        : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`,
    );
  const result = (words: string): object => ({ content: [text(words)] });

  test('lines of texts, with unchanged lines around them', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].join('\n');
    const changes = resultChanges(result(before), result(before.replace('f', 'F')));
    expect(changes).toMatchObject({ added: 1, removed: 1, isCut: false });
    expect(linesOf(result(before), result(before.replace('f', 'F')))).toEqual([
      '… 2',
      ' c',
      ' d',
      ' e',
      '-f',
      '+F',
      ' g',
    ]);
  });

  test('the order of keys is no change, neither in texts nor outside', () => {
    const before = { content: [text('{"a":1,"b":{"c":2,"d":3}}')], _meta: { x: 1, y: 2 } };
    const after = { _meta: { y: 2, x: 1 }, content: [text('{"b":{"d":3,"c":2},"a":1}')] };
    expect(resultChanges(before, after)).toMatchObject({ added: 0, removed: 0 });
  });

  test('structured content that repeats a text is compared once', () => {
    const both = (a: number): object => ({
      content: [text(`{"a":${a}}`)],
      structuredContent: { a },
    });
    expect(linesOf(both(1), both(2))).toEqual([' {', '-  "a": 1', '+  "a": 2', ' }']);
  });

  test('media that differ somewhere inside', () => {
    const image = (data: string): object => ({ content: [{ type: 'image', data }] });
    const before = `${'A'.repeat(3_000)}B${'A'.repeat(3_000)}`;
    const changes = resultChanges(image(before), image(before.replace('B', 'C')));
    expect(changes).toMatchObject({ added: 1, removed: 1 });
    expect(JSON.stringify(changes).length).toBeLessThan(1_000);
  });

  test('a result that became an error', () => {
    const changes = linesOf(result('a'), { content: [text('a')], isError: true });
    expect(changes).toContain('+  "isError": true');
  });

  test('the fewest lines change, and both results can be read from them', () => {
    let seed = 1;
    const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let run = 0; run < 200; run += 1) {
      const [before, after] = [0, 0].map(() =>
        Array.from({ length: 1 + random(9) }, () => 'abc'.charAt(random(3))),
      ) as [string[], string[]];
      const { lines, added, removed } = resultChanges(
        result(before.join('\n')),
        result(after.join('\n')),
      );
      // Unchanged lines are only left out far from changes, so that these are rarely so.
      if (lines.some(({ kind }) => kind === 'skipped')) continue;
      const side = (left: string): string[] =>
        lines.flatMap((line) => (line.kind === 'skipped' || line.kind === left ? [] : [line.text]));
      expect([side('added'), side('removed')]).toEqual([before, after]);
      expect(added + removed).toBe(before.length + after.length - 2 * commonLength(before, after));
    }
  });

  test('many changes replace everything between the first and the last', () => {
    const many = (mark: string): string =>
      ['head', ...Array.from({ length: 2_000 }, (_, at) => `${mark} ${at}`), 'tail'].join('\n');
    expect(resultChanges(result(many('a')), result(many('b')))).toMatchObject({
      added: 2_000,
      removed: 2_000,
      isCut: false,
    });
  });

  test('very long results are compared by their beginnings', () => {
    const long = 'line\n'.repeat(6_000);
    expect(resultChanges(result(long), result(`${long}end`))).toMatchObject({
      added: 0,
      isCut: true,
    });
  });
});

/** Length of the longest common subsequence, by its definition. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  const table = new Map<string, number>();
  const at = (x: number, y: number): number => table.get(`${x},${y}`) ?? 0;
  for (let x = left.length - 1; x >= 0; x -= 1)
    for (let y = right.length - 1; y >= 0; y -= 1)
      table.set(
        `${x},${y}`,
        left[x] === right[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1)),
      );
  return at(0, 0);
}
