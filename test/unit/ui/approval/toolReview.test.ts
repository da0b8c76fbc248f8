import { describe, expect, test } from 'vitest';
import type { ToolChange } from '../../../../src/ipc/toolReview';
import type { Tool } from '../../../../src/ipc/state';
import { findingLines, reviewText } from '../../../../src/ui/approval/toolReview';

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
    expect(reviewText([change({ description: 'x' })], 'before')).toBe(`# read_file
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
readOnlyHint: true
`);
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
    const changes = [change(after)];
    expect(reviewText(changes, 'after')).not.toBe(reviewText(changes, 'before'));
  });

  test('hides nothing, and says what was found', () => {
    const text = reviewText(
      [
        change(
          { name: 'read\u202E', description: 'x\u{E0041}' },
          { findings: [{ kind: 'secrecy', where: '/description', excerpt: 'do not tell' }] },
        ),
      ],
      'after',
    );
    expect(text).toContain('# read\\u{202e}');
    expect(text).toContain('x\\u{e0041}');
    expect(text).toContain('⚠ something is to be kept from you (description): do not tell');
  });

  test('of several tools is one text; new ones stand on one side', () => {
    const changes = [change({}), change({ name: 'new' }, { why: 'new', before: undefined })];
    expect(reviewText(changes, 'before')).not.toContain('# new');
    expect(reviewText(changes, 'after')).toContain('# new');
    const lost = [change({}, { before: undefined })];
    expect(reviewText(lost, 'before')).toContain('not known any more');
  });
});

test('what concerns a whole definition has no place', () => {
  expect(findingLines([{ kind: 'tooLarge', where: '', excerpt: '' }])).toEqual([
    'too large to be read whole',
  ]);
});
