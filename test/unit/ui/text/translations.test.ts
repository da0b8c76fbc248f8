import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installTexts } from '../../../../src/ui/reasons/installHints';
import {
  sentence,
  sentenceWithNext,
  translatedReasonTexts,
} from '../../../../src/ui/reasons/sentence';
import { pageDocument } from '../../../../src/ui/page/pageDocument';
import { ownWords, setLanguage, shownLanguage, tables } from '../../../../src/ui/text/format';
import { t } from '../../../../src/ui/text/texts';

const bundleFile = 'l10n/bundle.l10n.zh-cn.json';
const manifestFile = 'package.nls.zh-cn.json';

const bundle = textsIn(bundleFile);
const [manifest, manifestChinese] = [textsIn('package.nls.json'), textsIn(manifestFile)];

/** Names and units, which are the same in every language. */
const names = new Set([
  'Roundhouse: {server}',
  'Roundhouse: {state}',
  'MCP Roundhouse: {input}',
  '{product} {productVersion}, MCP Roundhouse {version}, {platform}',
  'Roundhouse',
  '@roundhouse',
  'HTTP',
  'HTTP {status}',
  'JSON',
  'Markdown',
  'TLS',
  'null',
  '{count} KB',
  '{count} MB',
  '{count} GB',
  'calls.json',
  '2026-11-22T14:30:00Z',
  'https://example.com/page',
  'name@example.com',
]);

/** Texts whose translations have signs and no Chinese character. */
const signs = new Set([
  '≈ {count}k',
  '≈ {count}M',
  '{percent} % CPU',
  '{running} of {count}',
  '{progress} of {total}',
  '{count}k tokens',
]);

const tableMade = /(?<!\w)textsOf[(<]/g;
const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith(path.join('text', 'format.ts')))
  .map((file) => ({ file, made: readFileSync(file, 'utf8').match(tableMade)?.length ?? 0 }))
  .filter(({ file, made }) => made > 0 && file.includes(`${path.sep}ui${path.sep}`));

beforeAll(async () => {
  for (const { file } of sources) {
    // The editor's files cannot be read here; the next test forbids tables in them.
    if (!file.endsWith('.editor.ts')) await import(path.resolve(file));
  }
});

test('every table of texts is known here', () => {
  expect(sources.map(({ file }) => file).filter((file) => file.endsWith('.editor.ts'))).toEqual([]);
  expect(tables.length).toBe(sources.reduce((sum, { made }) => sum + made, 0));
});

describe('the bundle for Chinese', () => {
  test('has every text', () => {
    const missing = englishTexts().filter((text) => hasWords(text) && !(text in bundle));
    expect(missing, `Add each with its Chinese to ${bundleFile}.`).toEqual([]);
  });

  test('has nothing else', () => {
    const texts = new Set([', ', ...englishTexts()]);
    const unused = Object.keys(bundle).filter((text) => !texts.has(text));
    expect(unused, `Remove them from ${bundleFile}, or write them as the source does.`).toEqual([]);
  });

  test.each(Object.entries(bundle))('%j', checkPair);
});

describe('the manifest in Chinese', () => {
  test('has every text, and nothing else', () => {
    const missing = Object.keys(manifest).filter((key) => !(key in manifestChinese));
    expect(missing, `Add each with its Chinese to ${manifestFile}.`).toEqual([]);
    const unused = Object.keys(manifestChinese).filter((key) => !(key in manifest));
    expect(unused, `Remove them from ${manifestFile}.`).toEqual([]);
  });

  test.each(Object.entries(manifestChinese))('%s: %j', (key, chinese) => {
    const english = manifest[key] ?? '';
    if (chinese !== english) checkPair(english, chinese);
    // One word has one meaning, whether VS Code shows it or we do.
    expect(bundle[english] ?? chinese).toBe(chinese);
  });
});

describe('a window in Chinese', () => {
  const english = shownLanguage();
  afterEach(() => setLanguage(english));

  test('has Chinese texts', () => {
    setLanguage({ id: 'zh-cn', texts: bundle });
    expect(t('tools', { count: 2 })).toBe('2 个工具');
    expect(t('entryChanged', { server: 'shop', fields: ['url', 'env'] })).toBe(
      'shop 已更改：url、env',
    );
    // A name stays what it is.
    expect(t('debugSession', { server: 'shop' })).toBe('Roundhouse: shop');
  });

  test('tells people reasons in Chinese, and models in English', () => {
    const reason = { code: 'unknownServer', args: { server: 'shop', valid: ['a', 'b'] } };
    const toModel = sentenceWithNext(reason, 'model');
    setLanguage({ id: 'zh-cn', texts: bundle });
    expect(sentenceWithNext(reason)).toBe('没有服务器“shop”。最相近的有：a、b。');
    expect(sentenceWithNext(reason, 'model')).toBe(toModel);
  });

  test('fills in words of ours in Chinese, and those of others as they are', () => {
    setLanguage({ id: 'zh-cn', texts: bundle });
    expect(sentence({ code: 'disabledBySettings', args: { layer: 'user' } })).toBe(
      '用户设置关闭了此服务器。',
    );
    expect(sentence({ code: 'disabledBySettings', args: { layer: 'toString' } })).toBe(
      'toString设置关闭了此服务器。',
    );
    expect(sentence({ code: 'overridden', args: { by: 'user' } })).toContain('user');
  });

  test('has pages that are told its language', () => {
    setLanguage({ id: 'zh-cn', texts: { Hint: '</script>' } });
    const files = { script: 's', style: 'p { margin: 0 }', icons: 't', source: 'u' };
    const first = { name: '</script>', state: { text: '<1 s', icon: 'pass' } };
    const page = pageDocument(files, 'n', 'Page', first);
    const [, data = ''] = /id="language">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual(shownLanguage());
    expect(page).toContain(String.raw`id="first">{"name":"\u003c/script>"`);
    expect(page).toContain('<h1>&lt;/script&gt;</h1>');
    expect(page).toContain('<html lang="zh-cn">');
  });
});

function checkPair(english: string, chinese: string): void {
  if (hasWords(english) && !signs.has(english)) expect(chinese).toMatch(/\p{Script=Han}/u);
  expect([...placesOf(chinese), ...formsOf(english)]).toEqual(
    expect.arrayContaining(placesOf(english)),
  );
  expect([...placesOf(english), ...formsOf(english)]).toEqual(
    expect.arrayContaining(placesOf(chinese)),
  );
  expect(optionalParts(chinese)).toEqual(optionalParts(english));
  expect(quotedNames(chinese)).toEqual(quotedNames(english));
  expect(links(chinese)).toEqual(links(english));
}

/** All English texts that people read. */
function englishTexts(): readonly string[] {
  const reasons = Object.values(translatedReasonTexts).flatMap(({ says, brief, next }) => [
    says,
    brief ?? '',
    next ?? '',
  ]);
  const all = [
    ...[...tables, ...Object.values(ownWords)].flatMap((table) => Object.values(table)),
    ...reasons,
    installTexts.editor,
  ];
  return [...new Set(all)];
}

/** Names are no words, and templates of arguments and signs have none. */
function hasWords(text: string): boolean {
  return !names.has(text) && /[a-z]/i.test(withoutPlaces(text));
}

/** The names of the arguments. */
function placesOf(text: string): string[] {
  const all = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set(all)].toSorted();
}

/** The names of the numbers that choose a form of a word; Chinese words have one form. */
function formsOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\|/g)].map(([, name = '']) => name);
}

/** The arguments of each part in `[…]`, without which it is left out. */
function optionalParts(text: string): string[] {
  return [...text.matchAll(/\[[^[\]]*\]/g)].map(([part]) => placesOf(part).join()).toSorted();
}

/** What stands in quotes and must be written so: keys, settings, commands of a shell. */
function quotedNames(text: string): string[] {
  return [...text.matchAll(/"([a-z][\w.-]*)"/g)].map(([, name = '']) => name).toSorted();
}

/** The commands that links run. */
function links(text: string): string[] {
  return [...text.matchAll(/\(command:([\w.]+)\)/g)].map(([, name = '']) => name).toSorted();
}

function withoutPlaces(text: string): string {
  return text.replaceAll(/\{\w+\}/g, '');
}

function textsIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
