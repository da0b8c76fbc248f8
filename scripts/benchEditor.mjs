// @ts-check
// What the editor does with our servers and those of its own host, and with a configuration that is typed: in a window.
import { bundleForWindow, runInWindow } from './editor/benchWindow.mjs';
import { modernNode } from './node.mjs';
import { packageExtension } from './packageExtension.mjs';
import { buildTestProgram } from './testProgram.mjs';

const tests = await bundleForWindow('editor');
const server = { command: modernNode(), args: [await buildTestProgram('bench/sdkServer')] };
await runInWindow(tests, {
  others: [await packageExtension('built-in', 'test', 'bench', 'builtIn')],
  env: { ROUNDHOUSE_BENCH_SERVER: JSON.stringify(server) },
});
