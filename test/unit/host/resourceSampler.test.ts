import { expect, test } from 'vitest';
import { ResourceSampler } from '../../../src/host/resourceSampler';
import type { ProcessFacts } from '../../../src/processes/processFacts';

function facts(pid: number, parent: number, parts: Partial<ProcessFacts> = {}): ProcessFacts {
  return { pid, parent, group: 0, birth: 'b/1', name: 'x', memory: 10, cpuTime: 0, ...parts };
}

/** A sampler over processes and a clock that the test moves. */
function sampler() {
  const at = { time: 0, reads: 0, all: [] as readonly ProcessFacts[] };
  const made = new ResourceSampler(
    async () => {
      at.reads += 1;
      return at.all;
    },
    () => at.time,
  );
  return { at, made };
}

const one = [{ id: 'user/one', pid: 100_001 }];

test('reads the machine once for all servers, and not at all for none', async () => {
  const { at, made } = sampler();
  at.all = [facts(100_001, 7), facts(100_002, 100_001), facts(100_003, 7), facts(100_009, 7)];
  expect(await made.sample([])).toEqual([]);
  expect(at.reads).toBe(0);
  const ended = { id: 'user/ended', pid: 100_100 };
  expect(await made.sample([...one, { id: 'user/two', pid: 100_003 }, ended])).toEqual([
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
