import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billOfMaterials } from '../../scripts/billOfMaterials.mjs';
import { bundledPackages } from '../../scripts/bundledPackages.mjs';
import { bundles } from '../../scripts/bundles.mjs';
import { noticesOf } from '../../scripts/notices.mjs';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
}

type Bundled = ReturnType<typeof bundledPackages>;

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));

let metafiles: readonly Metafile[];
let bundled: Bundled;

beforeAll(async () => {
  metafiles = await Promise.all(
    bundles({ production: false, outdir: path.join(folder, 'dist') }).map(async (options) => {
      const quickly = { write: false, metafile: true, sourcemap: false } as const;
      return (await build({ ...options, ...quickly })).metafile;
    }),
  );
  bundled = bundledPackages(metafiles, process.cwd());
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('`npm audit --omit=dev` looks at what people install, so', () => {
  it('`dependencies` has exactly the packages that we bundle', () => {
    const named = bundled.packages.filter(({ id }) => bundled.named.includes(id));
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual(named.map(({ name }) => name));
  });

  it('no package that those bring into a bundle is one for development', () => {
    const places = bundled.packages.flatMap(({ place, inside }) => (inside ? [] : place));
    expect(places.length).toBeGreaterThan(bundled.named.length);
    expect(Object.keys(lock.packages)).toEqual(expect.arrayContaining(places));
    expect(places.filter((place) => lock.packages[place]?.dev !== undefined)).toEqual([]);
  });
});

describe('the notices', () => {
  it('have every package, with its version and the text of its licence', () => {
    const text = noticesOf('MCP Roundhouse', bundled.packages);
    for (const { name, version, licence, texts } of bundled.packages) {
      expect(text).toContain(`\n${name} ${version} (${licence})`);
      for (const one of texts) expect(text).toContain(one);
    }
    expect(text).toContain('Copyright (c) 2020 Evgeny Poberezkin');
    expect(text).toContain('3rdpartysource.microsoft.com');
  });

  it('have what an author has bundled into a package, which no lock file knows', () => {
    const ajv = bundled.packages.find(({ name }) => name === 'ajv');
    expect(ajv?.inside).toMatch(/^@modelcontextprotocol\/client@/);
    const client = readFileSync('node_modules/@modelcontextprotocol/client/package.json', 'utf8');
    expect(Object.keys((JSON.parse(client) as Manifest).dependencies)).not.toContain('ajv');
  });
});

describe('a package must not be shipped', () => {
  /** What is said of a program that imports the package `other`, which has these files. */
  async function refusal(files: Readonly<Record<string, string>>): Promise<unknown> {
    const root = mkdtempSync(path.join(folder, 'program-'));
    const place = path.join(root, 'node_modules/other');
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(root, 'program.js'), "import 'other';");
    writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{}}');
    const usual = { 'index.js': 'console.log(1);', 'LICENSE.txt': 'Do as you like.' };
    for (const [name, text] of Object.entries({ ...usual, ...files }))
      if (text !== '') writeFileSync(path.join(place, name), text);
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['program.js'],
      bundle: true,
      write: false,
      metafile: true,
    });
    try {
      return bundledPackages([metafile], root);
    } catch (error) {
      return error;
    }
  }

  const about = (license: string): string =>
    JSON.stringify({ name: 'other', version: '1.2.3', license });

  it('without a text of its licence', async () => {
    const without = { 'package.json': about('MIT'), 'LICENSE.txt': '' };
    expect(await refusal(without)).toMatchObject({
      message: expect.stringContaining('other@1.2.3 has no licence text in node_modules/other.'),
    });
    expect(await refusal({ 'package.json': about('MIT') })).toHaveProperty('packages.length', 1);
  });

  it.each(['GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE.txt'])(
    'under the licence %s',
    async (license) => {
      expect(await refusal({ 'package.json': about(license) })).toMatchObject({
        message: expect.stringContaining(`other@1.2.3 has the licence "${license}".`),
      });
    },
  );

  it('with code of another one whose licence is not known', async () => {
    const mark = '//#region ../../node_modules/.pnpm/@a+far@4.5.6_x@1.0.0/node_modules/@a/far/i.js';
    const files = { 'package.json': about('MIT'), 'index.js': `${mark}\nconsole.log(1);` };
    expect(await refusal(files)).toMatchObject({
      message: expect.stringContaining(
        '@a/far@4.5.6, which other@1.2.3 contains, has no licence text in node_modules/@a/far.',
      ),
    });
  });

  it('with code of another one whose version is not known', async () => {
    const mark = '// node_modules/near/index.js';
    const files = { 'package.json': about('MIT'), 'index.js': `${mark}\nconsole.log(1);` };
    expect(await refusal(files)).toMatchObject({
      message: expect.stringContaining('other@1.2.3 contains code of near and does not say'),
    });
  });
});

describe('the bill of materials', () => {
  it('is CycloneDX 1.6', () => {
    const bill = billOfMaterials(manifest, bundled);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    const { name, version } = manifest;
    expect(bill.metadata.component).toMatchObject({ type: 'application', name, version });
    for (const { 'bom-ref': ref, purl, licenses, ...component } of bill.components) {
      expect(component).toMatchObject({ type: 'library', version: expect.stringMatching(/^\d/) });
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.-]+$/);
      expect(ref).toBe(purl);
      expect(licenses).toEqual([{ license: { id: expect.stringMatching(/^[\w.-]+$/) } }]);
      for (const { alg, content } of component.hashes ?? [])
        expect(`${alg} ${content}`).toMatch(/^SHA-512 [0-9a-f]{128}$/);
    }
  });

  it('refers to every component once, and to nothing else', () => {
    const { metadata, components, dependencies } = billOfMaterials(manifest, bundled);
    const refs = [metadata.component, ...components].map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(dependencies.map(({ ref }) => ref)).toEqual(refs);
    const used = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect([...used].toSorted()).toEqual(refs.slice(1).toSorted());
  });

  it('has the hash of every archive that the lock file knows', () => {
    const { components } = billOfMaterials(manifest, bundled);
    const unknown = components.filter(({ hashes }) => hashes === undefined);
    const other = bundled.packages.filter(
      ({ place, version, inside }) => inside && lock.packages[place]?.version !== version,
    );
    expect(unknown.map(({ version }) => version)).toEqual(other.map(({ version }) => version));
    expect(components.length).toBeGreaterThan(2 * unknown.length);
  });

  it('and the notices are the same for the same bundles, in whatever order', () => {
    const texts = [metafiles, metafiles.toReversed()].map((some) => {
      const all = bundledPackages(some, process.cwd());
      return [JSON.stringify(billOfMaterials(manifest, all)), noticesOf('x', all.packages)];
    });
    expect(texts[0]).toEqual(texts[1]);
  });
});

it.each([
  'node_modules/@modelcontextprotocol/client/dist/index.mjs',
  'node_modules/@modelcontextprotocol/client/dist/validators/ajv.mjs',
  'src/connection/remoteTransport.ts',
  'src/connection/transports/http/fetchFor.ts',
])('a host starts without %s, which many people never need', (file) => {
  const inputs = metafiles.find(({ inputs }) => 'src/host.ts' in inputs)?.inputs ?? {};
  const atStart = new Set<string>();
  const enter = (entered: string): void => {
    if (atStart.has(entered)) return;
    atStart.add(entered);
    for (const { path: next, kind } of inputs[entered]?.imports ?? [])
      if (kind !== 'dynamic-import') enter(next);
  };
  enter('src/host.ts');
  expect(Object.keys(inputs)).toContain(file);
  expect([...atStart]).not.toContain(file);
});

it('a build for release writes both beside the bundles, and nothing of an earlier one stays', () => {
  const outdir = path.join(folder, 'release');
  mkdirSync(outdir);
  writeFileSync(path.join(outdir, 'gone.js'), '');
  execFileSync(process.execPath, ['esbuild.js', '--production', `--outdir=${outdir}`]);
  const written = readdirSync(outdir);
  expect(written).toEqual(expect.arrayContaining(['extension.js', 'host.js', 'cli.js']));
  expect(written).not.toContain('gone.js');
  const read = (name: string): string => readFileSync(path.join(outdir, name), 'utf8');
  const ids = bundled.packages.map(({ id }) => id);
  const { components } = JSON.parse(read('bom.json')) as ReturnType<typeof billOfMaterials>;
  expect(
    components.map(
      ({ group, name, version }) => [group, name].filter(Boolean).join('/') + `@${version}`,
    ),
  ).toEqual(ids);
  expect(read('ThirdPartyNotices.txt')).toBe(
    noticesOf(`MCP Roundhouse ${manifest.version}`, bundled.packages),
  );
});
