import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyCatalog, type Catalog } from '../../../src/ipc/state';
import {
  KnownFiles,
  type ServerKnowledge,
  type EntryIdentity,
} from '../../../src/servers/knownFiles';
import { KnownServers } from '../../../src/servers/knownServers';

const till: EntryIdentity = { name: 'till', launchVersion: 'f1' };
const clean = () => false;
let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'roundhouse-test-')), 'known');
});

function knowing(...tools: string[]): ServerKnowledge {
  const catalog: Catalog = {
    ...emptyCatalog,
    // A key before the name, as a server may give it.
    tools: tools.map((name) => ({ title: `The ${name}`, vendorField: [1], name })),
  };
  const handshake = {
    era: 'legacy' as const,
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'till' },
    capabilities: { tools: {} },
  };
  return { handshake, catalog, startTook: 300 };
}

const nextHost = (bounds?: { files: number; bytes: number }) =>
  new KnownServers(new KnownFiles(folder, bounds));
/** What a host that begins now knows. */
async function known(by: EntryIdentity): Promise<ServerKnowledge> {
  const servers = nextHost();
  await servers.load([by]);
  return servers.of(by).peek();
}
async function learn(by: EntryIdentity, knowledge: ServerKnowledge, holdsSecret = clean) {
  const servers = nextHost();
  servers.store(by, knowledge, holdsSecret);
  await servers.flush();
}
const filesOf = () => readdirSync(folder).filter((name) => name !== 'key');

describe('what is known of servers', () => {
  test('comes back with the next host, text for text', async () => {
    await learn(till, knowing('pay', 'refund'));
    expect(JSON.stringify(await known(till))).toBe(JSON.stringify(knowing('pay', 'refund')));
  });

  test('is that of the very entry', async () => {
    await learn(till, knowing('pay'));
    expect(await known({ ...till, launchVersion: 'f2' })).toEqual({});
    expect(await known({ ...till, name: 'Till' })).toEqual({});
  });

  test('is that of the entry as written, whatever it is launched with', async () => {
    const fingerprint = 'f1';
    await learn({ ...till, launchVersion: 'with a token', fingerprint }, knowing('pay'));
    expect(await known({ ...till, launchVersion: 'with another', fingerprint })).toEqual(
      knowing('pay'),
    );
    expect(await known(till)).toEqual(knowing('pay'));
  });

  test('goes to an entry that takes its place and has none, without the secrets of its launch', async () => {
    const anew = { ...till, launchVersion: 'f2' };
    const other = { ...till, launchVersion: 'f3' };
    await learn(till, knowing('pay'));
    await learn(other, knowing('refund'));
    const servers = nextHost();
    await servers.carry(till, anew, clean);
    await servers.carry(anew, other, clean);
    await servers.flush();
    expect(await known(anew)).toEqual(knowing('pay'));
    expect(await known(other)).toEqual(knowing('refund'));

    servers.store(till, knowing('hunter2'), (text) => text.includes('hunter2'));
    const last = { ...till, launchVersion: 'f4' };
    // Its launch is gone by now, and nobody knows its secrets.
    await servers.carry(till, last, clean);
    await servers.flush();
    expect(servers.of(last).peek()).toEqual(knowing('hunter2'));
    expect(await known(last)).toEqual({});
  });

  test('is that of the file in which the entry stands', async () => {
    const there = { ...till, file: '/home/ann/a/.vscode/mcp.json' };
    await learn(there, knowing('pay'));
    expect(await known({ ...there })).toEqual(knowing('pay'));
    expect(await known({ ...there, file: '/home/ann/b/.vscode/mcp.json' })).toEqual({});
  });

  test('is seen at once by all who look, and only what is declared is fetched', async () => {
    await learn(till, knowing('pay'));
    const servers = nextHost();
    expect(servers.of(till).peek()).toEqual({});
    servers.store(till, knowing('refund'), clean);
    await servers.load([till]);
    expect(servers.of(till).peek().catalog?.tools[0]?.name).toBe('refund');
  });

  test('lies in files that only their owner reads and whose names tell nothing', async () => {
    await learn(till, knowing('pay'));
    const [name = ''] = filesOf();
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    if (process.platform === 'win32') return;
    const modes = [folder, path.join(folder, name), path.join(folder, 'key')].map(
      (file) => statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  test('that holds a secret stays in memory, and what was there before goes', async () => {
    await learn(till, knowing('pay'));
    const servers = nextHost();
    servers.store(till, knowing('hunter2'), (text) => text.includes('hunter2'));
    await servers.flush();
    expect(servers.of(till).peek().catalog?.tools[0]?.name).toBe('hunter2');
    expect(filesOf()).toEqual([]);
  });

  test('that held a secret of an earlier launch stays in memory, too', async () => {
    const servers = nextHost();
    servers.store(till, knowing('hunter2', 'pay'), (text) => text.includes('hunter2'));
    await servers.flush();
    const { catalog } = servers.of(till).peek();
    // The next launch has another secret, and shows the lists of the last one until it has read its own.
    servers.store(till, { ...knowing(), catalog }, clean);
    await servers.flush();
    expect(filesOf()).toEqual([]);
    servers.store(till, knowing('pay'), clean);
    await servers.flush();
    expect(filesOf()).toHaveLength(1);
  });

  test('that is broken counts as nothing and is removed', async () => {
    for (const text of ['{', '[]', '{"catalog":{"tools":[{}]}}', '']) {
      await learn(till, knowing('pay'));
      writeFileSync(path.join(folder, filesOf()[0] ?? ''), text);
      expect(await known(till)).toEqual({});
      expect(filesOf()).toEqual([]);
    }
  });

  test('has a bounded number and size, the last used first', async () => {
    const servers = nextHost({ files: 3, bytes: 2_000 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      servers.store({ ...till, name }, knowing(name), clean);
      await servers.flush();
      if (name !== 'c') continue;
      const longAgo = new Date(Date.now() - 7_200_000);
      for (const file of filesOf()) utimesSync(path.join(folder, file), longAgo, longAgo);
      await known({ ...till, name: 'a' });
    }
    expect(filesOf()).toHaveLength(3);
    for (const name of ['a', 'd', 'e']) expect(await known({ ...till, name })).not.toEqual({});
    expect(await known({ ...till, name: 'b' })).toEqual({});
    servers.store(till, knowing('x'.repeat(2_000)), clean);
    await servers.flush();
    expect(await known(till)).toEqual({});
  });

  test('is not written when it was used within the hour', async () => {
    await learn(till, knowing('pay'));
    const written = (): number => statSync(path.join(folder, filesOf()[0] ?? '')).mtimeMs;
    const before = written();
    await known(till);
    expect(written()).toBe(before);
  });

  test('is written once for many changes', async () => {
    const servers = nextHost();
    for (const name of ['a', 'b', 'c']) servers.store(till, knowing(name), clean);
    await servers.flush();
    expect(filesOf()).toHaveLength(1);
    expect(readFileSync(path.join(folder, filesOf()[0] ?? ''), 'utf8')).toContain('"The c"');
  });

  test('costs nothing but itself where the disk refuses', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    const servers = nextHost();
    await servers.load([till]);
    servers.store(till, knowing('pay'), clean);
    await servers.flush();
    expect(servers.of(till).peek().catalog?.tools).toHaveLength(1);
  });

  test('begins anew after a broken key', async () => {
    await learn(till, knowing('pay'));
    writeFileSync(path.join(folder, 'key'), 'short');
    expect(await known(till)).toEqual({});
    await learn(till, knowing('refund'));
    expect((await known(till)).catalog?.tools[0]?.name).toBe('refund');
  });
});
