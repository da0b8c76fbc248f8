import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

const page = readFileSync('ARCHITECTURE.md', 'utf8');
const table = page.slice(page.indexOf('## Rooms'), page.indexOf('## Three flows'));
const rooms = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, room = '']) => room);

/** Git knows no empty folders, so that one which a move left behind is no room. */
const folders = [
  ...new Set(globSync('src/*/**/*.ts').map((file) => file.split(path.sep)[1] ?? '')),
];

const { overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
  readonly overrides: readonly Override[];
};
const layers = overrides
  .filter(({ rules }) => 'no-restricted-imports' in rules)
  .flatMap(({ files }) => files)
  .map((glob) => /^src\/(\w+)\/\*\*$/.exec(glob)?.[1])
  .filter((room) => room !== undefined);

test('the table of rooms in ARCHITECTURE.md names every folder of the source, and no other', () => {
  expect(rooms.toSorted()).toEqual(folders.toSorted());
});

test('every room has a rule for what it may import', () => {
  expect(layers.toSorted()).toEqual(folders.toSorted());
});

test.each(rooms)('the rule of %s forbids the rooms that the table does not name', (room) => {
  const rule = overrides.find(({ files }) => files.includes(`src/${room}/**`));
  const text = JSON.stringify(rule?.rules['no-restricted-imports']);
  const forbidden = rooms.filter((other) => text.includes(`"**/${other}/**"`));
  expect(forbidden).not.toContain(room);
  const [, , , allowed = ''] =
    table.match(new RegExp(`^\\| \`${room}\` .*$`, 'm'))?.[0].split('|') ?? [];
  const named = [...allowed.matchAll(/`(\w+)`/g)].map(([, other = '']) => other);
  const always = named.filter((other) => other !== 'participant' && other !== 'client');
  if (allowed.includes('everything but')) expect(forbidden).toEqual(['webview']);
  else expect(forbidden.filter((other) => always.includes(other))).toEqual([]);
});

test('every class and function that its flows name is there', () => {
  const flows = page.slice(page.indexOf('## Three flows'), page.indexOf('## States'));
  const names = new Set(Array.from(flows.matchAll(/`(\w+)`/g), ([, name = '']) => name));
  const source = globSync('src/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(names.size).toBeGreaterThan(20);
  const missing = [...names].filter(
    (name) =>
      !new RegExp(`^export (?:async )?(?:class|function\\*?|const) ${name}\\b`, 'm').test(source),
  );
  expect(missing).toEqual([]);
});
