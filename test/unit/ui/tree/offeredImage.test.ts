import { expect, test } from 'vitest';
import { catalogNodes } from '../../../../src/ui/tree/catalogNodes';
import { offeredImage } from '../../../../src/ui/tree/offeredImage';
import { treeChanges } from '../../../../src/ui/tree/treeNode';
import type { TreeNode } from '../../../../src/ui/tree/treeNode';

const png = (data: string): string => `data:image/png;base64,${data}`;
const one = png('AAAA');
const other = png('BBBB');

test.each<[string, unknown, unknown]>([
  ['one for all themes', [{ src: one }], { light: one, dark: one }],
  [
    'one for each theme',
    [
      { src: other, theme: 'dark' },
      { src: one, theme: 'light' },
    ],
    { light: one, dark: other },
  ],
  [
    'one for a theme before one for all',
    [{ src: one }, { src: other, theme: 'dark' }],
    { light: one, dark: other },
  ],
  ['the only one, whatever its theme', [{ src: one, theme: 'dark' }], { light: one, dark: one }],
  [
    'the first that can be shown',
    [{ src: 'https://a.test/i.png' }, 1, { src: one }],
    { light: one, dark: one },
  ],
  ...['jpeg', 'jpg', 'webp', 'svg+xml'].map((kind): [string, unknown, unknown] => {
    const src = `data:image/${kind};base64,PHN2Zz4=`;
    return [kind, [{ src }], { light: src, dark: src }];
  }),
  [
    'as much as 64 KB',
    [{ src: png('A'.repeat(87_380)) }],
    { light: png('A'.repeat(87_380)), dark: png('A'.repeat(87_380)) },
  ],
])('is shown: %s', (_what, icons, expected) => {
  expect(offeredImage(icons)).toEqual(expected);
});

test.each<[string, unknown]>([
  ['none', undefined],
  ['what is no list', { src: one }],
  ['an address', [{ src: 'http://127.0.0.1/i.png' }, { src: 'file:///etc/passwd' }]],
  ['a page', [{ src: 'data:text/html;base64,AAAA' }]],
  ['text that is not in Base64', [{ src: "data:image/svg+xml,<svg onload='x'/>" }]],
  ['more parameters', [{ src: 'data:image/png;charset=x;base64,AAAA' }]],
  ['what leaves its address', [{ src: `${one})![](https://a.test` }, { src: `${one}\n` }]],
  ['more than 64 KB', [{ src: png('A'.repeat(87_400)) }]],
  ['an empty one', [{ src: png('') }]],
])('is not shown: %s', (_what, icons) => {
  expect(offeredImage(icons)).toBeUndefined();
});

const catalog = {
  tools: [{ name: 't', inputSchema: {}, icons: [{ src: one }] }, { name: 'plain' }],
  prompts: [{ name: 'p', icons: [{ src: one }] }],
  resources: [{ uri: 'a:b', name: 'r', icons: [{ src: one }] }],
  resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'u', icons: [{ src: one }] }],
  dropped: [],
};
const flat = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

test('everything that a server offers has its image in the tree, and keeps its icon without one', () => {
  const shown = flat(catalogNodes(catalog, 's')).filter(({ context }) => context !== 'group');
  expect(shown.map(({ label, image }) => [label, image?.dark])).toEqual([
    ['t', one],
    ['plain', undefined],
    ['p', one],
    ['r', one],
    ['u', one],
  ]);
  expect(shown.every(({ icon }) => icon !== undefined)).toBe(true);
});

test('another image is another line', () => {
  const [tool] = catalog.tools;
  const after = { ...catalog, tools: [{ ...tool, name: 't', icons: [{ src: other }] }] };
  const before = { ...catalog, tools: catalog.tools.slice(0, 1) };
  expect(treeChanges(catalogNodes(before, 's'), catalogNodes(after, 's'))).toEqual(['tool s t']);
  const same = structuredClone(before);
  expect(treeChanges(catalogNodes(before, 's'), catalogNodes(same, 's'))).toEqual([]);
});
