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
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasFolder, isOnNetwork, searchProgram } from '../../../src/processes/programSearch';
import { untilTestEnds } from '../../support/spies';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rh-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A file below the folder, with its folders. */
function file(name: string, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

describe.skipIf(process.platform === 'win32')('on a POSIX system', () => {
  const search = (command: string, path?: string) =>
    searchProgram({
      command,
      cwd: folder,
      environment: path === undefined ? {} : { PATH: path },
      platform: 'linux',
    });

  test('the first file of the PATH that may run is found', async () => {
    mkdirSync(join(folder, 'a', 'tool'), { recursive: true });
    const [blocked, found] = [file('b/tool', 0o644), file('c/tool')];
    file('d/tool');
    const folders = ['a', 'b', 'c', 'd'].map((name) => join(folder, name));
    expect(await search('tool', [...folders, folders[0]].join(':'))).toEqual({
      file: found,
      blocked,
      folders,
      passedOver: false,
    });
  });

  test('an empty part of the PATH is the working folder, which else is none', async () => {
    const here = file('tool');
    expect((await search('tool', '/nowhere:')).file).toBe(here);
    expect(await search('tool', '/nowhere')).toMatchObject({ folders: ['/nowhere'] });
    expect((await search('tool', '/nowhere')).file).toBeUndefined();
  });

  test('a command with a folder is looked for there alone', async () => {
    const inside = file('bin/tool');
    const found = await search('./bin/tool', '/nowhere');
    expect(found).toMatchObject({ file: inside, folders: [join(folder, 'bin')] });
  });

  test('without a PATH it is that of the C library', async () => {
    expect((await search('sh')).folders).toEqual(['/usr/bin', '/bin']);
  });

  test('nothing on the network is touched', async () => {
    const found = file('tool');
    expect(await search('tool', `//server/share:${folder}`)).toEqual({
      file: found,
      folders: ['//server/share', folder],
      passedOver: true,
    });
  });
});

describe('by the rules of Windows', () => {
  const search = (command: string, environment: Record<string, string>, cwd = 'C:\\work') =>
    searchProgram({ command, cwd, environment, platform: 'win32' });

  test('the PATH comes first, whatever its case, and the working folder last', async () => {
    const { folders } = await search('npx', { Path: 'C:\\nodejs;C:\\Tools' });
    expect(folders).toEqual(['C:\\nodejs', 'C:\\Tools', 'C:\\work']);
  });

  test('the working folder is left out where the environment says so', async () => {
    const { folders } = await search('npx', {
      PATH: 'C:\\nodejs',
      NODEFAULTCURRENTDIRECTORYINEXEPATH: '',
    });
    expect(folders).toEqual(['C:\\nodejs']);
  });

  test('quotes surround a folder of the PATH, also one with a semicolon', async () => {
    const { folders } = await search('npx', { PATH: '"C:\\a;b";;C:\\c;"D:\\open' });
    expect(folders).toEqual(['C:\\a;b', 'C:\\c', 'D:\\open', 'C:\\work']);
  });

  test('a script beside the server is not the program that is named as it', async () => {
    const tried: string[] = [];
    const looking = vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
      tried.push(String(path));
      throw new Error('none');
    });
    untilTestEnds(looking);
    await search('node', { PATHEXT: '.COM;.EXE;.BAT;.CMD;.VBS;.JS;;.MSC' });
    const endings = ['.COM', '.EXE', '.BAT', '.CMD'];
    expect(tried).toEqual(endings.map((ending) => `C:\\work\\node${ending}`));
  });

  test('a program of the Windows Store is found, but no offer to install one', async () => {
    const refusal = Object.assign(new Error('permission denied'), { code: 'EACCES' });
    const targets: Record<string, string> = {
      'C:\\Offers\\python.EXE': 'C:\\Apps\\AppInstallerPythonRedirector.exe',
      'C:\\Store\\python.EXE': 'C:\\Apps\\python3.11.exe',
      'C:\\Folders\\python.EXE': '',
    };
    const spies = [
      vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
        throw String(path) in targets ? refusal : new Error('none');
      }),
      vi.spyOn(promises, 'lstat').mockImplementation(async (path) => {
        const isDirectory = () => String(path).startsWith('C:\\Folders');
        return { isDirectory } as Stats;
      }),
      vi
        .spyOn(promises, 'readlink')
        .mockImplementation(async (path) => targets[String(path)] ?? ''),
    ];
    untilTestEnds(...spies);
    const { file: found } = await search('python', { PATH: 'C:\\Folders;C:\\Offers;C:\\Store' });
    expect(found).toBe('C:\\Store\\python.EXE');
    const onlyOffer = await search('python', { PATH: 'C:\\Offers' });
    expect(onlyOffer.file).toBeUndefined();
  });

  test('a file in the working folder is not the program of a share that was passed over', async () => {
    const there = ['C:\\work\\npx.CMD', '\\\\server\\bin\\npx.CMD'];
    const tried: string[] = [];
    const looking = vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
      tried.push(String(path));
      if (!there.includes(String(path))) throw new Error('none');
      return { isFile: () => true } as Stats;
    });
    untilTestEnds(looking);
    const found = async (path: string, onNetwork = false) => {
      const environment = { PATH: path };
      const wanted = { command: 'npx', cwd: 'C:\\work', environment, onNetwork };
      return (await searchProgram({ ...wanted, platform: 'win32' })).file;
    };
    expect(await found('\\\\server\\bin')).toBeUndefined();
    expect(await found('\\\\server\\bin;.')).toBeUndefined();
    expect(tried.filter((file) => file.startsWith('\\'))).toEqual([]);
    expect(await found('.;\\\\server\\bin')).toBe(there[0]);
    expect(await found('C:\\nodejs')).toBe(there[0]);
    expect(await found('\\\\server\\bin', true)).toBe(there[1]);
    expect(await found('\\\\other\\bin', true)).toBeUndefined();
  });

  test('a share is named as it is written, and passed over', async () => {
    const path = { PATH: '\\\\server\\bin;C:\\nodejs' };
    const found = await search('npx', path);
    expect(found).toEqual({
      folders: ['\\\\server\\bin', 'C:\\nodejs'],
      passedOver: true,
    });
    const fromShare = await search('npx', {}, '\\\\server\\share\\work');
    expect(fromShare).toEqual({ folders: ['\\\\server\\share\\work'], passedOver: true });
  });
});

test.each([
  ['\\\\server\\share', true],
  ['//server/share', true],
  ['/usr//bin', false],
  ['C:\\a', false],
])('%s is on the network: %s', (path, isFar) => {
  expect(isOnNetwork(path)).toBe(isFar);
});

test.each([
  ['npx', false, false],
  ['./npx', true, true],
  ['bin\\npx', false, true],
  ['C:npx', false, true],
])('%s has a folder: %s, on Windows %s', (command, onPosix, onWindows) => {
  expect(hasFolder(command, 'linux')).toBe(onPosix);
  expect(hasFolder(command, 'win32')).toBe(onWindows);
});
