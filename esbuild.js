// Builds the bundles (scripts/bundles.mjs) into `dist`, with --watch again whenever a file changes, and with
// --production beside them what has to be shipped along: the licences of the packages in them, and a list of these.
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const esbuild = require('esbuild');

const production = process.argv.includes('--production');
const [outdir = 'dist'] = process.argv.flatMap((word) => /^--outdir=(.+)/.exec(word)?.[1] ?? []);

async function main() {
  const { bundles } = await import('./scripts/bundles.mjs');
  const all = bundles({ production, outdir });
  if (process.argv.includes('--watch')) {
    const contexts = await Promise.all(all.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  if (production) removeOld();
  const results = await Promise.all(all.map((options) => esbuild.build(options)));
  if (production) await describe(results.map(({ metafile }) => metafile));
}

/** Removes what an earlier build wrote, because every script in `dist` is packaged. */
function removeOld() {
  mkdirSync(outdir, { recursive: true });
  for (const file of readdirSync(outdir).filter((name) => /\.js(?:\.map)?$/.test(name)))
    rmSync(join(outdir, file));
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
