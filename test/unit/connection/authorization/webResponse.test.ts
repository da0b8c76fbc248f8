import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { webFetch } from '../../../../src/connection/authorization/webResponse';
import type { HttpResponse } from '../../../../src/connection/transports/http/httpResponse';

function responseOf(given: Partial<HttpResponse>): HttpResponse {
  const body = Readable.from([]);
  return { status: 200, rawHeaders: [], mediaType: '', body, version: '1.1', ...given };
}

async function asked(given: Partial<HttpResponse>): Promise<Response> {
  return webFetch(async () => responseOf(given))('http://server.test/');
}

test('the SDK gets status, headers and body', async () => {
  const rawHeaders = ['WWW-Authenticate', 'Bearer', 'www-authenticate', 'DPoP'];
  const answer = await asked({ status: 401, rawHeaders, body: Readable.from([Buffer.from('{}')]) });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer, DPoP']);
  expect(await answer.json()).toEqual({});
});

test('a body that it does not want is let go, and one that may be none is', async () => {
  const body = new Readable({ read: () => undefined });
  const answer = await asked({ body });
  body.push(Buffer.alloc(100_000));
  await answer.body?.cancel();
  expect(body.destroyed).toBe(true);
  expect((await asked({ status: 204 })).body).toBeNull();
});

test('what keeps a body from being read is a reason of ours', async () => {
  const body = Readable.from([Buffer.alloc(2_000_000)]);
  await expect((await asked({ body })).text()).rejects.toMatchObject({ code: 'answerTooLong' });
  const broken = new Readable({ read: () => broken.destroy(new Error('reset')) });
  await expect((await asked({ body: broken })).text()).rejects.toMatchObject({
    code: 'connectionClosed',
  });
});
