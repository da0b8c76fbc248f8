import { expect, test } from 'vitest';
import { resourceContent } from '../../../../src/ui/resources/resourceContent';

const uri = 'shop://prices';

function read(...contents: readonly unknown[]) {
  const { bytes, mimeType } = resourceContent({ contents }, uri);
  return { text: Buffer.from(bytes).toString('utf8'), mimeType };
}

test('text and bytes are what the file holds', () => {
  expect(read({ uri, mimeType: 'text/plain', text: 'Grüße' })).toEqual({
    text: 'Grüße',
    mimeType: 'text/plain',
  });
  const blob = Buffer.from('bytes').toString('base64');
  expect(read({ uri: 'shop://other', blob })).toEqual({ text: 'bytes', mimeType: undefined });
  expect(read({ uri, text: '' }).text).toBe('');
});

test('of several parts the one that was asked for counts', () => {
  expect(read({ uri: 'shop://a', text: 'a' }, { uri, text: 'b' }).text).toBe('b');
});

test('where none was asked for, a page has all of them', () => {
  const blob = Buffer.alloc(3 * 1024 ** 2).toString('base64');
  const parts = [
    { uri: 'shop://a', mimeType: 'text/plain', text: 'a ``` b' },
    { uri: 'shop://b', blob },
  ];
  expect(read(...parts)).toEqual({
    mimeType: 'text/markdown',
    text: '## shop://a (text/plain)\n\n````\na ``` b\n````\n\n## shop://b\n\n3.0 MB\n',
  });
});

test.each([[[]], [[null, 'text', { uri }]], [undefined]])('%j holds nothing', (contents) => {
  expect(() => resourceContent({ contents }, uri)).toThrow('resourceEmpty');
});
