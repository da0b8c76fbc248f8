import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { commandHash, ledgerKey } from '../../../src/processes/commandHash';
import type { ProcessFacts } from '../../../src/processes/processFacts';
import { reapFolder } from '../../../src/processes/reaper';
import type { Ended } from '../../../src/processes/orphans';
import { entryLine, ledgerName, ownerLine } from '../../../src/processes/ledger';

// A system whose processes are in the test: it tells no birth at once, as macOS and Windows do.
const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const id = '0123456789abcdef';
const deadOwner = 5_000_000;
const server = 5_000_001;
const name = ledgerName(deadOwner, id);
const all: Ended = { ended: [], left: [], complete: true };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = commandHash(ledgerKey(folder), 'npx', ['-y', 'server']);
  const entry = { pid: server, at, mark: `${id}/1`, command };
  writeFileSync(path.join(folder, name), ownerLine({ pid: deadOwner, at }) + entryLine(entry));
});

/** Which processes of the ledger are believed to be its own, and the files that remain. */
async function reaped(facts: Partial<ProcessFacts> | undefined, shown?: string, result = all) {
  const birth = `/${at - 1_000}`;
  const usual = {
    pid: server,
    parent: 900,
    group: 800,
    birth,
    name: 'node',
    memory: 0,
    cpuTime: 0,
  };
  const processes = facts ? [{ ...usual, ...facts }] : [];
  const believed: number[] = [];
  await reapFolder(folder, {
    readProcesses: async () => processes,
    commandLineOf: async () => shown,
    endOrphans: async (ledgers) => {
      believed.push(...ledgers.flatMap(({ entries }) => entries.map(({ pid }) => pid)));
      return result;
    },
  });
  return { believed, isForgotten: !readdirSync(folder).includes(name) };
}

test.each<[string, Partial<ProcessFacts>, string | undefined, boolean]>([
  ['leads a group and has lost its parent', { group: server, parent: 1 }, 'npm server', true],
  ['leads a group of a living parent', { group: server }, 'other', false],
  ['has lost its parent and leads no group', { parent: 1 }, 'other', false],
  ['has the command that was recorded', {}, 'node npx -y server', true],
  ['shows no command', {}, undefined, false],
  [
    'began after it was recorded',
    { birth: `/${at + 60_000}`, group: server, parent: 1 },
    '',
    false,
  ],
])('without a birth, a process that %s is believed or not', async (_what, facts, shown, own) => {
  expect((await reaped(facts, shown)).believed).toEqual(own ? [server] : []);
});

test('a ledger is kept while one of its processes may be what runs', async () => {
  expect(await reaped({}, 'other')).toEqual({ believed: [], isForgotten: false });
  expect(await reaped({ birth: `/${at + 60_000}` })).toEqual({ believed: [], isForgotten: true });
});

test.each<[string, Partial<Ended>, boolean]>([
  ['everything has ended', {}, true],
  ['something could not be ended', { left: [{ pid: server } as ProcessFacts] }, false],
  ['some process did not tell in time', { complete: false }, false],
])('a ledger is forgotten or kept where %s', async (_what, result, isForgotten) => {
  expect(await reaped(undefined, undefined, { ...all, ...result })).toMatchObject({ isForgotten });
});
