import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  editorRedirect,
  isAnswerTo,
  loopbackReturn,
  returnedUrl,
} from '../../../src/client/signInReturn';
import { enteredRedirect } from '../../../src/ipc/authorization';

const never = (): Promise<string> => new Promise(() => undefined);
const { signal } = new AbortController();
const pages = { done: 'bye', refused: 'no' };
const page = 'https://id.example/authorize?state=2';

test('the whole address is the answer, and the browser gets to read that it can go', async () => {
  const back = await loopbackReturn(never, pages);
  const answer = back.answer(page, signal);
  expect(await (await fetch(`${back.redirectUri}?code=1&state=2`)).text()).toBe('bye');
  expect(await answer).toBe(`${back.redirectUri}?code=1&state=2`);
  back.dispose();
  await expect(fetch(`${back.redirectUri}?code=1`)).rejects.toThrow('fetch failed');
});

test('who is refused is not told that they are signed in', async () => {
  const back = await loopbackReturn(never, pages);
  const answer = back.answer(page, signal);
  const told = await fetch(`${back.redirectUri}?error=access_denied&state=2`);
  expect(await told.text()).toBe('no');
  expect(await answer).toContain('access_denied');
  back.dispose();
});

test('another path, another method, another sign-in and no answer are nothing', async () => {
  const back = await loopbackReturn(never, pages);
  const early = await fetch(`${back.redirectUri}?code=1&state=2`);
  const answer = back.answer(page, signal);
  const { origin } = new URL(back.redirectUri);
  const answers = await Promise.all([
    fetch(`${origin}/?code=1&state=2`),
    fetch(back.redirectUri),
    fetch(`${back.redirectUri}?code=1`),
    fetch(`${back.redirectUri}?code=evil&state=3`),
    fetch(`${back.redirectUri}?code=1&state=2`, { method: 'POST' }),
  ]);
  expect([early, ...answers].map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  await fetch(`${back.redirectUri}?code=mine&state=2`);
  expect(await answer).toContain('code=mine');
  back.dispose();
});

test('what is no address is nothing, and harms nobody', async () => {
  const back = await loopbackReturn(never, pages);
  const answer = back.answer(page, signal);
  const socket = connect(Number(new URL(back.redirectUri).port), '127.0.0.1');
  socket.end('GET // HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await text(socket)).toContain('404');
  await fetch(`${back.redirectUri}?code=1&state=2`);
  expect(await answer).toContain('code=1');
  back.dispose();
});

test('the address of the last time is used again where it is free', async () => {
  const first = await loopbackReturn(never, pages);
  const second = await loopbackReturn(never, pages, first.redirectUri);
  expect(second.redirectUri).not.toBe(first.redirectUri);
  first.dispose();
  second.dispose();
  const third = await loopbackReturn(never, pages, second.redirectUri);
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
  const back = await loopbackReturn(open, pages);
  const answer = back.answer(page, leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(shown?.aborted).toBe(true);
  back.dispose();
});

const own = 'vscode://publisher.name/callback?windowId=1';

test.each([
  ['a client that was registered by hand, on a desktop', enteredRedirect, true, 'own'],
  ['the same in a browser, where only the editor knows the way', enteredRedirect, false, 'theirs'],
  ['a client that is registered for the window', own, true, 'theirs'],
  ['a client that is registered now', undefined, true, 'theirs'],
])('through the editor come back: %s', (_which, before, isDesktop, expected) => {
  expect(editorRedirect({ own: 'own', external: 'theirs' }, before, isDesktop)).toBe(expected);
});

test('an answer brings back the state of its sign-in', () => {
  const page = 'https://id.example/authorize?client_id=a&state=mine';
  expect(isAnswerTo(page, new URL('http://127.0.0.1/?state=mine&code=1'))).toBe(true);
  expect(isAnswerTo(page, new URL('http://127.0.0.1/?state=other&code=1'))).toBe(false);
  expect(isAnswerTo(page, new URL('http://127.0.0.1/?code=1'))).toBe(false);
  expect(isAnswerTo('https://id.example/', new URL('http://127.0.0.1/?code=1'))).toBe(false);
});

test('an address that comes back through the editor keeps what stood in it', () => {
  const { searchParams } = returnedUrl(own, 'code=a+b/c=&state=x%3D');
  expect(searchParams.get('code')).toBe('a+b/c=');
  expect(searchParams.get('state')).toBe('x=');
  expect(searchParams.get('windowId')).toBe('1');
});
