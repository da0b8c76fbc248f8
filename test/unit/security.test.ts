import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const text = readFileSync('SECURITY.md', 'utf8');

/** The rows of all threats, as the cells of each. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:attack|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, attack = '', , defences = '', proofs = '']) => ({
    attack,
    defences: filesIn(defences),
    proofs: filesIn(proofs),
  }));

/** The files that a text names. */
function filesIn(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, file = '']) => file);
}

describe('SECURITY.md', () => {
  test.each(rows)('$attack: its defence and its test are there', ({ defences, proofs }) => {
    expect(defences.length).toBeGreaterThan(0);
    expect(proofs.length).toBeGreaterThan(0);
    expect([...defences, ...proofs].filter((file) => !existsSync(file))).toEqual([]);
    expect(proofs.filter((file) => !/^test\/.*\.test\.ts$/.test(file))).toEqual([]);
  });

  test('has a table for every threat', () => {
    const [, ...threats] = text.slice(text.indexOf('## Threats')).split('\n### ');
    expect(threats).toHaveLength(7);
    expect(threats.filter((threat) => !threat.includes('\n| attack'))).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});
