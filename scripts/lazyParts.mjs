// @ts-check
import { readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as esbuild from 'esbuild';

/** @import { BuildOptions, BuildResult, Metafile, OutputFile, Plugin } from 'esbuild' */

/**
 * The source file of a program, then the sources of its early `import()`s in their order. Code that several
 * parts share belongs to the first stage that needs it.
 * @typedef {readonly [program: string, ...stages: string[]]} Stages
 */

/**
 * A chunk of esbuild: its text and its static imports. `entry` is the source file of the program or of an
 * `import()`.
 * @typedef {{ text: string, imports: readonly string[], entry: string | undefined }} Chunk
 */

/**
 * Chunks by file name.
 * @typedef {ReadonlyMap<string, Chunk>} Chunks
 */

const prefix = 'part-';

/**
 * Bundles a program into CommonJS: one file for the program and a `part-….js` for each `import()`. A module is
 * evaluated once for all parts, so that a class is one class. esbuild splits only ES modules, and makes a chunk
 * for each way of sharing modules. Its chunks are therefore bundled again into fewer parts.
 * @param {BuildOptions} options whose banner and footer are those of the program, not of its parts
 * @param {Stages} stages
 * @returns {BuildOptions}
 */
export function inLazyParts({ banner, footer, ...options }, stages) {
  /** @type {Plugin} */
  const again = {
    name: 'bundle-again',
    setup: (build) =>
      build.onEnd((result) => bundleChunks(result, { ...options, banner, footer }, stages)),
  };
  return {
    ...options,
    entryPoints: stages.slice(0, 1),
    format: 'esm',
    splitting: true,
    chunkNames: `${prefix}[name]-[hash]`,
    sourcemap: options.sourcemap ? 'inline' : false,
    write: false,
    metafile: true,
    plugins: [...(options.plugins ?? []), again],
  };
}

/**
 * The source files that are evaluated with `source`, with their bytes in the bundle.
 * @param {Metafile} metafile of the options that {@link inLazyParts} gives
 * @param {string} source
 * @returns {ReadonlyMap<string, number>}
 */
export function evaluatedWith({ outputs }, source) {
  const chunks = readChunks([], { inputs: {}, outputs });
  const needed = atOnce(chunks, leaderOf(chunks, source));
  const own = Object.entries(outputs).filter(([path]) => needed.has(basename(path)));
  const inputs = own.flatMap(([, one]) => Object.entries(one.inputs));
  return new Map(inputs.map(([file, { bytesInOutput }]) => [file, bytesInOutput]));
}

/**
 * @param {BuildResult} result
 * @param {BuildOptions} options
 * @param {Stages} stages
 */
async function bundleChunks({ outputFiles = [], metafile, errors }, options, stages) {
  const { outdir = '', banner, footer, ...common } = options;
  if (errors.length > 0 || !metafile) return;
  const chunks = readChunks(outputFiles, metafile);
  const partOf = assignParts(chunks, stages);
  const parts = [...new Set(partOf.values())];
  const bundle = (/** @type {readonly string[]} */ some, /** @type {BuildOptions} */ own) =>
    esbuild.build({
      ...common,
      ...own,
      outdir,
      entryPoints: some.map((part) => ({ in: part, out: basename(part, '.js') })),
      plugins: [joinChunks(chunks, partOf)],
      // `import()` becomes `require`, because the editor provides `vscode` only to `require`.
      supported: { 'dynamic-import': false },
    });
  const first = leaderOf(chunks, stages[0]);
  const others = parts.filter((part) => part !== first);
  await Promise.all([bundle([first], { banner, footer }), bundle(others, {})]);
  for (const file of readdirSync(outdir)) {
    const isOld = file.startsWith(prefix) && !parts.includes(file.replace(/\.map$/, ''));
    if (isOld) rmSync(join(outdir, file), { force: true });
  }
}

/**
 * @param {readonly OutputFile[]} outputFiles
 * @param {Metafile} metafile
 * @returns {Chunks}
 */
function readChunks(outputFiles, { outputs }) {
  const texts = new Map(outputFiles.map(({ path, text }) => [resolve(path), text]));
  return new Map(
    Object.entries(outputs).map(([path, { imports, entryPoint }]) => {
      const own = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
      const text = texts.get(resolve(path)) ?? '';
      const names = own.map((one) => basename(one.path));
      return [basename(path), { text, imports: names, entry: entryPoint }];
    }),
  );
}

/**
 * @param {Chunks} chunks
 * @param {string} source
 */
function leaderOf(chunks, source) {
  const [name] = [...chunks].find(([, { entry }]) => entry === source) ?? [];
  if (name === undefined)
    throw new Error(`${source} is not the program and is not imported by import()`);
  return name;
}

/**
 * A chunk and all chunks that are evaluated with it.
 * @param {Chunks} chunks
 * @param {string} leader
 * @returns {ReadonlySet<string>}
 */
function atOnce(chunks, leader) {
  const needed = new Set([leader]);
  for (const name of needed) for (const other of chunks.get(name)?.imports ?? []) needed.add(other);
  return needed;
}

/**
 * The part of each chunk. A part has the name of its first chunk.
 * @param {Chunks} chunks
 * @param {Stages} stages
 * @returns {ReadonlyMap<string, string>}
 */
function assignParts(chunks, stages) {
  const partOf = new Map();
  for (const [name, { entry }] of chunks) if (entry !== undefined) partOf.set(name, name);
  for (const leader of stages.map((stage) => leaderOf(chunks, stage))) {
    for (const name of atOnce(chunks, leader)) if (!partOf.has(name)) partOf.set(name, leader);
  }
  for (const name of chunks.keys()) if (!partOf.has(name)) partOf.set(name, name);
  return partOf;
}

/**
 * Bundles the chunks of each part. Chunks of other parts are required from the files of those parts.
 * @param {Chunks} chunks
 * @param {ReadonlyMap<string, string>} partOf
 * @returns {Plugin}
 */
function joinChunks(chunks, partOf) {
  const names = [...chunks.keys()];
  const exportName = (/** @type {string} */ chunk) => `chunk${names.indexOf(chunk)}`;
  return {
    name: 'join-chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, namespace, importer }) => {
        if (kind === 'entry-point') return { path, namespace: 'part' };
        if (namespace === 'part') return { path, namespace: 'chunk' };
        const name = basename(path);
        const isChunk = chunks.has(name) && namespace === 'chunk';
        if (!isChunk || kind === 'dynamic-import') return { path, external: true };
        const isOwn = partOf.get(name) === partOf.get(importer);
        return { path: name, namespace: isOwn ? 'chunk' : 'other' };
      });
      build.onLoad({ filter: /.*/, namespace: 'part' }, ({ path: part }) => {
        const members = names.filter((name) => partOf.get(name) === part && name !== part);
        const lines = members.map((name) => `export * as ${exportName(name)} from '${name}';`);
        return { contents: [`export * from '${part}';`, ...lines].join('\n') };
      });
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: chunks.get(path)?.text,
      }));
      build.onLoad({ filter: /.*/, namespace: 'other' }, ({ path }) => {
        const part = partOf.get(path);
        const member = part === path ? '' : `.${exportName(path)}`;
        return { contents: `module.exports = require('./${part}')${member};` };
      });
    },
  };
}
