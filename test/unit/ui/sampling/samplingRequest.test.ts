import { expect, test } from 'vitest';
import {
  readSampling,
  imageCount,
  requestWords,
} from '../../../../src/ui/sampling/samplingRequest';

const text = { type: 'text', text: 'Hello' };
const hello = { role: 'user', content: text };

test('messages of every kind, with the system prompt first', () => {
  const request = readSampling({
    systemPrompt: 'Be short.',
    maxTokens: 100,
    temperature: 0.7,
    includeContext: 'allServers',
    stopSequences: ['END'],
    modelPreferences: { hints: [{ name: 'sonnet' }, {}], costPriority: 1 },
    messages: [
      hello,
      { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      {
        role: 'assistant',
        content: [text, { type: 'tool_use', id: '1', name: 'add', input: { a: 1 } }],
      },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [text] }] },
    ],
  });
  expect(request).toEqual({
    messages: [
      { role: 'user', parts: [{ kind: 'text', text: 'Be short.' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Hello' }] },
      { role: 'user', parts: [{ kind: 'image', base64: 'AAAA', mimeType: 'image/png' }] },
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'Hello' },
          { kind: 'call', id: '1', name: 'add', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        parts: [{ kind: 'result', id: '1', parts: [{ kind: 'text', text: 'Hello' }] }],
      },
    ],
    tools: [],
    mustCall: false,
    maxTokens: 100,
    stopSequences: ['END'],
    hints: ['sonnet'],
  });
});

test.each([
  [undefined, false, 1],
  [{ mode: 'auto' }, false, 1],
  [{ mode: 'required' }, true, 1],
  [{ mode: 'none' }, false, 0],
])('tools with the choice %j', (toolChoice, mustCall, count) => {
  const tools = [{ name: 'add', inputSchema: { type: 'object' } }];
  const request = readSampling({ messages: [hello], maxTokens: 1, tools, toolChoice });
  expect(request.mustCall).toBe(mustCall);
  expect(request.tools).toHaveLength(count);
});

test('a failed tool says so to the model', () => {
  const request = readSampling({
    maxTokens: 1,
    messages: [
      {
        role: 'user',
        content: { type: 'tool_result', toolUseId: '1', content: [], isError: true },
      },
    ],
  });
  expect(request.messages[0]?.parts[0]).toMatchObject({
    parts: [{ text: 'The tool reported an error.\n' }],
  });
});

const call = { type: 'tool_use', id: '1', name: 'add', input: {} };
const result = { type: 'tool_result', toolUseId: '1', content: [] };

test.each<[name: string, params: Record<string, unknown>, message: RegExp]>([
  ['no messages', { maxTokens: 1 }, /messages/],
  ['no limit', { messages: [hello] }, /maxTokens/],
  ['no role', asking({ content: text }), /role/],
  ['no content', asking({ role: 'user', content: [] }), /content/],
  [
    'audio',
    asking({ role: 'user', content: { type: 'audio', data: 'AA', mimeType: 'a/b' } }),
    /audio/,
  ],
  ['a call by the user', asking({ role: 'user', content: call }), /tool_use/],
  ['a result by the assistant', asking({ role: 'assistant', content: result }), /tool_result/],
  ['a result beside text', asking({ role: 'user', content: [result, text] }), /nothing else/],
  [
    'a call without its result',
    asking({ role: 'assistant', content: call }, hello),
    /in the next message/,
  ],
  ['a tool without a name', { ...asking(hello), tools: [{}] }, /no name/],
])('the server is told of %s', (_name, params, message) => {
  expect(() => readSampling(params)).toThrow(message);
  expect(() => readSampling(params)).toThrow('-32602');
});

function asking(...messages: readonly object[]): Record<string, unknown> {
  return { messages, maxTokens: 1 };
}

test('what has too many parts is refused', () => {
  const many = Array.from({ length: 501 }, () => hello);
  const parts = { role: 'user', content: Array.from({ length: 501 }, () => text) };
  for (const messages of [many, [parts]]) {
    expect(() => readSampling({ messages, maxTokens: 1 })).toThrow(/More than 500 parts/);
  }
  expect(readSampling({ messages: many.slice(1), maxTokens: 1 }).messages).toHaveLength(500);
});

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
