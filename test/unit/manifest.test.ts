import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac: string;
      readonly when: string;
    }[];
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

test('keys run commands that are there, and leave a terminal its own', () => {
  const { commands, keybindings } = manifest.contributes;
  const known = [...commands.map(({ command }) => command), 'roundhouse.servers.focus'];
  for (const { command, key, mac, when } of keybindings) {
    expect(known).toContain(command);
    // VS Code 1.139 has no chord of Ctrl+K and Shift with one of these letters.
    expect(key).toMatch(/^ctrl\+k shift\+[lmprst]$/);
    expect(mac).toBe(key.replace('ctrl', 'cmd'));
    // Cmd+K alone clears a terminal.
    expect(when).toContain('!terminalFocus');
  }
  expect(new Set(keybindings.map(({ key }) => key)).size).toBe(keybindings.length);
});

const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);

test('a step of the walkthrough is done by a context key that the window sets', () => {
  const source = globSync('src/ui/**/*.editor.ts').map((file) => readFileSync(file, 'utf8'));
  const text = source.join('\n');
  for (const { completionEvents } of steps)
    for (const event of completionEvents) {
      const [, key = ''] = /^onContext:(roundhouse\.\w+)$/.exec(event) ?? [];
      expect(text).toMatch(new RegExp(`etContext'?[(,] ?'${key}'`));
    }
  expect(steps.length).toBe(3);
});

test('the pictures of the walkthrough have the colours of the theme alone', () => {
  for (const { media } of steps) {
    const picture = readFileSync(media.svg, 'utf8');
    const colours = Array.from(picture.matchAll(/(?:fill|stroke)="([^"]*)"/g), ([, it]) => it);
    expect(colours.length).toBeGreaterThan(10);
    for (const colour of colours) expect(colour).toMatch(/^(?:none|var\(--vscode-[\w-]+\))$/);
  }
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
