import { describe, expect, it } from 'vitest';
import { innocentTools } from '../support/innocentTools';
import { poisonedTools } from '../support/poisonedTools';

const about =
  'Each has a definition in `test/support/poisonedTools`, in our own words, and is found by what it says. The [tools](tools.md) page says what becomes of it.';

describe('definitions that a scan is judged by', () => {
  it('show many tricks, each of a known source', () => {
    expect(poisonedTools.length).toBeGreaterThanOrEqual(100);
    expect(new Set(poisonedTools.map(({ trick }) => trick)).size).toBe(poisonedTools.length);
    expect(poisonedTools.filter(({ source }) => !/\b20\d\d\b|Standard/.test(source))).toEqual([]);
  });

  it('are listed for people with where they are described', async () => {
    const lines = Array.from(new Set(poisonedTools.map(({ source }) => source)), (source) => {
      const tricks = poisonedTools
        .filter((one) => one.source === source)
        .map(({ trick }) => `${trick.charAt(0).toUpperCase()}${trick.slice(1)}`);
      return `## ${source}\n\n${tricks.map((trick) => `- ${trick}`).join('\n')}\n`;
    });
    const page = `# Tricks that are found\n\n${about}\n\n${lines.join('\n')}`;
    await expect(page).toMatchFileSnapshot('../../docs/tricks.md');
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
