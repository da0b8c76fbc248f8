import { expect, test } from 'vitest';
import {
  readSampling,
  imageCount,
  requestWords,
} from '../../../../src/ui/sampling/samplingRequest';

const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

test('all that a model gets to read is counted, tools and images included', () => {
  const request = readSampling({
    maxTokens: 9,
    systemPrompt: 'Be short.',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Add these' }, image] },
      { role: 'assistant', content: { type: 'tool_use', id: '1', name: 'add', input: { a: 1 } } },
      {
        role: 'user',
        content: {
          type: 'tool_result',
          toolUseId: '1',
          content: [{ type: 'text', text: 'Added' }, image],
        },
      },
    ],
    tools: [{ name: 'add', description: 'Adds', inputSchema: { type: 'object', title: 'Sums' } }],
  });
  const words = requestWords(request);
  for (const word of ['Be short.', 'Add these', 'add', '{"a":1}', 'Added', 'Adds', 'Sums']) {
    expect(words).toContain(word);
  }
  expect(words).not.toContain('AAAA');
  expect(imageCount(request)).toBe(2);
});
