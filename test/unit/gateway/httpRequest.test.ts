import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import {
  bearerToken,
  isKnownOrigin,
  isOwnHost,
  readBody,
  serverIdOf,
} from '../../../src/gateway/httpRequest';

describe('isOwnHost', () => {
  it.each(['127.0.0.1:4000', 'localhost:4000', 'LocalHost:4000'])('takes %s', (host) => {
    expect(isOwnHost(host, 4000)).toBe(true);
  });
  it.each([
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:4001',
    'evil.example:4000',
    'localhost.evil.example:4000',
    '[::1]:4000',
  ])('refuses %s', (host) => {
    expect(isOwnHost(host, 4000)).toBe(false);
  });
});

describe('isKnownOrigin', () => {
  it.each([
    undefined,
    'http://127.0.0.1:9',
    'https://localhost',
    'vscode-webview://abc',
    'vscode-file://vscode-app',
  ])('takes %s', (origin) => {
    expect(isKnownOrigin(origin)).toBe(true);
  });
  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil.localhost',
    'http://evillocalhost:4000',
    'http://127.0.0.1.evil.example',
    'file://',
    'chrome-extension://localhost',
  ])('refuses %s', (origin) => {
    expect(isKnownOrigin(origin)).toBe(false);
  });
});

describe('bearerToken', () => {
  it('reads the token, whatever the case of the scheme', () => {
    expect(bearerToken({ authorization: 'Bearer a-_9' })).toBe('a-_9');
    expect(bearerToken({ authorization: 'bearer a' })).toBe('a');
    expect(bearerToken({ authorization: 'Bearer   a ' })).toBe('a');
  });
  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'x Bearer a'])(
    'gives nothing for %s',
    (authorization) => {
      expect(bearerToken({ authorization })).toBeUndefined();
    },
  );
});

describe('serverIdOf', () => {
  it.each(['folder:my app/git hub', 'user/a', 'user/ä?#%'])('gives %s back', (id) => {
    expect(serverIdOf(`/servers/${encodeURIComponent(id)}/mcp`)).toBe(id);
  });
  it('finds an id that a client unescaped, and ignores a query', () => {
    expect(serverIdOf('/servers/user/a/mcp?x=1')).toBe('user/a');
  });
  it.each([
    undefined,
    '/',
    '/servers//mcp',
    '/servers/a',
    '/servers/%E0%A4%A/mcp',
    '/x/servers/a/mcp',
  ])('gives nothing for %s', (url) => {
    expect(serverIdOf(url)).toBeUndefined();
  });
});

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
  // They would keep it.
  expect(['data', 'end', 'error'].map((event) => request.listenerCount(event))).toEqual([0, 0, 0]);
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
