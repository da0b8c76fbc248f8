// Builds the bundles (scripts/bundles.mjs) into `dist`, with --watch again whenever a file changes, and with
// --production beside them what has to be shipped along: the licences of the packages in them, and a list of these.
const { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const esbuild = require('esbuild');

const production = process.argv.includes('--production');
const [outdir = 'dist'] = process.argv.flatMap((word) => /^--outdir=(.+)/.exec(word)?.[1] ?? []);

async function main() {
  const { bundles } = await import('./scripts/bundles.mjs');
  const all = bundles({ production, outdir });
  copySandboxPrograms();
  if (process.argv.includes('--watch')) {
    const contexts = await Promise.all(all.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  if (production) removeOld();
  const results = await Promise.all(all.map((options) => esbuild.build(options)));
  if (!production) return;
  const wide = results.filter((_, index) => all[index]?.charset === 'utf8');
  const kept = wide.flatMap(({ metafile }) => Object.keys(metafile.outputs));
  for (const file of scripts()) if (!kept.includes(file)) escapeScript(file);
  await describe(results.map(({ metafile }) => metafile));
}

/**
 * Escapes what esbuild leaves of characters beyond ASCII, in regular expressions. The runtime keeps a script in two
 * bytes for each character as soon as one of them needs it, and loads it more slowly.
 * @param {string} file
 */
function escapeScript(file) {
  const text = readFileSync(file, 'utf8');
  const escaped = text.replaceAll(/(\\?)([^\0-\x7f])/g, (found, slash, char) => {
    if (slash !== '') throw new Error(`${file} has ${found}, which cannot be escaped.`);
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  if (escaped !== text) writeFileSync(file, escaped);
}

/**
 * Copies the programs that keep a server in a sandbox from sockets of the system, and show Java its proxy. They run where
 * they lie.
 */
function copySandboxPrograms() {
  const runtime = join(__dirname, 'node_modules', '@anthropic-ai', 'sandbox-runtime');
  const programs = [
    join('seccomp', 'x64', 'apply-seccomp'),
    join('seccomp', 'arm64', 'apply-seccomp'),
    join('java-proxy-agent', 'srt-proxy-agent.jar'),
  ];
  for (const program of programs)
    cpSync(join(runtime, 'vendor', program), join(outdir, 'vendor', program));
}

/** Removes what an earlier build wrote, because every script in `dist` is packaged. */
function removeOld() {
  mkdirSync(outdir, { recursive: true });
  for (const file of readdirSync(outdir).filter((name) => /\.js(?:\.map)?$/.test(name)))
    rmSync(join(outdir, file));
}

/** The scripts that were written. */
function scripts() {
  return readdirSync(outdir)
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${outdir}/${name}`);
}

/** @param {import('esbuild').Metafile[]} metafiles */
async function describe(metafiles) {
  const { bundledPackages } = await import('./scripts/bundledPackages.mjs');
  const { noticesOf } = await import('./scripts/notices.mjs');
  const { billOfMaterials } = await import('./scripts/billOfMaterials.mjs');
  const product = JSON.parse(readFileSync('package.json', 'utf8'));
  const bundled = bundledPackages(metafiles, __dirname);
  const title = `MCP Roundhouse ${product.version}`;
  writeFileSync(join(outdir, 'ThirdPartyNotices.txt'), noticesOf(title, bundled.packages));
  const bill = billOfMaterials(product, bundled);
  writeFileSync(join(outdir, 'bom.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
}

main().catch((error) => {
  // esbuild has already told of its own.
  if (!error.errors) console.error(error.message);
  process.exit(1);
});
