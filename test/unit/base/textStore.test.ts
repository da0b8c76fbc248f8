import { expect, test } from 'vitest';
import { type StoredText, TextStore } from '../../../src/base/textStore';

test('texts are as they were, whatever their characters and their length', () => {
  const store = new TextStore();
  const texts = [
    '',
    'a',
    'ü',
    '漢字🙂',
    'x'.repeat(40_000),
    '漢'.repeat(64_000),
    'y'.repeat(65_536),
  ];
  const stored = texts.flatMap((text) => [store.add(text), store.add(text)]);
  expect(stored.map(String)).toEqual(texts.flatMap((text) => [text, text]));
  expect(stored.map(({ bytes }) => bytes)).toEqual(
    texts.flatMap((text) => [Buffer.byteLength(text), Buffer.byteLength(text)]),
  );
});

test('texts that come and go use the same memory again, and never that of one that is still there', () => {
  const store = new TextStore();
  const first = store.add('stays');
  const blocks = new Set<unknown>([first.block]);
  const kept: { readonly text: string; readonly stored: StoredText }[] = [];
  for (let at = 0; at < 2_000; at++) {
    const text = `${at} `.repeat(500 + (at % 7) * 200);
    const stored = store.add(text);
    blocks.add(stored.block);
    kept.push({ text, stored });
    if (kept.length <= 20) continue;
    // Mostly the oldest one goes, and sometimes one before its turn.
    const [gone] = kept.splice(at % 5 === 0 ? 3 : 0, 1);
    if (gone) store.remove(gone.stored);
  }
  for (const { text, stored } of kept) expect(String(stored)).toBe(text);
  expect(String(first)).toBe('stays');
  // Together the texts have some 8 MB, which would be 130 blocks.
  expect(blocks.size).toBeLessThan(12);
});

test('a text that is longer than a block has one of its own, which is not kept', () => {
  const store = new TextStore();
  const short = store.add('before');
  const long = store.add('漢'.repeat(64_000));
  expect([long.block.bytes.length, store.add('next').block]).toEqual([192_000, short.block]);
  store.remove(long);
  const others = Array.from({ length: 10 }, () => store.add('x'.repeat(60_000)));
  expect(others.map(({ block }) => block)).not.toContain(long.block);
});

test('nothing of a removed text is left in the memory that it had', () => {
  const store = new TextStore();
  store.add('stays');
  const secret = store.add('s3cret');
  store.remove(secret);
  expect(String(secret)).toBe('\0'.repeat('s3cret'.length));
});
