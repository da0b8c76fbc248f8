import { expect, test } from 'vitest';
import { ClientCalls, PendingApprovals } from '../../../src/host/clientCalls';
import type { ApprovalRequest, CallRecord } from '../../../src/ipc/calls';
import type { Channel } from '../../../src/ipc/channel';
import { AuditLog } from '../../../src/tools/audit/auditLog';

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

function record(tool: string): CallRecord {
  return {
    key: tool,
    time: 1,
    took: 1,
    server: { id: 'user/till', name: 'till' },
    route: 'agent',
    tool,
    arguments: '{}',
    outcome: { kind: 'ok' },
  };
}

test('calls that are over are listed at once, in their order, without those that cannot be recorded', async () => {
  const calls = new ClientCalls({} as Channel, new AuditLog());
  const listed = async (): Promise<string[]> =>
    (await calls.list({ server: 'user/till', limit: 10 })).calls.map(({ tool }) => tool);
  let made = 0;
  calls.log.add(() => {
    made += 1;
    return record('first');
  });
  calls.log.add(() => {
    throw new Error('a bug');
  });
  calls.log.add(() => record('second'));
  expect(made).toBe(0);
  expect(await listed()).toEqual(['second', 'first']);
  calls.log.add(() => record('third'));
  calls.dispose();
  calls.log.add(() => record('fourth'));
  await new Promise(setImmediate);
  expect(await listed()).toEqual(['fourth', 'third', 'second', 'first']);
  expect(made).toBe(1);
});
