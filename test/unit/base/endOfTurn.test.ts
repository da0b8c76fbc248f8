import { expect, test } from 'vitest';
import { EndOfTurn } from '../../../src/base/endOfTurn';

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

test('is done once, in its order, after the turn or when it is asked for', async () => {
  const done: number[] = [];
  const end = new EndOfTurn();
  for (const one of [1, 2]) end.add(() => void done.push(one));
  await Promise.resolve();
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual([1, 2]);
  end.add(() => void done.push(3));
  end.flush();
  end.flush();
  expect(done).toEqual([1, 2, 3]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
});

test('goes on after work that fails, and with work that comes from work', async () => {
  const done: string[] = [];
  const end = new EndOfTurn();
  end.add(() => {
    throw new Error('no');
  });
  end.add(() => end.add(() => void done.push('inner')));
  end.add(() => void done.push('outer'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['outer', 'inner']);
});
