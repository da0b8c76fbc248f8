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
  expect(retryAfterOf({ rawHeaders: Object.entries(headers).flat() })).toBe(seconds);
});

test('a refusal tells the status, and how long it asks to wait', () => {
  const busy = { status: 503, rawHeaders: ['Retry-After', '7'] };
  const url = 'http://server.test/mcp';
  expect(refusal(url, busy)).toMatchObject({
    code: 'httpError',
    args: { url, status: 503, seconds: 7 },
  });
  expect(refusal(url, { status: 401, rawHeaders: [] })).toMatchObject({
    code: 'unauthorized',
    args: { url, status: 401 },
  });
});

test.each([
  [301, 'https://www.server.test/mcp', 'https://www.server.test/mcp'],
  [308, '/mcp/', 'http://server.test/mcp/'],
  [307, 'https://me:pass@other.test/a?token=b#c', 'https://other.test/a'],
  [307, 'mailto:me@server.test', undefined],
  [307, 'http://', undefined],
  [404, '/mcp/', undefined],
])('a refusal by %s tells of the redirect to %s as %s', (status, location, to) => {
  const { args } = refusal('http://server.test/mcp', {
    status,
    rawHeaders: ['Location', location],
  });
  expect(args['to']).toBe(to);
});
