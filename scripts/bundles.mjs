// @ts-check
// The bundles: the extension in lazy parts, the host (the core, once), the terminal, which loads the host's,
// the host's watchdog, the workers of the host and of the extension, and the scripts of webviews.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inLazyParts } from './lazyParts.mjs';

/** @import { BuildOptions, Plugin } from 'esbuild' */
/** @import { Stages } from './lazyParts.mjs' */

/** Keeps the core in one file: who imports `host` loads `dist/host.js` at run time. */
const hostStaysOutside = staysOutside(/^(\.\/|\.\.\/)host$/, () => './host.js');

/** Parsers that few windows need: each is a file of its own, read when it is first imported. */
const parsers = ['yaml', 'toml-eslint-parser'];
const parsersStayOutside = staysOutside(
  new RegExp(`^(?:${parsers.join('|')})$`),
  (path) => `./${path}.js`,
);

/** The parser of Markdown, read at run time from beside the script of a page. */
const markdownStaysOutside = staysOutside(/^\.\/markdownParser$/, () => './markdownParser.js');

/**
 * What a window reads when it opens, and then with a configuration, with a host, and with a command.
 * @type {Stages}
 */
const stages = [
  'src/extension.ts',
  'src/window.ts',
  'src/client/hostConnection/reachHost.ts',
  'src/ui/window/commandHandlers.editor.ts',
];

/**
 * @param {{ production: boolean, outdir?: string }} mode
 * @returns {BuildOptions[]} first that of the extension
 */
export function bundles({ production, outdir = 'dist' }) {
  /** @type {BuildOptions} */
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // jsonc-parser's `main` hides its parts from bundlers; its `module` does not.
    mainFields: ['module', 'main'],
    sourcemap: production ? false : 'linked',
    minify: production,
    // The licences stand in dist/ThirdPartyNotices.txt, which is made of the metafiles.
    legalComments: 'none',
    metafile: true,
    // An editor logs a fault when an extension looks at it, as zod does to know Cloudflare.
    define: { navigator: 'undefined' },
    logLevel: 'warning',
    outdir,
  };
  const split = {
    ...common,
    external: ['vscode'],
    plugins: [hostStaysOutside, parsersStayOutside],
    // The first and the last statement of the extension, so that its own loading is measured too.
    banner: { js: "performance.mark('roundhouse:load:start');" },
    footer: { js: "performance.mark('roundhouse:load:end');" },
  };
  /** @type {BuildOptions} */
  const page = {
    ...common,
    platform: 'browser',
    target: 'chrome128',
    define: {},
    jsx: 'automatic',
    jsxImportSource: 'preact',
  };
  return [
    inLazyParts(split, stages),
    // Its files are all read at once: an update may remove their folder while it runs.
    { ...common, entryPoints: ['src/cli.ts'], plugins: [hostStaysOutside, parsersStayOutside] },
    { ...common, entryPoints: parsers },
    {
      ...common,
      entryPoints: ['src/host.ts', 'src/watchdog.ts', 'src/readerThread.ts', 'src/freezeThread.ts'],
      plugins: [partOf('jose'), withoutJsonSchemas, withoutUnusedClasses],
      // Packages write to it, and nobody sees that.
      drop: ['console'],
    },
    // Is a process for each server in a sandbox.
    {
      ...common,
      entryPoints: ['src/sandbox.ts'],
      // The runtime looks for its programs beside this script.
      banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
      define: { ...common.define, 'import.meta.url': 'moduleUrl' },
      sourcemap: false,
    },
    // Runs in the page of approvals.
    { ...common, entryPoints: ['src/webview/approval.ts'], platform: 'browser', format: 'iife' },
    // Run in the pages.
    {
      ...page,
      entryPoints: {
        serverPage: 'src/webview/serverPage/main.tsx',
        overviewPage: 'src/webview/overviewPage/main.tsx',
      },
      format: 'iife',
      plugins: [markdownStaysOutside],
    },
    // The icons of the pages.
    {
      ...page,
      entryPoints: { codicon: '@vscode/codicons/dist/codicon.css' },
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    },
    // Is read with the first Markdown of a page.
    {
      ...page,
      entryPoints: { markdownParser: 'src/webview/serverPage/markdownParser.ts' },
      format: 'esm',
    },
    // Its tables are text of all scripts, and nothing that anybody debugs.
    { ...common, entryPoints: ['src/tokenCounterThread.ts'], charset: 'utf8', sourcemap: false },
  ];
}

/**
 * Leaves out the code that makes JSON schemas of zod's: 21 KB that a bundler cannot leave out by itself, because each
 * schema has a method for it. Neither the host nor what it uses of the SDK calls one.
 * @type {Plugin}
 */
const withoutJsonSchemas = {
  name: 'without-json-schemas',
  setup(build) {
    const filter = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;
    build.onLoad({ filter }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const found = text.matchAll(/^export (?:(?:const|function) (\w+)|\{ \w+ as (\w+) \})/gm);
      const names = [...found].map(([, own, other]) => own ?? other);
      if (names.length === 0) throw new Error(`${file} exports nothing.`);
      const thrown = `throw new Error('No JSON schemas.');`;
      const all = names.map((name) => `absent as ${name}`).join(', ');
      return { contents: `const absent = () => () => { ${thrown} };\nexport { ${all} };` };
    });
  },
};

/**
 * Leaves out classes of the SDK that nothing uses: 110 KB, since its client takes the schemas of both eras along. A
 * bundler cannot leave out a class with a static block by itself, because that might change what others use. Those of
 * the SDK change only what their own classes use.
 * @type {Plugin}
 */
const withoutUnusedClasses = {
  name: 'without-unused-classes',
  setup(build) {
    const filter = /[\\/]@modelcontextprotocol[\\/]client[\\/]dist[\\/].+\.mjs$/;
    build.onLoad({ filter }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(
        /^var (\w+) = (class\b[^]*?\n\});$/gm,
        'var $1 = /* @__PURE__ */ (() => $2)();',
      ),
    }));
  },
};

/**
 * @param {RegExp} filter
 * @param {(path: string) => string} to
 * @returns {Plugin}
 */
function staysOutside(filter, to) {
  return {
    name: 'stays-outside',
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path: to(path), external: true }));
    },
  };
}

/**
 * Bundles only what an importer uses of a package that it loads with `import()`, because a bundler takes all of that.
 * Finds the uses by the name of the variable.
 * @param {string} name of the package and of the variable
 * @returns {Plugin}
 */
function partOf(name) {
  const namespace = `part-of-${name}`;
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, importer }) =>
        kind === 'dynamic-import' ? { path: importer, namespace } : undefined,
      );
      build.onLoad({ filter: /./, namespace }, ({ path: importer }) => {
        const text = readFileSync(importer, 'utf8');
        const uses = text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
        const names = new Set([...uses].map(([, used]) => used));
        const takesApart = /\}\s*=\s*await\s+import/.test(text);
        if (names.size === 0 || takesApart)
          throw new Error(`${importer} does not use ${name} as ${name}.name.`);
        const contents = `export { ${[...names].join(', ')} } from '${name}';`;
        return { contents, resolveDir: path.dirname(importer) };
      });
    },
  };
}
