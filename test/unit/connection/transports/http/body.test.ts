import { expect, test } from 'vitest';
import { textOf } from '../../../../../src/connection/transports/http/body';

const megabyte = 1_048_576;

test('a body is read without its byte order mark, and with characters that its parts split', async () => {
  const text = `{"a":"${'🚂'.repeat(400_000)}"}`;
  const bytes = Buffer.from(`\uFEFF${text}`);
  const parts = [bytes.subarray(0, megabyte - 1), bytes.subarray(megabyte - 1)];
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  expect((await textOf(new Response(body), 3 * megabyte)) === text).toBe(true);
});

test.each([
  ['of so many bytes', 'x'.repeat(3 * megabyte + 1)],
  ['that takes so much memory', `✓${'x'.repeat(2 * megabyte)}`],
])('a body %s is too long', async (_, text) => {
  await expect(textOf(new Response(text), 3 * megabyte)).rejects.toThrow('answerTooLong');
});
