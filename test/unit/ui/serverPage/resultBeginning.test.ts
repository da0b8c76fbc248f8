import { describe, expect, test } from 'vitest';
import { beginningOf, leftOut } from '../../../../src/ui/serverPage/resultBeginning';
import { resultViews } from '../../../../src/ui/serverPage/resultView';

const text = (words: string): object => ({ type: 'text', text: words });

describe('the beginning of a result', () => {
  test('is the result itself if it fits', () => {
    const result = { content: [text('hello')], structuredContent: { a: [1, null, true] } };
    expect(beginningOf(result)).toEqual({ result, isCut: false });
    expect(beginningOf(result).result).toBe(result);
  });

  test('has the beginning of a long text, and that the tool failed', () => {
    const result = { content: [text('x'.repeat(10_000)), text('last')], isError: true };
    const cut = beginningOf(result, 1_000);
    expect(cut.isCut).toBe(true);
    expect(cut.result['isError']).toBe(true);
    const [first, ...others] = cut.result['content'] as { text: string }[];
    expect(first?.text).toMatch(/^x{800,999}$/);
    expect(others).toEqual([]);
  });

  test('has the first rows of many', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    const { result, isCut } = beginningOf({ structuredContent: { rows } }, 1_000);
    expect(isCut).toBe(true);
    const { rows: shown } = result['structuredContent'] as { rows: object[] };
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.length).toBeLessThan(50);
    expect(shown[3]).toEqual({ id: 3 });
  });

  test.each([
    { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(2_000) }, text('after')] },
    { contents: [{ uri: 'x:y', mimeType: 'image/png', blob: 'A'.repeat(2_000) }, text('after')] },
  ])('leaves out data that does not fit, because half an image is none', (whole) => {
    const { result, isCut } = beginningOf(whole, 1_000);
    expect(isCut).toBe(true);
    expect(JSON.stringify(result)).toContain(`"${leftOut}"`);
    const { views } = resultViews(result);
    expect(JSON.stringify(views[0])).toContain('"problem":"large"');
    expect(views).toHaveLength(2);
  });
});
