import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fuzz, mostGrowth, type FuzzRun } from './fuzz';
import { Fault, holds, type Target } from './target';

function run(
  target: Partial<Target>,
  runs: number,
  more: { isGuided?: boolean; seed?: number } = {},
): Promise<FuzzRun> {
  const whole: Target = {
    name: 'test',
    reads: 'tests',
    seeds: ['seed'],
    run: () => undefined,
    ...target,
  };
  return fuzz(whole, { runs, seed: 1, ...more });
}

describe('what is found', () => {
  test('is told with the shortest input that shows it', async () => {
    const { found } = await run(
      { run: (input) => holds(!/e.*7/s.test(input), 'no seven behind an e') },
      5_000,
    );
    expect(found).toMatchObject([{ key: 'no seven behind an e', input: 'e7' }]);
  });

  test('is told once for each rule, and for each place that throws', async () => {
    const { found } = await run(
      {
        run: (input) => {
          if (input.length % 3 === 0) throw new Fault('one');
          if (input.length % 5 === 1) JSON.parse('{');
        },
      },
      500,
    );
    expect(new Set(found.map(({ key }) => key.split(' ')[0]))).toEqual(
      new Set(['SyntaxError', 'one']),
    );
  });

  test('is a promise that rejects, too', async () => {
    const { found } = await run({ run: () => Promise.reject(new Fault('later')) }, 10);
    expect(found).toMatchObject([{ key: 'later', input: '' }]);
  });

  test('is what takes longer than its length allows', async () => {
    const square = (text: string): number => {
      let count = 0;
      for (const one of text) for (const other of text) count += one === other ? 1 : 0;
      return count;
    };
    const seeds = ['x'.repeat(20_000)];
    const { found } = await run(
      { seeds, run: (input) => void square(input), patience: { base: 20, each: 1 } },
      1,
    );
    expect(found).toMatchObject([{ key: 'takes too long for its length' }]);
  });
});

test('the same number gives the same inputs, another one others', async () => {
  const inputsOf = async (seed: number): Promise<readonly string[]> => {
    const inputs: string[] = [];
    await run({ seeds: ['{"a":[1,{"b":null}]}'], run: (input) => void inputs.push(input) }, 300, {
      seed,
    });
    return inputs;
  };
  const inputs = await inputsOf(1);
  expect(await inputsOf(1)).toEqual(inputs);
  expect(await inputsOf(2)).not.toEqual(inputs);
  expect(new Set(inputs).size).toBeGreaterThan(250);
});

test('values of JSON are changed as such: names that every object has by birth are among its own', async () => {
  const keys = new Set<string>();
  await run(
    {
      seeds: ['data: {"a":{"b":[1,2]}}\n'],
      run: (input) => {
        const text = /^data: (\{.*\})\n$/s.exec(input)?.[1];
        try {
          for (const key of Object.keys(JSON.parse(text ?? '{}') as object)) keys.add(key);
        } catch {
          // Changed as a text.
        }
      },
    },
    3_000,
  );
  expect([...keys]).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'a']));
});

test('what is never let go shows in the heap', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  vi.stubGlobal('gc', collect);
  onTestFinished(() => void vi.unstubAllGlobals());
  const kept: unknown[] = [];
  const array = () => Array.from({ length: 200 }, (_, at) => at + 0.5);
  const leaking = await run({ run: () => void kept.push(array()) }, 20_000);
  const tidy = await run({ run: () => void array() }, 20_000);
  expect(leaking.growth).toBeGreaterThan(mostGrowth);
  expect(tidy.growth).toBeLessThan(mostGrowth);
});

test('what reaches new code is kept and changed further', async () => {
  // One letter more in each step: chance alone would have to guess all of them at once.
  const target: Partial<Target> = {
    run(input) {
      let reached = '';
      if (/z/.test(input)) reached += 'a';
      if (reached === 'a' && /z.*q/s.test(input)) reached += 'b';
      if (reached === 'ab' && /z.*q.*%/s.test(input)) throw new Fault('all of it');
    },
  };
  const { found, inputs, blocks } = await run(target, 40_000, { isGuided: true });
  expect(found).toMatchObject([{ key: 'all of it' }]);
  expect(inputs).toBeGreaterThan(1);
  expect(blocks).toBeGreaterThan(0);
});
