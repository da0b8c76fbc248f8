import { expect, test } from 'vitest';
import type { Tool } from '../../../src/ipc/state';
import { canonicalHash } from '../../../src/ipc/canonicalHash';

const tool: Tool = {
  name: 'read',
  description: 'Reads a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' }, at: { type: 'number' } } },
  annotations: { readOnlyHint: true, title: 'Read' },
};

test('the order of keys does not matter, nor what is for programs', () => {
  const same: Tool = {
    annotations: { title: 'Read', readOnlyHint: true },
    icons: [{ src: 'https://example.org/a.png' }],
    _meta: { build: 7 },
    inputSchema: {
      properties: { at: { type: 'number' }, path: { type: 'string' } },
      type: 'object',
    },
    description: 'Reads a file',
    name: 'read',
  };
  expect(canonicalHash(same)).toBe(canonicalHash(tool));
  expect(canonicalHash({ ...tool })).toMatch(/^[\w-]{43}$/);
});

test.each<[string, Partial<Tool>]>([
  ['a description', { description: 'Reads a file.' }],
  ['an accent that is written in two characters', { description: 'Re\u0301ads a file' }],
  ['one in one character', { description: 'R\u00E9ads a file' }],
  ['a space without a width', { description: 'Reads a\u200B file' }],
  ['a letter of another script', { description: 'Re\u0430ds a file' }],
  ['a title', { title: 'Read' }],
  ['a hint', { annotations: { readOnlyHint: false, title: 'Read' } }],
  ['a parameter', { inputSchema: { type: 'object', properties: {} } }],
  ['a result', { outputSchema: { type: 'object' } }],
  ['an empty title', { title: '' }],
])('%s makes another definition', (_, change) => {
  expect(canonicalHash({ ...tool, ...change })).not.toBe(canonicalHash(tool));
});
