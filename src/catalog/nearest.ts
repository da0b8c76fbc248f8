import { distance } from 'fastest-levenshtein';

/** At most `count` of the names, the most alike to `wanted` first, so that an answer can teach. */
export function nearest(wanted: string, names: readonly string[], count = 10): string[] {
  const lower = wanted.toLowerCase();
  return names
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ name }) => name);
}
