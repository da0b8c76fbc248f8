import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  promises,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Definition, StdioLaunch } from '../../../../src/config/definition';
import { CommandLookup } from '../../../../src/client/launch/commandLookup';
import { folderSource } from '../../config/textAt';
import { untilTestEnds } from '../../../support/spies';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lookup-'));
  for (const folder of ['bin', 'more', 'ws', 'ws/tools', 'home']) mkdirSync(join(root, folder));
  program('bin/here');
  program('more/there');
  program('ws/tools/own');
  program('home/mine');
  writeFileSync(join(root, 'bin', 'plain.txt'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

function program(path: string): void {
  writeFileSync(join(root, path), '#!/bin/sh\n');
  chmodSync(join(root, path), 0o755);
}

function lookup(platform: NodeJS.Platform = 'linux'): CommandLookup {
  const environment = (): Record<string, string> => ({ PATH: join(root, 'bin'), MORE: 'more' });
  return new CommandLookup({ environment, home: join(root, 'home'), platform });
}

function entry(command: string, parts: Partial<StdioLaunch> = {}): Definition {
  const launch: StdioLaunch = { type: 'stdio', command, args: [], env: {}, ...parts };
  const source = { ...folderSource, folder: join(root, 'ws') };
  const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 };
  return { id: 'a', name: 'a', source, launch, inputs: [], range, fingerprint: '' };
}

test.each<[string, Partial<StdioLaunch>, boolean]>([
  ['here', {}, false],
  ['gone', {}, true],
  ['there', {}, true],
  ['plain.txt', {}, true],
  ['./tools/own', {}, false],
  ['./own', { cwd: 'tools' }, false],
  ['./own', { cwd: '${workspaceFolder}/tools' }, false],
  ['./own', {}, true],
  ['~/mine', {}, false],
  ['~/other', {}, true],
  ['tools', {}, true],
])('%s with %j is missing: %s', async (command, parts, expected) => {
  expect(await lookup().isMissing(entry(command, parts))).toBe(expected);
});

test('the PATH of an entry and of its settings is looked at too', async () => {
  const own = { env: { PATH: join(root, 'more') } };
  expect(await lookup().isMissing(entry('there', own))).toBe(false);
  expect(await lookup().isMissing(entry('here', own))).toBe(false);
  const filled = { env: { PATH: `${root}/\${env:MORE}` } };
  expect(await lookup().isMissing(entry('there', filled))).toBe(false);
  expect(await lookup().isMissing(entry('there'), { prepend: [join(root, 'more')] })).toBe(false);
  expect(await lookup().isMissing(entry('here'), { replace: [join(root, 'more')] })).toBe(true);
});

test('a command in a folder of tools is not missing, unless the PATH was replaced', async () => {
  mkdirSync(join(root, 'home/.local/bin'), { recursive: true });
  program('home/.local/bin/uvx-of-test');
  expect(await lookup().isMissing(entry('uvx-of-test'))).toBe(false);
  const replaced = { replace: [join(root, 'more')] };
  expect(await lookup().isMissing(entry('uvx-of-test'), replaced)).toBe(true);
});

test('the environment is read only for a command that can be looked up', async () => {
  const environment = vi.fn(async () => ({ PATH: join(root, 'bin') }));
  const known = new CommandLookup({ environment, home: root, platform: 'linux' });
  const launch = { type: 'http', url: 'https://a.example', headers: {} } as const;
  expect(await known.isMissing({ ...entry('x'), launch })).toBe(false);
  expect(await known.isMissing(entry('${input:tool}'))).toBe(false);
  expect(environment).not.toHaveBeenCalled();
  expect(await known.isMissing(entry('here'))).toBe(false);
  expect(environment).toHaveBeenCalled();
});

test('nothing is said of what only the start can know', async () => {
  expect(await lookup().isMissing(entry('${input:tool}'))).toBe(false);
  expect(await lookup().isMissing(entry('gone', { env: { PATH: '${input:path}' } }))).toBe(false);
  expect(await lookup().isMissing(entry('./gone', { cwd: '${command:pick}' }))).toBe(false);
});

test.each<[string, Partial<StdioLaunch>]>([
  ['\\\\server\\share\\tool.exe', {}],
  ['//server/share/tool', {}],
  ['/\\server/share/tool', {}],
  ['./gone', { cwd: '\\\\server\\share' }],
  ['./gone', { cwd: '//server/share' }],
])('the network is not looked at for %s with %j', async (command, parts) => {
  expect(await lookup().isMissing(entry(command, parts))).toBe(false);
  expect(await lookup('win32').isMissing(entry(command, parts))).toBe(false);
});

test('a folder of the PATH on the network is passed over, the others are not', async () => {
  // On this machine the same folders, if they were looked at.
  const far = (name: string): string => `/${join(root, name)}`;
  expect(await lookup().isMissing(entry('there'), { replace: [far('more')] })).toBe(false);
  expect(await lookup().isMissing(entry('gone'), { replace: [far('more')] })).toBe(false);
  const own = { env: { PATH: '//server/share' } };
  expect(await lookup().isMissing(entry('gone', own))).toBe(false);
  const both = { replace: [far('more'), join(root, 'bin')] };
  expect(await lookup().isMissing(entry('here'), both)).toBe(false);
  const share = { replace: ['\\\\server\\share'] };
  expect(await lookup('win32').isMissing(entry('gone'), share)).toBe(false);
});

test('a program of the Windows Store is not missing', async () => {
  const refusal = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const alias = 'C:\\Apps\\python.EXE';
  const spies = [
    vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
      throw path === alias ? refusal : new Error('none');
    }),
    vi
      .spyOn(promises, 'lstat')
      .mockImplementation(async () => ({ isDirectory: () => false }) as Stats),
  ];
  untilTestEnds(...spies);
  const apps = { replace: ['C:\\Apps'] };
  expect(await lookup('win32').isMissing(entry('python'), apps)).toBe(false);
  expect(await lookup('win32').isMissing(entry('perl'), apps)).toBe(true);
});

test('what was found is remembered until it is forgotten', async () => {
  const known = lookup();
  expect(await known.isMissing(entry('later'))).toBe(true);
  program('bin/later');
  expect(await known.isMissing(entry('later'))).toBe(true);
  known.forget();
  expect(await known.isMissing(entry('later'))).toBe(false);
});
