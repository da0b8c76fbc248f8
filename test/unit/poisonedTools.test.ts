import { describe, expect, it } from 'vitest';
import { innocentTools } from '../support/innocentTools';
import { poisonedTools } from '../support/poisonedTools';

describe('definitions that a scan is judged by', () => {
  it('show many tricks, each of a known source', () => {
    expect(poisonedTools.length).toBeGreaterThanOrEqual(40);
    expect(new Set(poisonedTools.map(({ trick }) => trick)).size).toBe(poisonedTools.length);
    expect(poisonedTools.filter(({ source }) => !/\b20\d\d\b|Standard/.test(source))).toEqual([]);
  });

  it('show many innocent ones', () => {
    expect(innocentTools.length).toBeGreaterThanOrEqual(30);
    expect(new Set(innocentTools.map((one) => one.looksLike)).size).toBe(innocentTools.length);
  });

  it('are either a tool or instructions, and come whole over a wire', () => {
    for (const one of [...poisonedTools, ...innocentTools]) {
      expect(one.tool === undefined).toBe(one.instructions !== undefined);
      expect(JSON.parse(JSON.stringify(one))).toEqual(one);
    }
  });

  it('pull rugs under the names that were approved', () => {
    const rugs = poisonedTools.filter(({ before }) => before);
    expect(rugs.length).toBeGreaterThan(0);
    for (const { before, tool } of rugs) expect(before?.name).toBe(tool?.name);
  });
});
