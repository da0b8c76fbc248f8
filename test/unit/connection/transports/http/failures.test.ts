import { expect, test } from 'vitest';
import { refusal, retryAfterOf } from '../../../../../src/connection/transports/http/failures';

const noon = 'Wed, 21 Oct 2015 12:00:00 GMT';

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '120' }, 120],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, 0],
  // The server's own clock counts, however wrong it is.
  [{ 'retry-after': 'Wed, 21 Oct 2015 12:00:30 GMT', date: noon }, 30],
  [{ 'retry-after': 'Wed, 21 Oct 2015 11:59:00 GMT', date: noon }, 0],
])('%j asks to wait %s seconds', (headers, seconds) => {
  expect(retryAfterOf(new Headers(headers))).toBe(seconds);
});

test('a refusal tells the status, and how long it asks to wait', () => {
  const busy = new Response(null, { status: 503, headers: { 'retry-after': '7' } });
  const url = 'http://server.test/mcp';
  expect(refusal(url, busy)).toMatchObject({
    code: 'httpError',
    args: { url, status: 503, seconds: 7 },
  });
  expect(refusal(url, new Response(null, { status: 401 }))).toMatchObject({
    code: 'unauthorized',
    args: { url, status: 401 },
  });
});
