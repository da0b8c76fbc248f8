import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { redactor } from '../../../../src/base/redact';
import type { LaunchAnswer, ResolvedStdio } from '../../../../src/ipc/launch';
import { runChecks } from '../../../../src/client/diagnosis/check';
import { runtimeOf, stdioChecks } from '../../../../src/client/diagnosis/stdioChecks';
import { launchFacts } from '../../../../src/client/launch/launchResolver';

const history = { added: [], shell: 'notNeeded', withheld: [] } as const;

/** A folder with programs that are shell scripts. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rh-doctor-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

async function found(
  command: string,
  path: string,
  more: Partial<ResolvedStdio> = {},
  added: string[] = [],
) {
  const launch: ResolvedStdio = {
    type: 'stdio',
    command,
    args: [],
    cwd: tmpdir(),
    env: {},
    baseEnv: { PATH: path },
    ...more,
  };
  const answer: LaunchAnswer = { kind: 'resolved', launch, secrets: [] };
  const facts = await launchFacts(answer, { ...history, added }, process.platform);
  const { signal } = new AbortController();
  const results = await runChecks(stdioChecks(launch, facts), { signal });
  return results.map(({ check, outcome, reason }) => [check, outcome, reason.code, reason.args]);
}

test('a command that is there, its folder, and the version of what it needs', async () => {
  const folder = programs({ npx: 'exit 3', node: 'echo "v24.1.0 $MARK"; echo junk' });
  expect(await found('npx', folder, { env: { MARK: 'of-the-entry' } })).toEqual([
    ['command', 'ok', 'commandFound', { file: join(folder, 'npx') }],
    ['folder', 'ok', 'folderThere', { cwd: tmpdir() }],
    ['runtime', 'ok', 'runtimeAnswers', { runtime: 'Node.js', version: 'v24.1.0 of-the-entry' }],
  ]);
  expect((await found('npx', folder, {}, [folder]))[0]).toEqual([
    'command',
    'ok',
    'commandOffPath',
    { file: join(folder, 'npx') },
  ]);
});

test('a command that is not there, with the folders where it was looked for', async () => {
  const folder = programs({});
  const [command, , runtime] = await found('uvx', folder);
  expect(command).toEqual(['command', 'failed', 'notFound', { command: 'uvx', folders: [folder] }]);
  expect(runtime).toEqual([
    'runtime',
    'failed',
    'runtimeMissing',
    { runtime: 'uv', command: 'uv' },
  ]);
  const many = Array.from({ length: 23 }, (_one, at) => `/no/${at}`);
  const [[, , , args] = []] = await found('till', many.join(':'));
  expect(args).toEqual({ command: 'till', folders: many.slice(0, 20), more: 3 });
});

test('a runtime that is there and of no use', async () => {
  const folder = programs({
    docker: 'echo "client only"; echo "Cannot connect to the daemon" >&2; exit 1',
  });
  expect((await found('docker', folder)).at(-1)).toEqual([
    'runtime',
    'failed',
    'runtimeFails',
    { runtime: 'Docker', command: 'docker', line: 'Cannot connect to the daemon' },
  ]);
});

test('what a runtime says is cut only where its secrets are masked already', async () => {
  const said = `${'x'.repeat(995)}s3cret-value and more`;
  const PATH = programs({ docker: `echo "${said}" >&2; exit 1` });
  const launch = { command: 'docker', args: [], cwd: tmpdir(), env: {}, baseEnv: { PATH } };
  const checks = stdioChecks({ type: 'stdio', ...launch }, undefined);
  const { signal } = new AbortController();
  const results = await runChecks(checks, { signal, redact: redactor(['s3cret-value']) });
  expect(results.at(-1)?.reason.args).toMatchObject({ line: `${'x'.repeat(995)}••• a` });
});

test('a working folder that is not there; nothing is run in it', async () => {
  const folder = programs({ node: 'echo v24' });
  expect(await found('node', folder, { cwd: '/no/such/folder' })).toEqual([
    ['command', 'ok', 'commandFound', { file: join(folder, 'node') }],
    ['folder', 'failed', 'cwdNotFound', { cwd: '/no/such/folder' }],
    ['runtime', 'skipped', 'checkSkipped', {}],
  ]);
});

test.each([
  ['npx', [], 'node'],
  ['/opt/bin/npx', [], 'node'],
  ['/opt/bin/node', [], '/opt/bin/node'],
  ['C:\\tools\\NPX.CMD', [], 'node'],
  ['cmd', ['/c', 'npx', '-y', 'x'], 'node'],
  ['uvx', [], 'uv'],
  ['python3.12', [], 'python3.12'],
  ['docker', ['run', 'x'], 'docker'],
  ['constructor', [], undefined],
  ['./till', [], undefined],
])('%s %j needs %s', (command, args, needed) => {
  expect(runtimeOf(command, args)?.command).toBe(needed);
});
