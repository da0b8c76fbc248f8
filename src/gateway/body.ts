import type { IncomingMessage } from 'node:http';

/**
 * The whole body as text; `undefined` as soon as it is longer than `limit` bytes, the rest then flows
 * away unread. Rejects when the client goes before its end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLong = (): void => {
      request.off('data', take).resume();
      resolve(undefined);
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) tooLong();
      else chunks.push(chunk);
    };
    request.on('error', reject);
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    if (Number(request.headers['content-length']) > limit) tooLong();
    else request.on('data', take);
  });
}
