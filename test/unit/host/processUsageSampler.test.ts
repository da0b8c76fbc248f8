import { expect, test } from 'vitest';
import { ProcessUsageSampler, type MeasuredServer } from '../../../src/host/processUsageSampler';
import type { ProcessFacts } from '../../../src/processes/processFacts';

function facts(pid: number, parent: number, parts: Partial<ProcessFacts> = {}): ProcessFacts {
  return { pid, parent, group: 0, birth: 'b/1', name: 'x', memory: 10, cpuTime: 0, ...parts };
}

/** A sampler over processes and a clock that the test moves. */
function sampler() {
  const at = { time: 0, reads: 0, all: [] as readonly ProcessFacts[], asked: [] as number[] };
  const made = new ProcessUsageSampler(
    async () => {
      at.reads += 1;
      return at.all;
    },
    () => at.time,
    async (processes) => {
      at.asked.push(...processes.map(({ pid }) => pid));
      const named = processes.filter(({ name }) => name !== 'hidden');
      return new Map(named.map(({ pid, name }) => [pid, `/bin/${name} --token s3cret`]));
    },
  );
  return { at, made };
}

function server(id: string, pid: number): MeasuredServer {
  return { id, pid, masked: (text) => text.replaceAll('s3cret', '•••') };
}

const one = [server('user/one', 100_001)];

test('reads the machine once for all servers, and not at all for none', async () => {
  const { at, made } = sampler();
  at.all = [facts(100_001, 7), facts(100_002, 100_001), facts(100_003, 7), facts(100_009, 7)];
  expect(await made.sample([])).toEqual([]);
  expect(at.reads).toBe(0);
  const ended = server('user/ended', 100_100);
  expect(await made.sample([...one, server('user/two', 100_003), ended])).toEqual([
    { id: 'user/one', processes: 2, memory: 20 },
    { id: 'user/two', processes: 1, memory: 10 },
  ]);
  expect(at.reads).toBe(1);
});

test('the share of the processor is that since the sample before', async () => {
  const { at, made } = sampler();
  at.all = [facts(100_001, 7, { cpuTime: 500 }), facts(100_002, 100_001, { cpuTime: 900 })];
  await made.sample(one);
  at.time = 2_000;
  // One child has ended, another one is new, and one got the pid of the ended.
  at.all = [
    facts(100_001, 7, { cpuTime: 1_500 }),
    facts(100_002, 100_001, { cpuTime: 400, birth: 'b/2' }),
    facts(100_003, 100_001, { cpuTime: 600 }),
  ];
  expect(await made.sample(one)).toEqual([{ id: 'user/one', processes: 3, memory: 30, cpu: 1 }]);
});

test('a sample that is old is no comparison', async () => {
  const { at, made } = sampler();
  at.all = [facts(100_001, 7, { cpuTime: 500 })];
  await made.sample(one);
  at.time = 60_001;
  expect(await made.sample(one)).toEqual([{ id: 'user/one', processes: 1, memory: 10 }]);
});

test('the processes of a tree come in its order, each with its share and its command without secrets', async () => {
  const { at, made } = sampler();
  at.all = [
    facts(100_004, 1, { group: 100_001, name: 'orphan', memory: 1 }),
    facts(100_003, 100_002, { name: 'hidden', memory: 2 }),
    facts(100_001, 7, { name: 'sh', memory: 4 }),
    facts(100_002, 100_001, { name: 'node', memory: 8 }),
  ];
  const [first] = await made.sample(one, true);
  const rows = [
    { pid: 100_001, depth: 0, command: '/bin/sh --token •••', memory: 4 },
    { pid: 100_002, parent: 100_001, depth: 1, command: '/bin/node --token •••', memory: 8 },
    { pid: 100_003, parent: 100_002, depth: 2, command: 'hidden', memory: 2 },
    { pid: 100_004, depth: 0, command: '/bin/orphan --token •••', memory: 1 },
  ];
  expect(first).toEqual({
    id: 'user/one',
    processes: 4,
    memory: 15,
    tree: rows.map((row) => ({ ...row, birth: 'b/1' })),
  });
  at.time = 1_000;
  at.all = at.all.map((process) =>
    process.name === 'node' ? { ...process, cpuTime: 250 } : process,
  );
  const [second] = await made.sample(one, true);
  expect(second?.tree?.map(({ cpu }) => cpu)).toEqual([0, 0.25, 0, 0]);
  expect(second?.cpu).toBe(0.25);
});

test('a command line is read once, and again for a process that became another program', async () => {
  const { at, made } = sampler();
  at.all = [facts(100_001, 7, { name: 'sh' }), facts(100_002, 100_001)];
  await made.sample(one);
  expect(at.asked).toEqual([]);
  await made.sample(one, true);
  await made.sample(one, true);
  expect(at.asked).toEqual([100_001, 100_002]);
  at.all = [facts(100_001, 7, { name: 'node' }), facts(100_002, 100_001)];
  const [sample] = await made.sample(one, true);
  expect(at.asked.slice(2)).toEqual([100_001]);
  expect(sample?.tree?.[0]?.command).toBe('/bin/node --token •••');
});

test('of very many processes the first are described, and all are counted', async () => {
  const { at, made } = sampler();
  at.all = Array.from({ length: 300 }, (_, index) => facts(100_001 + index, 100_000 + index));
  const [sample] = await made.sample(one, true);
  expect(sample).toMatchObject({ processes: 300, memory: 3_000 });
  expect(sample?.tree).toHaveLength(100);
  expect(sample?.tree?.at(-1)).toMatchObject({ depth: 99 });
});
