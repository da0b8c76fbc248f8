import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;

test('every text of the manifest stands in package.nls.json, and nothing else does', () => {
  const used = new Set(Array.from(text.matchAll(/"%([\w.]+)%"/g), ([, key]) => key ?? ''));
  expect(Object.keys(words).toSorted()).toEqual([...used].toSorted());
});

test('menus and welcome views offer only commands that are there', () => {
  const known = new Set(manifest.contributes.commands.map(({ command }) => command));
  const inMenus = Object.values(manifest.contributes.menus).flatMap((items) =>
    items.map(({ command }) => command),
  );
  const inWords = Array.from(
    Object.values(words)
      .join('\n')
      .matchAll(/\(command:(roundhouse\.\w+)\)/g),
    ([, command]) => command ?? '',
  );
  expect(inWords.length).toBeGreaterThan(0);
  for (const command of [...inMenus, ...inWords]) expect(known).toContain(command);
});

test('the menu of a server has what tells about it', () => {
  const items = manifest.contributes.menus['view/item/context']?.map(({ command }) => command);
  for (const name of [
    'whyNotRunning',
    'listTools',
    'showLog',
    'openConfiguration',
    'diagnoseServer',
  ])
    expect(items).toContain(`roundhouse.${name}`);
});

test('no workspace sets what would let it start, send or read more', () => {
  const { properties } = manifest.contributes.configuration;
  const ofWorkspace = Object.entries(properties).flatMap(([name, { scope }]) =>
    scope === 'application' || scope === 'machine' ? [] : name,
  );
  // Of these the owner starts nothing, the figures and generic tools concern the chat, and the others only narrow.
  expect(ofWorkspace.toSorted()).toEqual([
    'roundhouse.genericTools',
    'roundhouse.owner',
    'roundhouse.pins',
    'roundhouse.roots',
    'roundhouse.servers',
    'roundhouse.toolBudget',
    'roundhouse.toolRules',
    'roundhouse.toolSet',
    'roundhouse.toolSets',
  ]);
});
