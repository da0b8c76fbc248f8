import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { targets } from '../fuzz/targets';

const text = readFileSync('SECURITY.md', 'utf8');
const [threatText = '', fuzzText = ''] = text.split('\n## What is fuzzed\n');

/** The cells of all rows of the tables in a text. */
function cellsOf(part: string): readonly string[][] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:attack|target|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The rows of all threats. */
const rows = cellsOf(threatText).map(([, attack = '', , defences = '', proofs = '']) => ({
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
    const [, ...threats] = threatText.slice(text.indexOf('## Threats')).split('\n### ');
    expect(threats).toHaveLength(7);
    expect(threats.filter((threat) => !threat.includes('\n| attack'))).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });

  test('names everything that is fuzzed', () => {
    const told = cellsOf(fuzzText).map(([, name, reads]) => [name, reads]);
    expect(told).toEqual(targets.map(({ name, reads }) => [`\`${name}\``, reads]));
  });
});
