// @ts-check
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { root } from './root.mjs';

/**
 * Who imports whom, by path below the repository with `/`; types and `import()`s included, as a reader follows them, too.
 * @typedef {ReadonlyMap<string, ReadonlySet<string>>} Imports
 */

/**
 * The imports of files among themselves.
 * @param {readonly string[]} files TypeScript files below the repository
 * @returns {Imports}
 */
export function importsOf(files) {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const named = [...text.matchAll(/\bfrom\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g)];
      const paths = named.map(([, from, lazily]) => join(dirname(file), from ?? lazily ?? ''));
      const found = paths
        .map((path) => normalize(path).replaceAll(sep, '/'))
        .map((path) => ['.ts', '.tsx'].map((end) => path + end).find((name) => known.has(name)));
      return [file, new Set(found.filter((name) => name !== undefined))];
    }),
  );
}

/**
 * The same, read from the other end.
 * @param {Imports} imports
 * @returns {Imports}
 */
export function importersOf(imports) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map([...imports.keys()].map((file) => [file, new Set()]));
  for (const [file, imported] of imports) for (const one of imported) importers.get(one)?.add(file);
  return importers;
}
