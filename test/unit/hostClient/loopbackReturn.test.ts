import { expect, test } from 'vitest';
import { loopbackReturn } from '../../../src/hostClient/loopbackReturn';

const never = (): Promise<string> => new Promise(() => undefined);
const { signal } = new AbortController();

test('the whole address is the answer, and the browser gets to read that it can go', async () => {
  const back = await loopbackReturn(never, { done: 'bye' });
  const answer = back.answer('https://id.example', signal);
  expect(await (await fetch(`${back.redirectUri}?code=1&state=2`)).text()).toBe('bye');
  expect(await answer).toBe(`${back.redirectUri}?code=1&state=2`);
  back.dispose();
  await expect(fetch(`${back.redirectUri}?code=1`)).rejects.toThrow('fetch failed');
});

test('another path, another method and no answer are nothing', async () => {
  const back = await loopbackReturn(never, { done: 'bye' });
  const { origin } = new URL(back.redirectUri);
  const statuses = await Promise.all([
    fetch(`${origin}/?code=1`),
    fetch(back.redirectUri),
    fetch(`${back.redirectUri}?code=1`, { method: 'POST' }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
  back.dispose();
});

test('the address of the last time is used again where it is free', async () => {
  const first = await loopbackReturn(never, { done: '' });
  const second = await loopbackReturn(never, { done: '' }, first.redirectUri);
  expect(second.redirectUri).not.toBe(first.redirectUri);
  first.dispose();
  second.dispose();
  const third = await loopbackReturn(never, { done: '' }, second.redirectUri);
  expect(third.redirectUri).toBe(second.redirectUri);
  third.dispose();
});

test('giving up ends what is shown, too', async () => {
  const leaving = new AbortController();
  let shown: AbortSignal | undefined;
  const open = (_url: string, cut: AbortSignal): Promise<string> => {
    shown = cut;
    return never();
  };
  const back = await loopbackReturn(open, { done: '' });
  const answer = back.answer('https://id.example', leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(shown?.aborted).toBe(true);
  back.dispose();
});
