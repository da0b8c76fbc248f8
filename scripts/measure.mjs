// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Measures the TypeScript files of a folder. Blank lines and docstrings count as neither code nor comment.
 * @param {string} folder relative to the repository
 */
export function measure(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const lengths = sources
    .map((text) => text.trimEnd().split('\n').length)
    .toSorted((a, b) => a - b);
  const lines = sources
    .flatMap((text) => text.replaceAll(/^\s*\/\*\*[\s\S]*?\*\//gm, '').split('\n'))
    .map((line) => line.trim())
    .filter(Boolean);
  const comments = lines.filter((line) => line.startsWith('//') || line.startsWith('/*'));
  return {
    files: sources.length,
    medianLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
    commentPercent: Math.round((1000 * comments.length) / Math.max(1, lines.length)) / 10,
  };
}
