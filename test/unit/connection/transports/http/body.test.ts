import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readBody, textOf } from '../../../../../src/connection/transports/http/body';

const megabyte = 1_048_576;

test('a body is read without its byte order mark, and with characters that its parts split', async () => {
  const text = `{"a":"${'🚂'.repeat(400_000)}"}`;
  const bytes = Buffer.from(`\uFEFF${text}`);
  const parts = [bytes.subarray(0, megabyte - 1), bytes.subarray(megabyte - 1)];
  expect((await textOf({ body: Readable.from(parts) }, 3 * megabyte)) === text).toBe(true);
});

test.each([
  ['of so many bytes', 'x'.repeat(3 * megabyte + 1)],
  ['that takes so much memory', `✓${'x'.repeat(2 * megabyte)}`],
])('a body %s is too long', async (_, text) => {
  await expect(textOf({ body: Readable.from([Buffer.from(text)]) }, 3 * megabyte)).rejects.toThrow(
    'answerTooLong',
  );
});

test('the next chunk comes when the last one is done with', async () => {
  const done: string[] = [];
  let working = 0;
  await readBody({ body: Readable.from(['a', 'b', 'c']) }, async (chunk) => {
    working += 1;
    expect(working).toBe(1);
    await setImmediate();
    working -= 1;
    done.push(String(chunk));
  });
  expect(done).toEqual(['a', 'b', 'c']);
});

test('a body ends with its reader, who gets no more of it', async () => {
  const read: string[] = [];
  const body = Readable.from(['a', 'b']);
  const fail = (chunk: unknown): never => {
    read.push(String(chunk));
    throw new TypeError('no more');
  };
  await expect(readBody({ body }, fail)).rejects.toThrow('no more');
  expect([read, body.destroyed]).toEqual([['a'], true]);
});

test('a body that broke off before it is read says so, or why it was aborted', async () => {
  const body = Readable.from(['a']).on('error', () => undefined);
  body.destroy(new Error('reset'));
  await once(body, 'close').catch(() => undefined);
  const failure = await readBody({ body }, () => undefined).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'connectionClosed', cause: { message: 'reset' } });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(readBody({ body, signal }, () => undefined)).rejects.toThrow('enough');
});

test('a body that is over already has an end, or was aborted', async () => {
  const body = Readable.from([]).resume();
  await once(body, 'close');
  expect(await textOf({ body }, megabyte)).toBe('');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(textOf({ body, signal }, megabyte)).rejects.toThrow('enough');
});

test('a break waits for the work on the chunk before it', async () => {
  const body = new Readable({ read: () => undefined }).on('error', () => undefined);
  const told: string[] = [];
  let finish = (): void => undefined;
  const reading = readBody({ body }, () => new Promise<void>((resolve) => (finish = resolve)));
  const failed = reading.catch((error: unknown) => {
    told.push('failed');
    return error;
  });
  body.push('a');
  await setImmediate();
  body.destroy(new Error('reset'));
  await once(body, 'close').catch(() => undefined);
  await setImmediate();
  told.push('finished');
  finish();
  expect(await failed).toMatchObject({ code: 'connectionClosed' });
  expect(told).toEqual(['finished', 'failed']);
});
