import { describe, expect, test } from 'vitest';
import type { ToolChange } from '../../../../src/ipc/toolReview';
import type { Tool } from '../../../../src/ipc/state';
import { findingLines, reviewLines } from '../../../../src/ui/approval/toolReview';

const before: Tool = {
  name: 'read_file',
  title: 'Read',
  description: 'Reads a file.\nAs text.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where it is' },
      options: { type: 'object', properties: { mode: { enum: ['a', 'b'] } } },
    },
    required: ['path', 'ghost'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

function change(after: Partial<Tool>, more: Partial<ToolChange> = {}): ToolChange {
  const tool = { ...before, ...after };
  const { name } = tool;
  return {
    name,
    why: 'changed',
    isHeld: true,
    before,
    after: tool,
    hash: 'h',
    findings: [],
    ...more,
  };
}

describe('a review', () => {
  test('shows a tool as lines', () => {
    expect(reviewLines(change({ description: 'x' })).before.join('\n')).toBe(`# read_file
Title: Read

Reads a file.
As text.

## Parameters
- path (string, required)
    Where it is
- options (object)
    - mode
        enum: ["a","b"]
additionalProperties: false
required: ["ghost"]

## What it says it does
readOnlyHint: true`);
  });

  test.each<[string, Partial<Tool>]>([
    ['a description', { description: 'Reads' }],
    ['a character that is not seen', { description: 'Reads a file.\u200B\nAs text.' }],
    ['a title', { title: 'See' }],
    ['an annotation', { annotations: { readOnlyHint: false } }],
    ['a result', { outputSchema: { type: 'object' } }],
    ['what is no text', { inputSchema: { ...before.inputSchema, description: 7 } }],
    [
      'the type of the parameters',
      { inputSchema: { ...before.inputSchema, type: ['object', 'null'] } },
    ],
    ['a keyword', { inputSchema: { ...before.inputSchema, minProperties: 1 } }],
    ['what is required', { inputSchema: { ...before.inputSchema, required: ['path'] } }],
    [
      'a description of the parameters',
      { inputSchema: { ...before.inputSchema, description: 'x' } },
    ],
    [
      'a description of a field in a field',
      {
        inputSchema: {
          ...before.inputSchema,
          properties: { options: { properties: { mode: { description: 'x' } } } },
        },
      },
    ],
  ])('has another line for %s', (_, after) => {
    const lines = reviewLines(change(after));
    expect(lines.after).not.toEqual(lines.before);
  });

  test('hides nothing', () => {
    const { after } = reviewLines(change({ name: 'read\u202E', description: 'x\u{E0041}' }));
    expect(after).toContain('# read\\u{202e}');
    expect(after).toContain('x\\u{e0041}');
  });

  test('has nothing before a new tool, and says so where that is lost', () => {
    expect(reviewLines(change({}, { why: 'new', before: undefined })).before).toEqual([]);
    expect(reviewLines(change({}, { before: undefined })).before).toEqual([
      'How it was before is not known any more.',
    ]);
  });
});

test('what concerns a whole definition has no place', () => {
  const found = [
    { kind: 'tooLarge', where: '', excerpt: '' },
    { kind: 'secrecy', where: '/description', excerpt: 'do not tell' },
  ] as const;
  expect(findingLines(found)).toEqual([
    'too large to be read whole',
    'something is to be kept from you (description): do not tell',
  ]);
});
