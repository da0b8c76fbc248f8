import { expect, test } from 'vitest';
import { IncomingRequests } from '../../../src/connection/incomingRequests';
import type { PendingRequest } from '../../../src/connection/peer';
import type { McpObject } from '../../../src/ipc/state';

/** Questions that are answered only when the test says so. */
function asked() {
  const answers: ((result: McpObject) => void)[] = [];
  const client = {
    capabilities: { elicitation: {} },
    answer: () => new Promise<McpObject>((resolve) => void answers.push(resolve)),
  };
  const questions = new IncomingRequests(client, new Set());
  const { signal } = new AbortController();
  const request = { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: {} } as const;
  return { answers, questions, ask: () => questions.reply(request, undefined, signal) };
}

test('a server may have 32 questions open, and again when one is answered', async () => {
  const { answers, ask } = asked();
  const open = Array.from({ length: 32 }, ask);
  const refused = { error: { code: -1, message: 'More than 32 questions are open' } };
  expect(await ask()).toEqual(refused);
  expect(answers).toHaveLength(32);
  answers[0]?.({ action: 'decline' });
  expect(await open[0]).toEqual({ result: { action: 'decline' } });
  const next = ask();
  expect(await ask()).toEqual(refused);
  for (const answer of answers) answer({ action: 'accept' });
  expect(await next).toEqual({ result: { action: 'accept' } });
  await Promise.all(open);
});

test('a result that asks more at once is refused, and nobody is asked', async () => {
  const { answers, questions } = asked();
  const request = { method: 'elicitation/create', params: {} };
  const many = Object.fromEntries(Array.from({ length: 33 }, (_one, at) => [`q${at}`, request]));
  const { signal } = new AbortController();
  const exchange = { deadline: { signal }, options: {} } as unknown as PendingRequest;
  await expect(questions.answerAll(many, exchange)).rejects.toMatchObject({
    code: 'questionRefused',
  });
  expect(answers).toEqual([]);
});
