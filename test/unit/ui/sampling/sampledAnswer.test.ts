import { expect, test } from 'vitest';
import { SampledAnswer } from '../../../../src/ui/sampling/sampledAnswer';

const words = async (text: string): Promise<number> => text.split(' ').filter(Boolean).length;

function answerOf(maxTokens: number, stopSequences: readonly string[] = []): SampledAnswer {
  return new SampledAnswer({ maxTokens, stopSequences, count: words });
}

test('what a model says is the result, with its end', async () => {
  const answer = answerOf(10);
  expect(await answer.addText('Hello ')).toBe(false);
  await answer.addText('there');
  await answer.end();
  expect(answer.tokens).toBe(2);
  expect(answer.result('demo')).toEqual({
    role: 'assistant',
    content: { type: 'text', text: 'Hello there' },
    model: 'demo',
    stopReason: 'endTurn',
  });
});

test('it ends at the limit, and the model is not heard any more', async () => {
  const answer = answerOf(150);
  let pieces = 0;
  while (!(await answer.addText('word '.repeat(10)))) pieces += 1;
  expect(pieces).toBeLessThan(24);
  await answer.end();
  expect(answer.tokens).toBe(150);
  const { stopReason } = answer.result('demo');
  expect(stopReason).toBe('maxTokens');
  expect(await words(answer.text)).toBeLessThanOrEqual(150);
});

test('it ends before the first stop sequence, also where that came in pieces', async () => {
  const answer = answerOf(10_000, ['STOP', 'END']);
  await answer.addText(`${'a'.repeat(399)}S`);
  await answer.addText('TOP and END');
  await answer.end();
  expect(answer.result('demo')).toMatchObject({
    content: { text: 'a'.repeat(399) },
    stopReason: 'stopSequence',
  });
});

test('calls of tools stand beside the text, a single one alone', async () => {
  const answer = answerOf(100);
  await answer.addCall('1', 'add', { a: 1 });
  const call = { type: 'tool_use', id: '1', name: 'add', input: { a: 1 } };
  expect(answer.result('demo')).toMatchObject({ content: call, stopReason: 'toolUse' });
  await answer.addText('Adding');
  await answer.addCall('2', 'add', { a: 1 });
  await answer.end();
  expect(answer.result('demo')['content']).toEqual([
    { type: 'text', text: 'Adding' },
    call,
    { ...call, id: '2' },
  ]);
});

test('a call that passes the limit ends the answer and takes nothing of what was said before', async () => {
  const answer = answerOf(5);
  await answer.addText('Two words');
  expect(await answer.addCall('1', 'add', { text: 'more than is left of it' })).toBe(true);
  expect(answer.result('demo')).toMatchObject({
    content: { type: 'text', text: 'Two words' },
    stopReason: 'maxTokens',
  });
  // The model said it all the same.
  expect(answer.tokens).toBe(8);
  await answer.end();
  expect(answer.text).toBe('Two words');
});

test('counting is linear in what is said', async () => {
  let counted = 0;
  const count = async (text: string): Promise<number> => {
    counted += text.length;
    return 1;
  };
  const answer = new SampledAnswer({ maxTokens: 1_000_000, stopSequences: [], count });
  for (let piece = 0; piece < 10_000; piece++) await answer.addText('0123456789');
  await answer.end();
  expect(counted).toBe(100_000);
});
