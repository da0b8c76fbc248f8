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
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResolvedStdio } from '../../../../src/ipc/launch';
import { withToolFolders } from '../../../../src/client/launch/toolPath';
import { untilTestEnds } from '../../../support/spies';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reach-'));
  program('bin/here');
});
afterEach(() => rmSync(home, { recursive: true }));

function program(path: string, text = '#!/bin/sh\n'): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return dirname(file);
}

function launch(command: string, env: ResolvedStdio['env'] = {}): ResolvedStdio {
  const baseEnv = { PATH: join(home, 'bin'), HOME: home };
  return { type: 'stdio', command, args: [], cwd: home, env, baseEnv };
}

const reach = (wanted: ResolvedStdio, path?: { replace: string[] } | { prepend: string[] }) =>
  withToolFolders(wanted, { home, platform: 'linux' }, path);

describe('a command off the PATH', () => {
  it('is reached by its folder at the end of the PATH', async () => {
    const volta = program('.volta/bin/tool-of-volta');
    const wanted = launch('tool-of-volta');
    const { launch: reached, added } = await reach(wanted);
    expect(added).toEqual([volta]);
    expect(reached).toEqual({
      ...wanted,
      baseEnv: { PATH: `${join(home, 'bin')}:${volta}`, HOME: home },
    });
  });

  it('is reached by the PATH of its entry where that counts', async () => {
    const local = program('.local/bin/tool');
    const { launch: reached } = await reach(launch('tool', { PATH: '/own' }));
    expect(reached.env).toEqual({ PATH: `/own:${local}` });
    expect(reached.baseEnv['PATH']).toBe(join(home, 'bin'));
  });

  it('is not reached where the PATH was replaced or taken away', async () => {
    program('.local/bin/tool');
    const wanted = launch('tool');
    expect(await reach(wanted, { replace: ['/x'] })).toEqual({ launch: wanted, added: [] });
    expect((await reach(wanted, { prepend: ['/x'] })).added).toHaveLength(1);
    const without = launch('tool', { PATH: null });
    expect((await reach(without)).launch).toEqual(without);
  });

  it('is looked for where the person keeps tools, not where its entry says', async () => {
    const volta = program('elsewhere/bin/tool-of-volta');
    const wanted = launch('tool-of-volta', { VOLTA_HOME: dirname(volta) });
    expect((await reach(wanted)).added).toEqual([]);
    const { env, ...own } = wanted;
    const baseEnv = { ...own.baseEnv, VOLTA_HOME: dirname(volta) };
    expect((await reach({ ...own, env: {}, baseEnv })).added).toEqual([volta]);
    expect(env).toHaveProperty('VOLTA_HOME');
  });

  it.each(['here', 'nowhere-at-all', './bin/here', '~/x', 'sub/tool'])(
    'is no other: %s leaves the launch as it is',
    async (command) => {
      program('.local/bin/sub/tool');
      const wanted = launch(command);
      expect(await reach(wanted)).toEqual({ launch: wanted, added: [] });
    },
  );
});

describe('on Windows', () => {
  it('a tool off the PATH is reached before a file of its name in the working folder', async () => {
    const there = ['C:\\work\\npx.CMD', 'C:\\nvm\\npx.CMD'];
    const looking = vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
      if (!there.includes(String(path))) throw new Error('none');
      return { isFile: () => true } as Stats;
    });
    untilTestEnds(looking);
    const baseEnv = { PATH: 'C:\\Windows', NVM_SYMLINK: 'C:\\nvm' };
    const wanted = { ...launch('npx'), cwd: 'C:\\work', baseEnv };
    const { added } = await withToolFolders(wanted, { home: 'C:\\ada', platform: 'win32' });
    expect(added).toEqual(['C:\\nvm']);
  });
});

describe('the program that a script names', () => {
  it.each([
    '#!/usr/bin/env node-of-nvm\n',
    '#! /usr/bin/env -S node-of-nvm --flag\n',
    '#!/usr/bin/env -S A=1 node-of-nvm\r\n',
  ])('is reached beside it: %j', async (line) => {
    const nvm = program('.nvm/versions/node/v20.1.0/bin/node-of-nvm');
    program('.nvm/versions/node/v20.1.0/bin/npx', line);
    const { added } = await reach(launch(join(nvm, 'npx')));
    expect(added).toEqual([nvm]);
  });

  it('is reached where tools are, for a script on the PATH or off it', async () => {
    const bun = program('.bun/bin/runner');
    program('bin/script', '#!/usr/bin/env runner\n');
    expect((await reach(launch('script'))).added).toEqual([bun]);
    const local = program('.local/bin/other', '#!/usr/bin/env runner\n');
    const { added, launch: reached } = await reach(launch('other'));
    expect(added).toEqual([local, bun]);
    expect(reached.baseEnv['PATH']).toBe([join(home, 'bin'), local, bun].join(':'));
  });

  it.each(['#!/no/env-at-all\n', '#!/usr/bin/env\n', 'env node\n', '', '#!/usr/bin/env here\n'])(
    'is not looked for where there is none or it is there: %j',
    async (text) => {
      program('bin/script', text);
      expect((await reach(launch('script'))).added).toEqual([]);
    },
  );
});
