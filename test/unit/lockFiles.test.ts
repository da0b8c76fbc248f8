import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Where Node would look for a package, nearest first; `''` is the root. */
function placesOf(name: string, from: string): string[] {
  const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (from === '') return [place];
  return [place, ...placesOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))];
}

describe.each(['package-lock.json', 'test/servers/package-lock.json'])('%s', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;

  // npm leaves out what its registry has not, and `npm ci` then refuses the file.
  it('has the binaries of every platform', () => {
    const wanted = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ name, from })),
    );
    expect(wanted.length).toBeGreaterThan(0);
    const missing = wanted.filter(({ name, from }) =>
      placesOf(name, from).every((place) => packages[place] === undefined),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(named).toEqual([]);
  });

  it('has a hash of every archive, so that no registry can give another one', () => {
    const archives = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link);
    expect(archives.length).toBeGreaterThan(100);
    const unknown = archives.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
    expect(unknown).toEqual([]);
  });
});
