import { expect, test } from 'vitest';
import { forModel } from '../../../src/catalog/forModel';
import { leftOutType } from '../../../src/contract/apart';
import { chatParts } from '../../../src/views/chatResult';

const text = (value: string): object => ({ type: 'text', text: value });

test('what a model has room for stays as it came', () => {
  const image = {
    type: 'image',
    data: 'aGk=',
    mimeType: 'image/png',
    annotations: { priority: 1 },
  };
  const content = [text('one'), image, { type: 'resource_link', uri: 'a:b', name: 'b' }];
  const structuredContent = { one: 1 };
  expect(forModel({ content, structuredContent, _meta: {} })).toEqual({ content });
  expect(forModel({ content, isError: true })).toEqual({ content, isError: true });
});

test('structured content counts where the content says nothing', () => {
  const structuredContent = { sum: 5 };
  for (const content of [undefined, [], [text('')]]) {
    expect(chatParts(forModel({ content, structuredContent }))).toEqual([
      { kind: 'text', text: '{"sum":5}' },
    ]);
  }
  const long = forModel({ structuredContent: 'x'.repeat(1_500_000) });
  expect(JSON.stringify(long).length).toBeLessThan(1_001_000);
});

test('of text that is too long the middle is left out, and that is said', () => {
  const content = [text(`${'a'.repeat(1_000_000)}${'b'.repeat(500_000)}`), text('more')];
  const [head, gap, tail, ...rest] = chatParts(forModel({ content }));
  expect(head).toEqual({ kind: 'text', text: 'a'.repeat(500_000) });
  expect(gap).toEqual({ kind: 'text', text: expect.stringContaining('text left out here') });
  expect(tail).toEqual({ kind: 'text', text: 'b'.repeat(500_000) });
  // Nothing is left for the second one.
  expect(rest).toEqual([{ kind: 'text', text: expect.stringContaining('left out here') }]);
});

test('text of a resource counts as text, bytes are left out as a whole', () => {
  const blob = 'A'.repeat(4_000_001);
  const content = [
    { type: 'resource', resource: { uri: 'a:b', text: 'x'.repeat(1_000_002) } },
    { type: 'resource', resource: { uri: 'a:c', mimeType: 'application/zip', blob } },
    { type: 'image', data: blob, mimeType: 'image/png' },
    { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  ];
  expect(forModel({ content })['content']).toEqual([
    text('x'.repeat(500_000)),
    { type: leftOutType, what: 'text', size: 2 },
    text('x'.repeat(500_000)),
    { type: leftOutType, what: 'application/zip', size: 3_000_000 },
    { type: leftOutType, what: 'image/png', size: 3_000_000 },
    { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  ]);
});
