import { applyEdits } from 'jsonc-parser';
import { describe, expect, it, test } from 'vitest';
import { minimalEdit } from '../../../../src/config/write/textEdit';
import { Seeded } from '../../../support/seeded';

describe('minimalEdit', () => {
  it.each([
    ['abc', 'abc', []],
    ['abc', 'abXc', [{ offset: 2, length: 0, content: 'X' }]],
    ['aXa', 'aa', [{ offset: 1, length: 1, content: '' }]],
    ['aa', 'aaa', [{ offset: 2, length: 0, content: 'a' }]],
    ['', 'x', [{ offset: 0, length: 0, content: 'x' }]],
    ['a😀b', 'a😁b', [{ offset: 1, length: 2, content: '😁' }]],
    ['a\r\nb', 'a\rb', [{ offset: 1, length: 2, content: '\r' }]],
    ['a\nb', 'a\r\nb', [{ offset: 1, length: 1, content: '\r\n' }]],
  ])('%j → %j', (before, after, edits) => {
    expect(minimalEdit(before, after)).toEqual(edits);
  });
});

test('the edit makes the one text of the other and halves nothing', () => {
  const random = new Seeded(9);
  const text = () =>
    Array.from({ length: random.below(8) }, () =>
      random.pick(['a', '😀', '😁', '\r\n', '\n']),
    ).join('');
  for (let run = 0; run < 2000; run++) {
    const [before, after] = [text(), text()];
    const edits = minimalEdit(before, after);
    expect(applyEdits(before, [...edits])).toBe(after);
    for (const { offset, length, content } of edits) {
      for (const part of [content, before.slice(0, offset), before.slice(offset + length)]) {
        expect(part).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
      }
    }
  }
});
