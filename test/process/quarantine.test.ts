import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { stateOf } from '../support/hostFixture';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import { stumblingWord } from '../support/hostile/behaviours.mjs';
import { hostileServer } from '../support/hostile/hostileServer';
import { hostPidOf, hostPlace, sharedHostPid, windowAt } from '../support/realHost';

// Against what nobody has thought of: the host that runs here has holes which the real one has not, and beside a
// good server one that gets through them.

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));

/** What reading a message with these words does. */
const holes = {
  'for ever': 'process.nextTick(() => { for (;;); });',
  'at once': `process.nextTick(() => { throw new Error('a hole'); });`,
  'ever more': `
    for (const all = [], cell = new Int32Array(new SharedArrayBuffer(4)); ; ) {
      all.push(Array.from({ length: 300_000 }, (_, index) => ({ index })));
      Atomics.wait(cell, 0, 0, 100);
    }`,
} as const;

/** Long, but not for ever: for two seconds. */
const slow = 'a while';
const slowly = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);`;

type Hole = keyof typeof holes;

const bad = 'folder:a/bad';
const good = 'folder:a/good';

let home = '';
/** Runs Node with the holes in it. */
let holedNode = '';

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const lines = Object.entries({ ...holes, [slow]: slowly }).map(
    ([words, hole]) => `if (text.includes('${stumblingWord(words)}')) { ${hole} }`,
  );
  const hook = path.join(home, 'holes.cjs');
  writeFileSync(
    hook,
    `const { parse } = JSON;\nJSON.parse = (text, ...rest) => {\n${lines.join('\n')}\nreturn parse(text, ...rest);\n};`,
  );
  holedNode = path.join(home, 'node');
  const command = `exec '${process.execPath}' --max-old-space-size=200 --require '${hook}' "$@"`;
  writeFileSync(holedNode, `#!/bin/sh\n${command}\n`, { mode: 0o700 });
});

/** A window of a host with holes, and both servers up. */
async function openWindow(launch: ResolvedLaunch): Promise<HostClient> {
  const launches = new Map<string, ResolvedLaunch>([
    [bad, launch],
    [good, fakeStdio()],
  ]);
  const place = { ...hostPlace(home, bundle), execPath: holedNode };
  const window = windowAt(place, (id) => launches.get(id));
  onTestFinished(() => window.dispose());
  await window.declare(
    [...launches.keys()].map((id) => ({ id, name: path.basename(id), launchVersion: '1' })),
  );
  await Promise.all([...launches.keys()].map((id) => window.start(id, false)));
  expect([stateOf(window, bad).kind, stateOf(window, good).kind]).toEqual(['running', 'running']);
  return window;
}

/** The bad server as a launch, over either transport. */
async function launchOf(
  transport: 'stdio' | 'http',
  words: Hole | typeof slow,
): Promise<ResolvedLaunch> {
  const { launch, end } = await hostileServer(transport, words);
  onTestFinished(end);
  return launch;
}

const call = { server: bad, tool: 'harm', arguments: {}, gesture: false };

/** Has the bad server end its host, and waits until another one has the good server up again. */
async function harm(window: HostClient): Promise<void> {
  const before = sharedHostPid(window);
  await expect(window.callTool(call)).rejects.toMatchObject({ code: 'hostGone' });
  await vi.waitFor(() => expect(hostPidOf(window) ?? before).not.toBe(before));
  expect(isRunning(before)).toBe(false);
  await vi.waitFor(() => expect(stateOf(window, good).kind).toBe('running'));
}

/** The servers that hosts of this folder do not start unasked, as files. */
function quarantined(): string[] {
  return readdirSync(path.join(home, 'data', 'quarantine')).filter((name) => name !== 'key');
}

function stateOfBad(window: HostClient): object {
  return stateOf(window, bad);
}

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test.each([
    ['for ever', /^frozeHost$/, { method: 'tools/call' }],
    ['at once', /^crashedHost$/, { method: 'tools/call' }],
    // It ends while the message is parsed, so nobody knows what that is about; on a slow machine it takes so long that
    // it counts as frozen.
    ['ever more', /^(?:crashed|froze)Host$/, {}],
  ] as const)(
    'who ends the host by "%s" fails, and is started again by a person alone',
    async (hole, code, what) => {
      const window = await openWindow(await launchOf(transport, hole));
      await harm(window);
      const error = {
        code: expect.stringMatching(code) as string,
        args: { kilobytes: 1, ...what },
      };
      await vi.waitFor(() => expect(stateOfBad(window)).toEqual({ kind: 'failed', error }));
      await window.start(bad, false);
      expect(stateOfBad(window)).toEqual({ kind: 'failed', error });

      await window.start(bad, true);
      expect(stateOfBad(window)).toMatchObject({ kind: 'running' });
      expect(quarantined()).toEqual([]);
    },
  );
});

test('a host that is killed while it works blames nobody', async () => {
  const window = await openWindow(await launchOf('stdio', 'for ever'));
  const before = sharedHostPid(window);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(hostPidOf(window) ?? before).not.toBe(before));
  await vi.waitFor(() => expect(stateOfBad(window)).toMatchObject({ kind: 'running' }));
});

test('a message that takes long blames nobody either', async () => {
  const window = await openWindow(await launchOf('stdio', slow));
  const before = hostPidOf(window);
  await expect(window.callTool(call)).resolves.toMatchObject({ content: [{ text: 'a-while' }] });
  expect(hostPidOf(window)).toBe(before);
  await vi.waitFor(() => expect(quarantined()).toEqual([]));
});
