import { expect, test } from 'vitest';
import { attachmentParts } from '../../../../src/ui/participant/attachments';

const png = Buffer.from('\x89PNG\r\n\x1A\nrest', 'latin1');

function textsOf(...args: Parameters<typeof attachmentParts>): string[] {
  return attachmentParts(...args).map((part) => (part.kind === 'text' ? part.text : part.kind));
}

test('text is text, and an image an image', () => {
  const bytes = Buffer.from('# Prices');
  const [text, image] = attachmentParts(
    [
      { name: 'prices.md', content: bytes },
      { name: 'till.png', content: png },
    ],
    1_000,
  );
  expect(text).toEqual({ kind: 'text', text: 'Attached: prices.md\n```\n# Prices\n```' });
  expect(image).toMatchObject({ kind: 'image', mimeType: 'image/png' });
});

test('what has fences of its own stays in its own', () => {
  expect(textsOf([{ name: 'a', content: '```\nout' }], 1_000)).toEqual([
    'Attached: a\n````\n```\nout\n````',
  ]);
});

test('all text together has a bound, and what is left out is said', () => {
  const long = { name: 'long', content: 'x'.repeat(900) };
  const [first, second, third] = textsOf([long, { ...long, name: 'next' }, long], 1_100);
  expect(first).not.toContain('left out');
  expect(second).toContain('700 more characters left out');
  expect(third).toContain('too much is attached already');
});

test('what a model cannot read, or nobody could, is named with the reason', () => {
  expect(
    textsOf(
      [
        { name: 'till.bin', content: Buffer.from([0, 1, 255]) },
        { name: 'gone.md', content: new Error('no such file') },
      ],
      1_000,
    ),
  ).toEqual([
    '(till.bin is left out: it is neither text nor an image)',
    '(gone.md is left out: no such file)',
  ]);
});
