import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../../src/ipc/calls';
import { PendingApprovals } from '../../../src/host/clientCalls';

const { signal } = new AbortController();

function held(client?: string): ApprovalRequest {
  const call = { id: 'user/till', tool: 'pay', arguments: {}, isFlagged: false };
  return client === undefined ? call : { ...call, client };
}

test('an agent may only have so many questions open, whatever it calls itself', async () => {
  const waiting: (() => void)[] = [];
  const calls = new PendingApprovals(
    () => new Promise((resolve) => waiting.push(() => resolve('yes'))),
  );
  const many = (client: (at: number) => string | undefined) =>
    Array.from({ length: 40 }, (_, at) => calls.request(held(client(at)), signal));
  const asked = [many(() => 'Codex'), many((at) => `agent ${at}`), many(() => undefined)];
  expect(waiting).toHaveLength(8 + 16 + 8);
  for (const answer of waiting) answer();
  const answers = await Promise.all(asked.map((some) => Promise.all(some)));
  expect(answers.map((some) => some.filter((one) => one === 'yes').length)).toEqual([8, 16, 8]);
  const again = calls.request(held('Codex'), signal);
  waiting.at(-1)?.();
  await expect(again).resolves.toBe('yes');
});

test('an answer that does not come in time is nobody’s, and the question is taken back', async () => {
  const withdrawn: boolean[] = [];
  const calls = new PendingApprovals(
    (_, abort) =>
      new Promise((_resolve, reject) =>
        abort.addEventListener('abort', () => {
          withdrawn.push(true);
          reject(new Error('withdrawn'));
        }),
      ),
    20,
  );
  await expect(calls.request(held('Codex'), signal)).resolves.toBe('nobody');
  expect(withdrawn).toEqual([true]);
  await expect(calls.request(held(), AbortSignal.abort())).rejects.toThrow();
});
