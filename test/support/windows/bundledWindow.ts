import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Where a bundled window finds the fake server. */
const fakeServerUrl = new URL('../fakeServer/fakeServer.ts', import.meta.url).href;
/** An ES module has no `require`, and vscode-jsonrpc asks for Node's modules by one. */
const requireForBundled =
  "import { createRequire as requireAt } from 'node:module'; const require = requireAt('file:///');";

/** The windows that run as processes of their own. */
type WindowProgram = 'windowProcess' | 'gaugedWindow' | 'hostileWindow';

/** Makes a program of one of them in a folder, and gives its path. */
export async function bundledWindow(window: WindowProgram, folder: string): Promise<string> {
  const outfile = path.join(folder, 'window.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(`../windows/${window}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForBundled },
    define: { 'import.meta.url': JSON.stringify(fakeServerUrl) },
    logLevel: 'error',
  });
  return outfile;
}
