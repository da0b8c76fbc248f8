// Builds the bundles (scripts/bundles.mjs) into `dist`, with --watch again whenever a file changes.
const esbuild = require('esbuild');

async function main() {
  const { bundles } = await import('./scripts/bundles.mjs');
  const all = bundles({ production: process.argv.includes('--production') });
  if (process.argv.includes('--watch')) {
    const contexts = await Promise.all(all.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  await Promise.all(all.map((options) => esbuild.build(options)));
}

main().catch(() => process.exit(1));
