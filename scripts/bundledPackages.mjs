// @ts-check
// The packages of other people that are in the bundles, from what esbuild says it has put there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Metafile } from 'esbuild' */

/**
 * `place` is where its licence stands, by the lock file's name. `inside` is the package whose author had already
 * bundled it: then `place` may have another version, and there is an integrity only if it has the same one.
 * @typedef {{
 *   id: string, name: string, version: string, place: string, inside: string | undefined,
 *   licence: string, texts: readonly string[], integrity: string | undefined, uses: readonly string[],
 * }} BundledPackage
 */

/**
 * A package before its licence was read.
 * @typedef {Pick<BundledPackage, 'id' | 'name' | 'version' | 'place' | 'inside'>} Found
 */

/** @typedef {{ packages: Readonly<Record<string, { version?: string, integrity?: string }>> }} Lock */

/** Licences under which a package may be shipped with its text beside it. */
const allowed = new Set([
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // The icons' font.
  'CC-BY-4.0',
  'ISC',
  'MIT',
]);

const licenceFile = /^(?:licen[cs]e|copying)(?:-\w+)?(?:\.\w+)?$/i;
const noticeFile = /^(?:notice|third-?party-?notices?)(?:\.\w+)?$/i;

/**
 * The packages in the bundles, by their names, each with the text of its licence; and the ids of those that our
 * own sources name. A package that must not be shipped so is an error that names it.
 * @param {readonly Metafile[]} metafiles
 * @param {string} root where `package-lock.json` and `node_modules` are
 * @returns {{ packages: readonly BundledPackage[], named: readonly string[] }}
 */
export function bundledPackages(metafiles, root) {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  /** @type {string[]} */
  const problems = [];
  const files = bundledFiles(metafiles);
  // Nothing is left of a file that only re-exports, but its package names others.
  const through = imports(metafiles).flatMap(({ user, used }) => (files.has(used) ? user : []));
  const places = new Set([...files, ...through].flatMap((file) => placeOf(file) ?? []));
  const byPlace = new Map([...places].map((place) => [place, installed(place, root)]));
  const packageOf = (/** @type {string} */ file) => byPlace.get(placeOf(file) ?? '');
  const found = new Map([...byPlace.values()].map((one) => [one.id, one]));
  /** @type {Map<string, Set<string>>} by an id, or by '' for our own sources */
  const uses = new Map();
  const note = (/** @type {string} */ user, /** @type {string} */ used) =>
    uses.set(user, (uses.get(user) ?? new Set()).add(used));

  for (const { user, used } of imports(metafiles)) {
    const [from, target] = [packageOf(user), packageOf(used)];
    if (target && target !== from) note(from?.id ?? '', target.id);
  }
  for (const file of files) {
    const parent = packageOf(file);
    if (!parent) continue;
    for (const one of bundledBefore(readFileSync(join(root, inRoot(file)), 'utf8'), parent.id)) {
      if (one.version === '')
        problems.push(
          `${parent.id} contains code of ${one.name} and does not say of which version. ` +
            'Do without the package, or teach scripts/bundledPackages.mjs to find the version.',
        );
      if (!found.has(one.id)) found.set(one.id, one);
      note(parent.id, one.id);
    }
  }

  const packages = [...found.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((one) => {
      const locked = lock.packages[one.place];
      return {
        ...one,
        ...readLicence(one, root, problems),
        integrity: locked?.version === one.version ? locked.integrity : undefined,
        uses: [...(uses.get(one.id) ?? [])].toSorted(),
      };
    });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { packages, named: [...(uses.get('') ?? [])].toSorted() };
}

/** The files of which something is left in an output. @param {readonly Metafile[]} metafiles */
function bundledFiles(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  return new Set(inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])));
}

/**
 * Which file names which, the options of the bundles among them, as '', with their entry points.
 * @param {readonly Metafile[]} metafiles
 */
function imports(metafiles) {
  return metafiles.flatMap(({ inputs, outputs }) => [
    ...Object.values(outputs).flatMap(({ entryPoint }) =>
      entryPoint === undefined ? [] : { user: '', used: entryPoint },
    ),
    ...Object.entries(inputs).flatMap(([user, input]) =>
      input.imports.map(({ path }) => ({ user, used: path })),
    ),
  ]);
}

/** A file by its path below the root, also where `node_modules` is a link. @param {string} file */
function inRoot(file) {
  return file.replace(/^.*?(?=node_modules\/)/, '').replace(/\?.*$/, '');
}

/** The folder of the package that a file is of, as the lock file names it. @param {string} file */
function placeOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inRoot(file))?.[0];
}

/**
 * @param {string} place
 * @param {string} root
 * @returns {Found}
 */
function installed(place, root) {
  const { name, version } = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
  return { id: `${name}@${version}`, name, version, place, inside: undefined };
}

/**
 * The packages whose code an author has put into a file of their own, by the marks that bundlers leave: no lock
 * file and no audit knows of them.
 * @param {string} text
 * @param {string} inside
 */
function bundledBefore(text, inside) {
  const marks = text.matchAll(/^\/\/ ?(?:#region )?((?:\.{1,2}\/)*node_modules\/\S+)$/gm);
  /** @type {Map<string, Found>} */
  const all = new Map();
  for (const [, path = ''] of marks) {
    const [, name = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    const [, version = ''] = /\/\.pnpm\/@?[^@/]+@([^_/(]+)/.exec(path) ?? [];
    const id = `${name}@${version}`;
    all.set(id, { id, name, version, place: `node_modules/${name}`, inside });
  }
  return all.values();
}

/**
 * @param {Found} one
 * @param {string} root
 * @param {string[]} problems
 */
function readLicence({ id, place, inside }, root, problems) {
  const folder = join(root, place);
  const within = inside === undefined ? '' : `, which ${inside} contains,`;
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const read = (/** @type {RegExp} */ kind) =>
    names
      .filter((name) => kind.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  const licences = read(licenceFile);
  if (licences.length === 0)
    problems.push(
      `${id}${within} has no licence text in ${place}. ` +
        (inside === undefined
          ? 'Do without the package, or ask its author for one.'
          : 'Add the package to `devDependencies`, so that its text is there.'),
    );
  /** @type {unknown} */
  const written = names.includes('package.json')
    ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license
    : undefined;
  // Of several, as in `(MIT OR GPL-2.0)`, we choose one.
  const choices = String(written)
    .replaceAll(/^\(|\)$/g, '')
    .split(' OR ');
  const licence = choices.find((choice) => allowed.has(choice));
  if (licences.length > 0 && licence === undefined)
    problems.push(
      `${id}${within} has the licence ${JSON.stringify(written)}. Do without the package, ` +
        'or add the licence to those that scripts/bundledPackages.mjs allows.',
    );
  return { licence: String(licence), texts: [...licences, ...read(noticeFile)] };
}
