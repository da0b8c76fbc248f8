// Builds the bundles: the extension, the host (the core, once), the terminal, which loads the host's, and
// the host's watchdog.
const esbuild = require('esbuild');

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // jsonc-parser's `main` hides its parts from bundlers; its `module` does not.
  mainFields: ['module', 'main'],
  sourcemap: production ? false : 'linked',
  minify: production,
  legalComments: 'none',
  // An editor logs a fault when an extension looks at it, as zod does to know Cloudflare.
  define: { navigator: 'undefined' },
  logLevel: 'warning',
  outdir: 'dist',
};

/** Keeps the core in one file: who imports `host` loads `dist/host.js` at run time. */
const hostStaysOutside = {
  name: 'host-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^(\.\/|\.\.\/)host$/ }, () => ({
      path: './host.js',
      external: true,
    }));
  },
};

/** Parsers that few windows need: each is a file of its own, read when it is first imported. */
const parsers = ['yaml', 'toml-eslint-parser'];

const parsersStayOutside = {
  name: 'parsers-stay-outside',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${parsers.join('|')})$`) }, ({ path }) => ({
      path: `./${path}.js`,
      external: true,
    }));
  },
};

const bundles = [
  { ...common, entryPoints: parsers },
  { ...common, entryPoints: ['src/host.ts', 'src/watchdog.ts'] },
  {
    ...common,
    entryPoints: ['src/extension.ts'],
    external: ['vscode'],
    plugins: [parsersStayOutside],
    // The first and the last statement of the bundle, so that its own loading is measured too.
    banner: { js: "performance.mark('roundhouse:load:start');" },
    footer: { js: "performance.mark('roundhouse:load:end');" },
  },
  { ...common, entryPoints: ['src/cli.ts'], plugins: [hostStaysOutside, parsersStayOutside] },
];

async function main() {
  if (watch) {
    const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  await Promise.all(bundles.map((options) => esbuild.build(options)));
}

main().catch(() => process.exit(1));
