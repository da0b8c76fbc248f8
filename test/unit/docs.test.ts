import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proxyFor } from '../../src/network/network';
import { networkOf } from '../../src/client/network';
import { sandboxPrograms } from '../../src/client/launch/sandboxPrograms';
import { parseConfig } from '../../src/config/read/parseConfig';
import { folderSource } from './config/textAt';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const settings = Object.keys(contributes.configuration.properties);
const titles = contributes.commands.map(({ title }) =>
  plainTitle(words[title.replaceAll('%', '')] ?? title),
);
const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const shownWords = [...sources, ...Object.values(words)].join('\n').toLowerCase();

/** For those who write the code. */
const forDevelopers = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const forPeople = ['README.md', 'CHANGELOG.md', ...globSync('docs/*.md')];
const pages = [...forDevelopers, ...forPeople];

function textOf(page: string): string {
  return readFileSync(page, 'utf8');
}

/** The text of a page without its blocks of code. */
function proseOf(page: string): string {
  return textOf(page).replaceAll(/^```[^]*?^```$/gm, '');
}

function plainTitle(title: string): string {
  return title.replace(/\.\.\.$|…$/, '');
}

describe('what pages name is there', () => {
  /** The names of files, which look like settings. */
  const files = new Set(['roundhouse.json']);
  const known = new Set([
    ...files,
    ...settings,
    ...contributes.commands.map(({ command }) => command),
    ...Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
  ]);

  test.each(pages)('settings and commands of %s', (page) => {
    const named = Array.from(
      textOf(page).matchAll(/(?<![\w-])roundhouse\.[a-zA-Z]+/g),
      ([name]) => name,
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(forPeople)('titles of commands of %s', (page) => {
    const flat = proseOf(page).replaceAll(/\s+/g, ' ');
    const named = Array.from(
      flat.matchAll(/MCP Roundhouse: ([A-Z][^`_*|]*?)(?:…|\.\.\.)?[`_*]/g),
      ([, title = '']) => title,
    );
    expect(named.filter((title) => !titles.includes(title))).toEqual([]);
  });

  /** Titles of VS Code that pages tell people to press. */
  const editorTitles = new Set([
    'Add Context',
    'Add File to Chat',
    'Configure Model Access',
    'Configure Tools',
    'Browse Resources',
    'MCP: Browse Resources',
    'Show Output',
    'Tools',
  ]);

  test.each(forPeople)('what is to be pressed or read, in italics, of %s', (page) => {
    const flat = proseOf(page)
      .replaceAll(/`[^`]*`/g, '')
      .replaceAll(/\s+/g, ' ');
    const named = Array.from(
      flat.matchAll(/(?<![\w*])_([A-Z][^_*]{2,60})_(?![\w*])/g),
      ([, text = '']) => plainTitle(text.replace('MCP Roundhouse: ', '')),
    );
    const isThere = (text: string): boolean =>
      titles.includes(text) || editorTitles.has(text) || shownWords.includes(text.toLowerCase());
    expect(named.filter((text) => !isThere(text))).toEqual([]);
  });

  test('every setting is explained somewhere', () => {
    const all = forPeople.map(textOf).join('\n');
    const isNamed = (setting: string): boolean => new RegExp(`\\b${setting}\\b`).test(all);
    expect(settings.filter((setting) => !isNamed(setting))).toEqual([]);
  });
});

describe('links lead somewhere', () => {
  /** The anchor that a heading gets. */
  const anchorOf = (heading: string): string =>
    heading
      .replaceAll(/[`*_]/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
  const anchorsOf = (page: string): readonly string[] =>
    Array.from(proseOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => anchorOf(heading));

  test.each(pages)('those of %s', (page) => {
    const links = Array.from(proseOf(page).matchAll(/\]\(([^()\s]+)\)/g), ([, link = '']) => link);
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : path.join(path.dirname(page), file);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

/** Codes of the problems of an entry. */
function problemsOf(entry: object): readonly string[] {
  const text = JSON.stringify({ servers: { a: entry } });
  return parseConfig(text, folderSource).problems.map(({ code }) => code);
}

const remote = { url: 'https://example.com/mcp' };

/** What pages say is missing, by words of the statement, and whether it still is. */
const missing: readonly (readonly [RegExp, () => boolean])[] = [
  [/sandboxEnabled/, () => sandboxPrograms('sandbox.js', undefined, 'win32') === undefined],
  [
    /enterpriseManaged/,
    () =>
      [{ enterpriseManaged: true }, { grant: 'password' }].every((oauth) =>
        problemsOf({ ...remote, oauth }).includes('notYetSupported'),
      ) &&
      // The others are supported, and said to be.
      problemsOf({ ...remote, oauth: { clientId: 'c', grant: 'client_credentials' } }).length === 0,
  ],
  [/keys that are not supported/, () => proseOf('docs/signIn.md').includes('not supported yet')],
  [
    /proxy that only the system knows/,
    () => proxyFor(new URL(remote.url), networkOf({})) === undefined,
  ],
  [
    /terminal does not read settings/,
    () =>
      /setting = \{ user: undefined, workspace: undefined/.test(
        readFileSync('src/terminal/terminalWindow.ts', 'utf8'),
      ),
  ],
  [
    /macOS|run none of it/,
    () =>
      globSync(['.ci/**', '.github/**'], { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .every((entry) => {
          const file = path.join(entry.parentPath, entry.name);
          return !/macos-|windows-|runs-on: *(?:macos|windows)/i.test(readFileSync(file, 'utf8'));
        }),
  ],
];

/** How pages say that something is missing. */
const saysMissing =
  /\b(?:not|no|none|never|nothing|without)\b[^.;:]*\byet\b(?! other)|\bnot (?:yet )?supported\b|\bunsupported\b|\b(?:do|does) not (?:yet )?support\b|\b(?:have|has) run none of it\b|\bnot (?:yet )?implemented\b/i;

/** The sentences of a page, cells of tables and items of lists for themselves. */
function sentencesOf(page: string): readonly string[] {
  return proseOf(page)
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)/)
    .flatMap((block) =>
      block.trimStart().startsWith('|')
        ? [block]
        : block.replaceAll(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z_`*[])/),
    );
}

describe('what pages say is missing', () => {
  /** Pages that are made by a program, of what servers and suites say. */
  const made = new Set(['docs/conformance.md', 'docs/faults.md', 'docs/tricks.md']);
  const statements = forPeople
    .filter((page) => !made.has(page) && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      sentencesOf(page)
        .filter((sentence) => saysMissing.test(sentence))
        .map((sentence) => ({ page, sentence: sentence.trim() })),
    );
  const [, section = ''] =
    /## What it cannot do yet\n([^]*?)\n(?=MIT|#)/.exec(textOf('README.md')) ?? [];
  const items = section
    .split(/\n(?=- )/)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((sentence) => ({ page: 'README.md', sentence }));

  test.each([...statements, ...items])('$page: $sentence', ({ sentence }) => {
    const registered = missing.filter(([pattern]) => pattern.test(sentence));
    expect(registered.length, 'a statement is registered in this test').toBeGreaterThan(0);
    for (const [, isMissing] of registered) expect(isMissing()).toBe(true);
  });

  test('the section of the README is a list, and every registered statement stands somewhere', () => {
    expect(items.length).toBeGreaterThan(3);
    const all = [...statements, ...items].map(({ sentence }) => sentence);
    const unused = missing.filter(([pattern]) => !all.some((sentence) => pattern.test(sentence)));
    expect(unused).toEqual([]);
  });
});
