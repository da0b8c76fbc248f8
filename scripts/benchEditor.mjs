// @ts-check
// What the editor does with our servers and those of its own host, and with a configuration that is typed: in a window.
import { join } from 'node:path';
import { bundleForWindow, runInWindow } from './editor/benchWindow.mjs';
import { modernNode } from './node.mjs';
import { packageExtension } from './packageExtension.mjs';
import { root } from './root.mjs';
import { buildTestProgram } from './testProgram.mjs';

const tests = await bundleForWindow('editor');
const server = { command: modernNode(), args: [await buildTestProgram('bench/sdkServer')] };
const fake = join(root, 'test', 'support', 'fakeServer', 'stdioServer.mjs');
const rich = { command: modernNode(), args: [fake, JSON.stringify({ toolCount: 1_000 })] };
await runInWindow(tests, {
  others: [await packageExtension('built-in', 'test', 'bench', 'builtIn')],
  env: {
    ROUNDHOUSE_BENCH_SERVER: JSON.stringify(server),
    ROUNDHOUSE_BENCH_RICH: JSON.stringify(rich),
  },
});
