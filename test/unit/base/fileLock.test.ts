import {
  mkdtempSync,
  promises,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { identityOf } from '../../../src/base/processIdentity';
import { withFileLock } from '../../../src/base/fileLock';
import { readProcess } from '../../support/readProcess';
import { untilTestEnds } from '../../support/spies';

let file = '';

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'lock');
});

const soon = (): AbortSignal => AbortSignal.timeout(3_000);
const atOnce = (): AbortSignal => AbortSignal.timeout(100);

test('tasks run one after the other, and no lock is left', async () => {
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map((number) =>
      withFileLock(file, soon(), async () => {
        order.push(number);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(number);
      }),
    ),
  );
  expect(order).toHaveLength(6);
  for (const turn of [0, 2, 4]) expect(order[turn]).toBe(order[turn + 1]);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a lock whose holder has ended is free', async () => {
  writeFileSync(file, '2147483646');
  expect(await withFileLock(file, soon(), async () => 'held')).toBe('held');
});

test.skipIf(process.platform !== 'linux')(
  'a lock whose holder’s id went to another process is free',
  async () => {
    const { pid, birth = '' } = identityOf(process.pid);
    writeFileSync(file, `${pid} ${birth}1`);
    expect(await withFileLock(file, soon(), async () => 'held')).toBe('held');
  },
);

test('without a birth, a lock from before the boot is free, and no other', async () => {
  writeFileSync(file, `${process.pid}`);
  await expect(withFileLock(file, atOnce(), async () => 'held')).rejects.toThrow(/abort/);
  const beforeBoot = Date.now() / 1_000 - uptime() - 120;
  utimesSync(file, beforeBoot, beforeBoot);
  expect(await withFileLock(file, soon(), async () => 'held')).toBe('held');
});

test('a lock of a living holder is not, however old it is', async () => {
  await withFileLock(file, soon(), async () => {
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    const boot = Date.now() / 1_000 - uptime();
    utimesSync(file, boot, boot);
    await expect(withFileLock(file, atOnce(), async () => 'held')).rejects.toThrow(/abort/);
  });
});

test('a lock that cannot be written is not waited for', async () => {
  const nowhere = path.join(path.dirname(file), 'gone', 'lock');
  const task = withFileLock(nowhere, soon(), async () => 'held');
  await expect(task).rejects.toMatchObject({ code: 'ENOENT' });
});

const refusal = Object.assign(new Error('not permitted'), { code: 'EPERM' });

const { rm, writeFile } = promises;

/** The system refuses with EPERM to write or remove the lock, as Windows does, always or so many times. */
function refusing(method: 'writeFile' | 'rm', times = Infinity): void {
  let left = times;
  const isRefused = (path: unknown) => path === file && left-- > 0;
  const spies = {
    writeFile: async (...args: Parameters<typeof writeFile>) => {
      if (isRefused(args[0])) throw refusal;
      await writeFile(...args);
    },
    rm: async (...args: Parameters<typeof rm>) => {
      if (isRefused(args[0])) throw refusal;
      await rm(...args);
    },
  };
  untilTestEnds(vi.spyOn(promises, method).mockImplementation(spies[method]));
}

test('a lock that the system refuses is waited for only where there is one', async () => {
  refusing('writeFile');
  const task = withFileLock(file, soon(), async () => 'held');
  await expect(task).rejects.toMatchObject({ code: 'EPERM' });
  writeFileSync(file, [process.pid, identityOf(process.pid).birth].join(' '));
  await expect(withFileLock(file, atOnce(), async () => 'held')).rejects.toThrow(/abort/);
});

test('a lock that somebody reads is removed as soon as it can be, and the result of the task stays', async () => {
  refusing('rm', 2);
  expect(await withFileLock(file, soon(), async () => 'done')).toBe('done');
  expect(readdirSync(path.dirname(file))).toEqual([]);
  refusing('rm');
  expect(await withFileLock(file, soon(), async () => 'done')).toBe('done');
});

test('an abandoned lock is removed by one at a time, unless that one has ended', async () => {
  const { pid, birth } = identityOf(process.pid);
  writeFileSync(file, '2147483646');
  writeFileSync(`${file}.free`, [pid, birth].join(' '));
  await expect(withFileLock(file, atOnce(), async () => 'held')).rejects.toThrow(/abort/);
  expect(readFileSync(file, 'utf8')).toBe('2147483646');
  writeFileSync(`${file}.free`, '2147483645');
  expect(await withFileLock(file, soon(), async () => 'held')).toBe('held');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a lock that names nobody is free after a while', async () => {
  writeFileSync(file, '');
  await expect(withFileLock(file, atOnce(), async () => 'held')).rejects.toThrow(/abort/);
  const longAgo = new Date(Date.now() - 10_000);
  utimesSync(file, longAgo, longAgo);
  expect(await withFileLock(file, soon(), async () => 'held')).toBe('held');
});

test('a birth is the same wherever it is told', async () => {
  const { birth } = identityOf(process.pid);
  if (process.platform === 'linux') expect(birth).toBe((await readProcess(process.pid))?.birth);
  else expect(birth).toBeUndefined();
  expect(identityOf(2_147_483_646).birth).toBeUndefined();
});
