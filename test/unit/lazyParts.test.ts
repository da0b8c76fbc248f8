import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluatedWith, inLazyParts } from '../../scripts/lazyParts.mjs';

/** A program; each file notes that it is evaluated. */
const sources = {
  'window.ts': `
    import { Shared } from './shared';
    import { Own } from './own';
    import { Both } from './both';
    export const open = async () => (await import('./early')).early(Shared, Own, Both);
    export const command = async () => (await import('./command')).command(Shared);`,
  'early.ts': `
    import { Shared } from './shared';
    import { Own } from './own';
    import { Both } from './both';
    import { Later } from './later';
    import { Deep } from './deep';
    export const early = (...all: unknown[]) =>
      [Shared, Own, Both].every((one, index) => one === all[index]) && [Later, Deep].length === 2;`,
  'command.ts': `
    import { Shared } from './shared';
    import { Later } from './later';
    export const command = (one: unknown) => one === Shared && Later !== undefined;`,
  'shared.ts': 'export class Shared {}',
  'own.ts': 'export class Own {}',
  'both.ts': 'export class Both {}',
  'later.ts': 'export class Later {}',
  'deep.ts': 'export class Deep {}',
};

const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
const outdir = path.join(folder, 'dist');
const source = (name: string) => path.relative(process.cwd(), path.join(folder, name));

async function bundle() {
  const common = { bundle: true, platform: 'node', outdir } as const;
  const banner = { js: '/* measured */' };
  return build({
    ...inLazyParts({ ...common, banner }, [source('window.ts'), source('early.ts')]),
    metafile: true,
  });
}

beforeAll(() => {
  mkdirSync(outdir);
  writeFileSync(path.join(outdir, 'part-old-ABCDEFGH.js'), '');
  writeFileSync(path.join(outdir, 'other.js'), '');
  for (const [name, text] of Object.entries(sources)) {
    const note = `(globalThis.evaluated ??= []).push('${path.basename(name, '.ts')}');`;
    writeFileSync(path.join(folder, name), `${text}\n${note}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what an import() needs is evaluated with it, and nothing twice', async () => {
  const { metafile } = await bundle();
  const notes: string[] = [];
  Object.assign(globalThis, { evaluated: notes });
  const load = createRequire(outdir);
  const window = load(path.join(outdir, 'window.js')) as Record<
    'open' | 'command',
    () => Promise<boolean>
  >;
  expect(notes.toSorted()).toEqual(['both', 'own', 'shared', 'window']);
  const named = [...evaluatedWith(metafile, source('window.ts')).keys()].map((file) =>
    path.basename(file, '.ts'),
  );
  expect(named.toSorted()).toEqual(['both', 'own', 'shared', 'window']);

  expect(await window.open()).toBe(true);
  expect(notes.slice(4).toSorted()).toEqual(['deep', 'early', 'later']);
  expect(await window.command()).toBe(true);
  expect(notes.slice(7)).toEqual(['command']);
});

test('what parts share stands with the first that needs it, and old parts are removed', async () => {
  await bundle();
  const files = readdirSync(outdir).map((file) => file.replace(/-[0-9A-Z]{8}\.js$/, '.js'));
  expect(files.toSorted()).toEqual(['other.js', 'part-command.js', 'part-early.js', 'window.js']);
  const isMeasured = (file: string) =>
    readFileSync(path.join(outdir, file), 'utf8').startsWith('/* measured */');
  expect(readdirSync(outdir).filter(isMeasured)).toEqual(['window.js']);
});
