import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  markVariable,
  type RegisteredProcess,
  unrecordedProcesses,
} from '../../src/processes/processRegistry';
import { commandLinesOf, marksOf, readProcesses } from '../../src/processes/processFacts';
import { startProcess, type StartedProcess } from '../../src/processes/serverProcess';
import { readProcess, markOf } from '../support/readProcess';

const times = { afterStdinEnd: 300, afterTerminate: 500 };
const onPosix = describe.skipIf(process.platform === 'win32');
/** Elsewhere the system does not tell the environment of a process. */
const onLinux = test.skipIf(process.platform !== 'linux');

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'processes-'))));
afterEach(() => {
  for (const pid of Object.values(pids())) kill(pid);
  rmSync(folder, { recursive: true, force: true });
});

/** Programs for `node -e`; each says by a file named after it that it stands. */
const says = (name: string): string =>
  `require('fs').writeFileSync(${JSON.stringify(folder)} + '/${name}', String(process.pid));`;
const lives = 'setInterval(() => {}, 1000);';
const obeys = `${lives} process.stdin.resume().on('end', () => process.exit());`;
const ignoresSigterm = "process.on('SIGTERM', () => {});";
const starts = (program: string, options = '{}', more = ''): string =>
  `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}],
    { stdio: 'ignore', ...${options} })${more};`;
/** Starts a process that leaves group, session and parents. */
const daemonises = (program: string): string =>
  starts(starts(program, '{ detached: true }', '.unref()'), '{ detached: true }', '.unref()');

function pids(): Record<string, number> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, Number(readFileSync(join(folder, name), 'utf8'))]),
  );
}

async function standing(...names: string[]): Promise<number[]> {
  await vi.waitFor(
    () => expect(names.map((name) => pids()[name])).not.toContain(undefined),
    10_000,
  );
  await vi.waitFor(() => expect(names.map((name) => pids()[name])).not.toContain(0));
  return names.map((name) => pids()[name] ?? 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function start(program: string, registry = unrecordedProcesses): Promise<StartedProcess> {
  return startCommand(process.execPath, ['-e', program], registry);
}

function startCommand(
  command: string,
  args: readonly string[],
  registry = unrecordedProcesses,
): Promise<StartedProcess> {
  const env = Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
  );
  return startProcess({ command, args, cwd: folder, env }, registry);
}

/** Does work while this process can open nothing more (Linux). */
async function withoutDescriptors<T>(work: () => Promise<T>): Promise<T> {
  const lower = `p="prlimit --pid ${process.pid}"; limit=$($p --nofile --output=SOFT --noheadings)
    $p --nofile=3: && echo lowered; read _; $p --nofile=$(echo $limit):`;
  const shell = spawn('/bin/sh', ['-c', lower], { stdio: ['pipe', 'pipe', 'inherit'] });
  // At the end of the output, too, because a system may have no such program.
  await once(shell.stdout, 'readable');
  expect(String(shell.stdout.read())).toBe('lowered\n');
  try {
    return await work();
  } finally {
    shell.stdin.end('\n');
    await once(shell, 'exit');
  }
}

async function runningOf(all: readonly number[]): Promise<number[]> {
  const facts = await Promise.all(all.map(readProcess));
  return facts.flatMap((found) => (found ? [found.pid] : []));
}

describe('without free file descriptors', () => {
  onLinux('a start fails with that, and does not end this process', async () => {
    const failed = await withoutDescriptors(() => start(obeys).catch((error: unknown) => error));
    expect(failed).toMatchObject({ code: 'EMFILE' });
    await (await start(obeys)).end(times);
  });

  onLinux('a mark that could not be read is read later', async () => {
    const started = await start(obeys);
    const all = await readProcesses();
    const own = all.filter(({ pid }) => pid === started.child.pid);
    const unread = await withoutDescriptors(() => marksOf(own));
    expect(unread).toMatchObject({ known: new Map(), complete: false });
    const read = await marksOf(own);
    expect([read.known.size, read.complete]).toEqual([1, true]);
    await started.end(times);
  });
});

describe('what the system tells of processes', () => {
  test('this one is among them', async () => {
    const all = await readProcesses();
    const own = all.find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid });
    expect(own?.cpuTime).toBeGreaterThan(0);
    const { rss } = process.memoryUsage();
    expect(own?.memory).toBeGreaterThan(rss / 2);
    expect(own?.memory).toBeLessThan(rss * 2);
    expect((await readProcess(process.pid))?.birth).toBe(own?.birth);
    const shown = await commandLinesOf(own ? [own] : []);
    expect(shown.get(process.pid)).toContain(process.argv[1]);
  });

  test('who asks at the same time gets the same answer, and later a new one', async () => {
    const asked = [readProcesses(), readProcesses()];
    const [first, second] = await Promise.all(asked);
    expect(first).toBe(second);
    const started = await start(obeys);
    expect((await readProcesses()).map(({ pid }) => pid)).toContain(started.child.pid);
    await started.end(times);
    expect((await readProcesses()).map(({ pid }) => pid)).not.toContain(started.child.pid);
  });

  test('nothing is told of one that is not there', async () => {
    expect(await readProcess(2 ** 22 + 1)).toBeUndefined();
    expect(await markOf(2 ** 22 + 1)).toBeUndefined();
  });
});

onLinux('a mark that was seen stays, whatever its process does to its environment', async () => {
  const go = `[ -e ${folder}/go ] && exec env -i sleep 600`;
  const { pid = 0 } = spawn('/bin/sh', ['-c', `until ${go}; do sleep 0.05; done`], {
    env: { ...process.env, [markVariable]: 'mark/7' },
  });
  const marked = async (): Promise<unknown> => {
    const { known, complete } = await marksOf(await readProcesses());
    return [known.get(pid), complete];
  };
  await vi.waitFor(async () => expect(await marked()).toEqual(['mark/7', true]));
  await start(says('go'));
  await vi.waitFor(async () => expect(await markOf(pid)).toBeUndefined());
  expect(await marked()).toEqual(['mark/7', true]);
  kill(pid);
});

onPosix('ending a process leaves nothing of', () => {
  test.each<[string, () => string, string[]]>([
    ['itself, when it ignores everything', () => says('server') + lives + ignoresSigterm, []],
    [
      'a grandchild that ignores everything',
      () => obeys + says('server') + starts(says('child') + lives + ignoresSigterm),
      ['child'],
    ],
    [
      'a grandchild in a session of its own',
      () => obeys + says('server') + starts(says('child') + lives, '{ detached: true }'),
      ['child'],
    ],
    [
      'a grandchild in a session of its own that ignores everything',
      () =>
        lives +
        says('server') +
        starts(says('child') + lives + ignoresSigterm, '{ detached: true }'),
      ['child'],
    ],
    [
      'a grandchild in a session of its own without our mark',
      () => obeys + says('server') + starts(says('child') + lives, '{ detached: true, env: {} }'),
      ['child'],
    ],
    [
      'a chain of sessions',
      () =>
        obeys +
        says('server') +
        starts(
          says('a') + lives + starts(says('b') + lives, '{ detached: true }'),
          '{ detached: true }',
        ),
      ['a', 'b'],
    ],
  ])('%s', async (_name, program, names) => {
    const started = await start(program());
    const all = await standing('server', ...names);
    expect(await runningOf(all)).toEqual(all);
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf(all)).toEqual([]);
  });

  onLinux('a daemon, and what it started', async () => {
    const daemon = says('daemon') + ignoresSigterm + lives + starts(says('child') + lives);
    const started = await start(obeys + says('server') + daemonises(daemon));
    const all = await standing('server', 'daemon', 'child');
    await vi.waitFor(async () => expect((await readProcess(all[1] ?? 0))?.parent).not.toBe(all[0]));
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf(all)).toEqual([]);
  });

  test('a shell that waits for its children', async () => {
    const node = `"${process.execPath}" -e`;
    const [first, second] = [says('first') + lives, says('second') + lives + ignoresSigterm];
    const script = `${node} "$1" & ${node} "$2" & wait`;
    const started = await startCommand('/bin/sh', ['-c', script, 'sh', first, second]);
    const all = [started.child.pid ?? 0, ...(await standing('first', 'second'))];
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf(all)).toEqual([]);
  });

  onLinux('one that has ended by itself and left others behind', async () => {
    const stays = says('child') + lives + ignoresSigterm;
    const leaves = `setInterval(() => require('fs').existsSync(${JSON.stringify(folder)} + '/go') && process.exit(3), 10);`;
    const daemon = daemonises(says('daemon') + lives);
    const started = await start(leaves + starts(stays) + daemon);
    const all = await standing('child', 'daemon');
    const exited = once(started.child, 'exit');
    await start(says('go'));
    expect(await exited).toEqual([3, null]);
    expect(await runningOf(all)).toEqual(all);
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf(all)).toEqual([]);
  });

  test('one that goes on starting others until it is killed', async () => {
    const child = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000);`;
    const started = await start(
      `${ignoresSigterm} ${says('server')} setInterval(() => { ${starts(child)} }, 30);`,
    );
    await standing('server');
    expect(await started.end(times)).toEqual([]);
    const all = await readProcesses();
    expect(all.filter(({ group }) => group === started.child.pid)).toEqual([]);
  });
});

onLinux(
  'ending a process spares the browser that it opened for the person, not its own',
  async () => {
    const browser = join(folder, 'chromium');
    const says = (name: string): string => `echo $$ > ${folder}/${name}`;
    // A shell shows under the name of its script.
    const script = `#!/bin/sh\nif [ $# = 2 ]; then ${says('driven')}; else ${says('opened')}; sh -c '${says('tab')}; sleep 60' & fi\nsleep 60\n`;
    writeFileSync(browser, script, { mode: 0o755 });
    const opens = (...args: string[]): string =>
      `require('child_process').spawn(${JSON.stringify(browser)}, ${JSON.stringify(args)}, { detached: true, stdio: 'ignore' }).unref();`;
    const url = 'https://sign-in.example';
    const started = await start(obeys + opens(url) + opens('--remote-debugging-pipe', url));
    const [driven = 0, ...spared] = await standing('driven', 'opened', 'tab');
    expect((await readProcess(driven))?.name).toBe('chromium');
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf([driven, ...spared])).toEqual(spared);
    process.kill(-(spared[0] ?? 0), 'SIGKILL');
  },
);

onLinux(
  'ending a process spares the editor that it opened, not a script that runs in one',
  async () => {
    const editor = join(folder, 'code');
    const script = `#!/bin/sh\necho $$ > ${folder}/$1\nsleep 60 &\nwait\n`;
    writeFileSync(editor, script, { mode: 0o755 });
    const opens = (name: string, env: string): string =>
      `require('child_process').spawn(${JSON.stringify(editor)}, ['${name}'], { detached: true, stdio: 'ignore', env: { ...process.env, ${env} } }).unref();`;
    const run = "ELECTRON_RUN_AS_NODE: '1'";
    const started = await start(obeys + opens('opened', '') + opens('run', run));
    const [opened = 0, ...others] = await standing('opened', 'run');
    expect((await readProcess(opened))?.name).toBe('code');
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf([opened, ...others])).toEqual([opened]);
    process.kill(-opened, 'SIGKILL');
  },
);

onPosix('ending a process', () => {
  test('spares another one with the same command', async () => {
    const program = says('same') + lives;
    const innocent = spawn(process.execPath, ['-e', program], { cwd: folder, stdio: 'ignore' });
    await standing('same');
    rmSync(join(folder, 'same'));
    const started = await start(program);
    await standing('same');
    expect(await started.end(times)).toEqual([]);
    expect(await runningOf([innocent.pid ?? 0])).toEqual([innocent.pid]);
    kill(innocent.pid ?? 0);
  });

  test('asks once and lets what it starts for that come to an end', async () => {
    const slow = `setTimeout(() => { ${says('cleaned')} process.exit() }, 200);`;
    const once = `process.on('SIGTERM', () => { ${says('asked')} ${starts(slow)} process.on('SIGTERM', () => { ${says('twice')} }); setTimeout(process.exit, 50) });`;
    const started = await start(says('server') + once + lives);
    await standing('server');
    expect(await started.end({ afterStdinEnd: 50, afterTerminate: 60_000 })).toEqual([]);
    expect(Object.keys(pids()).toSorted()).toEqual(['asked', 'cleaned', 'server']);
  });

  test('tells the registry at once of what runs, and again when nothing is left', async () => {
    const events: string[] = [];
    const registry = {
      newMark: () => 'mark/1',
      add: ({ pid, mark }: RegisteredProcess) => {
        events.push(`kept ${mark} ${pid > 0}`);
        return { dispose: () => void events.push('let go') };
      },
    };
    const started = await start(obeys + says('server'), registry);
    expect(events).toEqual(['kept mark/1 true']);
    await standing('server');
    if (process.platform === 'linux') expect(await markOf(started.child.pid ?? 0)).toBe('mark/1');
    await started.end(times);
    expect(events).toEqual(['kept mark/1 true', 'let go']);
    await expect(startCommand('no-such-command', [], registry)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(events).toHaveLength(2);
  });

  test('waits out no limit where it obeys', async () => {
    const started = await startCommand('/bin/cat', []);
    expect(await started.end({ afterStdinEnd: 600_000, afterTerminate: 600_000 })).toEqual([]);
  });

  test('a hundred times leaves nothing open', async () => {
    const open = (): string[] =>
      process.getActiveResourcesInfo().filter((name) => /Process|Pipe|Timeout/.test(name));
    const before = open();
    for (let round = 0; round < 10; round += 1) {
      const started = await Promise.all(
        Array.from({ length: 10 }, () => startCommand('/bin/cat', [])),
      );
      await Promise.all(
        started.map(async ({ child, end }) => {
          await end();
          child.stdout.destroy();
          child.stderr.destroy();
        }),
      );
    }
    // Two are those of the wait itself.
    await vi.waitFor(() => expect(open().length).toBeLessThanOrEqual(before.length + 2));
  });
});
