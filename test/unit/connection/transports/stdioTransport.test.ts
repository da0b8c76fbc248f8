import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processEnvironment } from '../../../../src/base/environment';
import { UserError, type Reason } from '../../../../src/base/errors';
import type { ResolvedStdio } from '../../../../src/ipc/launch';
import { spawnFailure } from '../../../../src/connection/transports/stdioTransport';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spawn-failure-'));
  for (const folder of ['bin', 'more']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

function file(path: string, text: string, mode = 0o755): string {
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), mode);
  return join(root, path);
}

function launch(command: string, more: Partial<ResolvedStdio> = {}): ResolvedStdio {
  const baseEnv = { PATH: `${join(root, 'bin')}:${join(root, 'more')}` };
  return { type: 'stdio', command, args: [], cwd: root, env: {}, baseEnv, ...more };
}

/** What a real start of this launch fails with. */
async function failed(wanted: ResolvedStdio): Promise<Reason> {
  const env = processEnvironment(wanted.baseEnv, wanted.env);
  const { error } = spawnSync(wanted.command, { cwd: wanted.cwd, env });
  expect(error).toBeDefined();
  return (await spawnFailure(wanted, error)).reason;
}

describe.skipIf(process.platform === 'win32')('a start that fails', () => {
  it('for want of the command says where it was looked for', async () => {
    const folders = [join(root, 'bin'), join(root, 'more')];
    expect(await failed(launch('no-such-tool'))).toEqual({
      code: 'notFound',
      args: { command: 'no-such-tool', folders },
    });
    const own = { env: { PATH: `${root}/own::relative:${root}/own` } };
    expect(await failed(launch('no-such-tool', own))).toMatchObject({
      args: { folders: [`${root}/own`, root, join(root, 'relative')] },
    });
    expect(await failed(launch('./sub/tool'))).toMatchObject({
      args: { folders: [join(root, 'sub')] },
    });
    expect(await failed(launch('no-such-tool', { env: { PATH: null } }))).toMatchObject({
      args: { folders: ['/usr/bin', '/bin'] },
    });
  });

  it('names no more than twenty folders and counts the others', async () => {
    const folders = Array.from({ length: 23 }, (_, index) => `/no/such/${index}`);
    const { args } = await failed(launch('no-such-tool', { env: { PATH: folders.join(':') } }));
    expect(args).toMatchObject({ folders: folders.slice(0, 20), more: 3 });
  });

  it('for want of the folder says so, though the command is missing as well', async () => {
    const cwd = join(root, 'gone');
    const reason = { code: 'cwdNotFound', args: { cwd } };
    expect(await failed(launch('no-such-tool', { cwd }))).toEqual(reason);
  });

  it('for want of permission says of which file', async () => {
    const script = file('bin/tool', '#!/bin/sh\n', 0o644);
    const reason = { code: 'notExecutable', args: { file: script } };
    expect(await failed(launch('tool'))).toEqual(reason);
    expect(await failed(launch('./bin/tool'))).toEqual(reason);
    expect(await failed(launch('./bin'))).toEqual({
      code: 'spawnFailed',
      args: { command: './bin', cause: 'EACCES' },
    });
  });

  it('for want of an interpreter says of which', async () => {
    const script = file('more/tool', '#! /no/such/python3 -u\nprint()\n');
    expect(await failed(launch('tool'))).toEqual({
      code: 'interpreterMissing',
      args: { file: script, interpreter: '/no/such/python3' },
    });
  });

  it('for the line ends of Windows says so', async () => {
    const script = file('bin/tool', '#!/bin/sh\r\necho\r\n');
    expect(await failed(launch('tool'))).toEqual({
      code: 'windowsLineEnds',
      args: { file: script },
    });
  });

  it.each([
    ['npx.cmd', 'npx'],
    ['C:\\Program Files\\nodejs\\node.exe', 'node'],
    ['./scripts/run.BAT', 'run'],
  ])('for a name of Windows, %s, says which it is here', async (command, name) => {
    expect(await failed(launch(command))).toEqual({
      code: 'windowsCommand',
      args: { command, name },
    });
  });
});

describe('a failure', () => {
  it('on Windows is looked for by its rules', async () => {
    const error = Object.assign(new Error('spawn'), { code: 'ENOENT' });
    const env = { Path: '\\\\server\\tools' };
    const wanted = launch('npx.cmd', { baseEnv: env });
    expect((await spawnFailure(wanted, error, 'win32')).reason).toMatchObject({
      code: 'notFound',
      args: {
        command: 'npx.cmd',
        folders: expect.arrayContaining(['\\\\server\\tools']) as string[],
      },
    });
  });

  it('that is told already stays as it is', async () => {
    const told = new UserError('argumentUnsafe');
    expect(await spawnFailure(launch('x'), told)).toBe(told);
  });

  it('of another kind names its code', async () => {
    const error = Object.assign(new Error('spawn'), { code: 'E2BIG' });
    expect((await spawnFailure(launch('sh'), error)).reason).toEqual({
      code: 'spawnFailed',
      args: { command: 'sh', cause: 'E2BIG' },
    });
  });
});
