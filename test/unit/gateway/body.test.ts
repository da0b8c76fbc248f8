import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/gateway/httpRequest';

/** A request whose body a test sends. */
function requestOf(headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return request;
}

test('a body comes whole, with characters that were cut apart', async () => {
  const request = requestOf();
  const body = readBody(request, 4);
  const [start, end] = [Buffer.from('aü').subarray(0, 2), Buffer.from('aü').subarray(2)];
  for (const chunk of [start, end, null]) request.push(chunk);
  expect(await body).toBe('aü');
});

test('what is announced too long is not waited for', async () => {
  expect(await readBody(requestOf({ 'content-length': '5' }), 4)).toBeUndefined();
});

test('the rest of what is too long flows away', async () => {
  const request = requestOf();
  const body = readBody(request, 4);
  request.push('12345');
  expect(await body).toBeUndefined();
  expect(request.listenerCount('data')).toBe(0);
  const ended = once(request, 'end');
  for (const chunk of ['6', null]) request.push(chunk);
  await ended;
});

test('a client that goes before the end is an error', async () => {
  const request = requestOf();
  const body = readBody(request, 4);
  request.push('1');
  request.emit('error', new Error('aborted'));
  await expect(body).rejects.toThrow('aborted');
});
