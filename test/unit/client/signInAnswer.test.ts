import { expect, test } from 'vitest';
import { isAnswerTo, returnedUrl } from '../../../src/client/signInReturn';

const own = 'vscode://publisher.name/callback?windowId=1';

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
