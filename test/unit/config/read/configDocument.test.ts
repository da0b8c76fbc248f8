import { describe, expect, it } from 'vitest';
import { LineTable } from '../../../../src/config/read/configDocument';

describe('LineTable', () => {
  it('counts every kind of line end once', () => {
    const table = new LineTable('a\nb\r\nc\rd');
    expect([0, 2, 5, 7].map((offset) => table.range(offset, 1).startLine)).toEqual([0, 1, 2, 3]);
    expect(table.range(7, 1)).toEqual({
      startLine: 3,
      startCharacter: 0,
      endLine: 3,
      endCharacter: 1,
    });
  });

  it('counts characters in UTF-16 units and spans lines', () => {
    expect(new LineTable('😀x\n y').range(2, 3)).toEqual({
      startLine: 0,
      startCharacter: 2,
      endLine: 1,
      endCharacter: 1,
    });
  });

  it('knows the empty text and the end of a text', () => {
    const nothing = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 };
    expect(new LineTable('').range(0, 0)).toEqual(nothing);
    expect(new LineTable('a\n').range(2, 0)).toMatchObject({ startLine: 1, startCharacter: 0 });
  });
});
