import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../../../src/base/environment';
import { toolFolders } from '../../../../src/client/launch/toolFolders';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tools-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const folders = (platform: NodeJS.Platform, environment: Environment = {}) =>
  toolFolders({ environment, home, platform });

describe('the folders of tools', () => {
  it('on Linux and macOS are those of version managers, of the person and of the system', async () => {
    const linux = await folders('linux');
    const inHome = [
      '.local/share/fnm/aliases/default/bin',
      '.volta/bin',
      '.local/share/mise/shims',
      '.asdf/shims',
      '.local/share/pnpm',
      '.pyenv/shims',
      '.local/bin',
      '.bun/bin',
      '.deno/bin',
      '.cargo/bin',
    ];
    expect(linux).toEqual(expect.arrayContaining(inHome.map((path) => join(home, path))));
    expect(linux).toContain('/home/linuxbrew/.linuxbrew/bin');
    expect(linux.at(-2)).toBe('/usr/local/bin');
    const mac = await folders('darwin');
    expect(mac).toContain('/opt/homebrew/bin');
    expect(mac).toContain(join(home, 'Library/pnpm'));
    expect(mac).toContain(join(home, 'Library/Application Support/fnm/aliases/default/bin'));
  });

  it('are where the person put them', async () => {
    const found = await folders('linux', {
      VOLTA_HOME: '/v',
      FNM_DIR: '/f',
      XDG_DATA_HOME: '/data',
      ASDF_DATA_DIR: '/asdf',
      PYENV_ROOT: '/py',
      PNPM_HOME: '/pnpm',
      CARGO_HOME: '',
    });
    const expected = ['/v/bin', '/f/aliases/default/bin', '/data/fnm/aliases/default/bin'];
    expect(found).toEqual(
      expect.arrayContaining([...expected, '/data/mise/shims', '/asdf/shims', '/py/shims']),
    );
    expect(found).toEqual(expect.arrayContaining(['/pnpm', join(home, '.cargo/bin')]));
    expect(found).not.toContain(join(home, '.volta/bin'));
  });

  it('on Windows are named by variables, whatever their case', async () => {
    const found = await folders('win32', {
      AppData: 'C:\\Roaming',
      LOCALAPPDATA: 'C:\\Local',
      ProgramFiles: 'C:\\Program Files',
      ProgramData: 'C:\\ProgramData',
    });
    const expected = [
      'C:\\Roaming\\npm',
      'C:\\Roaming\\fnm\\aliases\\default',
      'C:\\Local\\Volta\\bin',
      'C:\\Program Files\\nodejs',
      'C:\\ProgramData\\chocolatey\\bin',
      `${home}\\scoop\\shims`,
      `${home}\\.local\\bin`,
    ];
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.filter((folder) => folder.startsWith('/') && !folder.startsWith(home))).toEqual(
      [],
    );
  });
});

describe('of nvm', () => {
  const versions = ['v9.11.2', 'v18.20.4', 'v20.9.0', 'v20.11.1', 'v22.1.0'];

  function nvm(folder: string, aliases: Readonly<Record<string, string>>): void {
    for (const version of versions)
      mkdirSync(join(folder, 'versions/node', version, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'versions/node/.cache'), { recursive: true });
    for (const [name, text] of Object.entries(aliases)) {
      const file = join(folder, 'alias', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${text}\n`);
    }
  }

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['a version', { default: 'v20.9.0' }, 'v20.9.0'],
    ['a part of one', { default: '20' }, 'v20.11.1'],
    ['a part that is a part of others', { default: '2' }, 'v22.1.0'],
    ['a chain', { default: 'lts/*', 'lts/*': 'lts/iron', 'lts/iron': 'v20.9.0' }, 'v20.9.0'],
    ['the newest', { default: 'node' }, 'v22.1.0'],
    ['nothing', {}, 'v22.1.0'],
    ['a version that is not there', { default: 'v16.1.0' }, 'v22.1.0'],
    ['itself', { default: 'default' }, 'v22.1.0'],
    ['a file elsewhere', { default: '../../x' }, 'v22.1.0'],
  ])('it is that of the default: %s', async (_what, aliases, expected) => {
    nvm(join(home, '.nvm'), aliases);
    const [first] = await folders('linux');
    expect(first).toBe(join(home, '.nvm/versions/node', expected, 'bin'));
  });

  it('it is looked for where NVM_DIR says', async () => {
    nvm(join(home, 'own'), { default: '18' });
    const [first] = await folders('darwin', { NVM_DIR: join(home, 'own') });
    expect(first).toBe(join(home, 'own/versions/node/v18.20.4/bin'));
  });
});
