import { expect, test } from 'vitest';
import { savedResult } from '../../../../src/ui/serverPage/savedResult';

const written = ({ ending, bytes }: ReturnType<typeof savedResult>): [string, string] => [
  ending,
  Buffer.from(bytes).toString('utf8'),
];

test.each([
  [{ content: [{ type: 'text', text: 'words\n' }] }, 'txt', 'words\n'],
  [{ content: [{ type: 'text', text: '{"a": 1}' }] }, 'json', '{"a": 1}'],
  [{ content: [{ type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' }] }, 'png', 'hello'],
  [{ contents: [{ uri: 'a:b', mimeType: 'text/markdown', text: '# Hi' }] }, 'md', '# Hi'],
  [{ contents: [{ uri: 'a:b', blob: 'aGVsbG8=' }] }, 'bin', 'hello'],
  [
    {
      content: [{ type: 'resource', resource: { uri: 'a:b', mimeType: 'text/csv', text: 'a;b' } }],
    },
    'csv',
    'a;b',
  ],
])('one content is saved as such: %j', (result, ending, content) => {
  expect(written(savedResult(result))).toEqual([ending, content]);
});

test.each([
  { content: [] },
  {
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  },
  { content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } },
  { content: [{ type: 'resource_link', uri: 'a:b' }] },
  { messages: [] },
])('everything else is saved as JSON: %j', (result) => {
  const [ending, content] = written(savedResult(result));
  expect(ending).toBe('json');
  expect(JSON.parse(content)).toEqual(result);
});
