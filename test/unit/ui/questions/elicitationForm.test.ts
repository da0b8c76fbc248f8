import { describe, expect, test, vi } from 'vitest';
import {
  formContent,
  presets,
  readForm,
  type FieldValue,
  type FormField,
  fieldProblem,
  typedProblem,
  typedValue,
} from '../../../../src/ui/questions/elicitationForm';

function fieldOf(property: object, required = false, others: object = {}): FormField {
  const requestedSchema = {
    ...others,
    type: 'object',
    properties: { it: property },
    ...(required && { required: ['it'] }),
  };
  const [field] = readForm({ message: 'Please', requestedSchema }).fields;
  if (!field) throw new Error('There is no field.');
  return field;
}

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('every type of the specification', () => {
  test.each<[name: string, property: object, field: object]>([
    ['text', { type: 'string' }, { kind: 'text', label: 'it', required: false }],
    [
      'text with all there is',
      {
        type: 'string',
        title: 'Mail',
        description: 'Where to',
        minLength: 3,
        maxLength: 9,
        pattern: '^x',
        format: 'email',
        default: 'x@y.zz',
      },
      {
        label: 'Mail',
        description: 'Where to',
        minLength: 3,
        maxLength: 9,
        pattern: '^x',
        format: 'email',
        preset: 'x@y.zz',
      },
    ],
    ['a format that is not known', { type: 'string', format: 'uuid' }, { format: undefined }],
    [
      'number',
      { type: 'number', minimum: 0, maximum: 1.5, default: 0 },
      { kind: 'number', whole: false, minimum: 0, maximum: 1.5, preset: 0 },
    ],
    ['integer', { type: 'integer' }, { kind: 'number', whole: true }],
    [
      'flag',
      { type: 'boolean', default: false },
      {
        kind: 'choice',
        options: [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ],
        preset: false,
      },
    ],
    [
      'flag that must be true',
      { type: 'boolean', const: true, default: false },
      { kind: 'choice', options: [{ value: true, label: 'Yes' }], preset: undefined },
    ],
    [
      'flag with titles',
      { type: 'boolean', oneOf: [{ const: true, title: 'On' }, { const: false }], default: false },
      {
        kind: 'choice',
        options: [
          { value: true, label: 'On' },
          { value: false, label: 'No' },
        ],
        preset: false,
      },
    ],
    [
      'choice without titles',
      { type: 'string', enum: ['a', 'b'], default: 'b' },
      { kind: 'choice', preset: 'b' },
    ],
    [
      'choice with the older titles',
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
      { kind: 'choice', options },
    ],
    [
      'choice with titles',
      {
        type: 'string',
        oneOf: options.map(({ value, label }) => ({ const: value, title: label })),
      },
      { kind: 'choice', options },
    ],
    [
      'choices without titles',
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
      { kind: 'choices', minItems: 1, maxItems: 2 },
    ],
    [
      'choices with titles',
      {
        type: 'array',
        items: { anyOf: options.map(({ value, label }) => ({ const: value, title: label })) },
        default: ['b', 'gone'],
      },
      { kind: 'choices', options, preset: ['b'] },
    ],
    ['a default of another type', { type: 'integer', default: '42' }, { preset: undefined }],
  ])('%s', (_name, property, field) => {
    expect(fieldOf(property)).toMatchObject(field);
  });

  test('what the server requires is required, in its order', () => {
    const { fields } = readForm({
      message: 'Please',
      requestedSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: { first: { type: 'string' }, second: { type: 'boolean' } },
        required: ['second'],
      },
    });
    expect(fields.map(({ key, required }) => [key, required])).toEqual([
      ['first', false],
      ['second', true],
    ]);
  });

  test.each([
    [{ type: 'string', title: 'Password' }, true],
    [{ type: 'string', title: 'Name of the token' }, true],
    [{ type: 'string', title: 'City' }, false],
  ])('%j asks for a secret: %s', (property, secret) => {
    expect(fieldOf(property).secret).toBe(secret);
  });
});

test.each<[name: string, params: Record<string, unknown>, message: RegExp]>([
  ['no message', { requestedSchema: { type: 'object', properties: {} } }, /"message"/],
  ['no schema', { message: 'Please' }, /"requestedSchema"/],
  [
    'a list as the schema',
    { message: '', requestedSchema: { type: 'array' } },
    /"requestedSchema"/,
  ],
  ['an unknown type', property({ type: 'object', properties: {} }), /"it" has the type "object"/],
  [
    'several types',
    property({ type: ['string', 'integer', 'null'] }),
    /"it" has the type \["string","integer","null"\]/,
  ],
  ['a reference that leads nowhere', property({ $ref: '#/$defs/Gone' }), /the type none/],
  ['a list of numbers', property({ type: 'array', items: { enum: [1, 2] } }), /no text/],
  ['no type', property({ title: 'It' }), /"it" has the type none/],
  ['no schema of a property', property(true), /"it" has no schema/],
  ['a list of anything', property({ type: 'array' }), /"items"/],
  ['a list of typed numbers', property({ type: 'array', items: { type: 'integer' } }), /"items"/],
  ['texts in place of numbers', property({ type: 'number', enum: ['1'] }), /no numbers/],
  ['a choice that is no text', property({ type: 'string', enum: [1] }), /no text/],
  ['nothing to choose from', property({ type: 'string', enum: [] }), /no choices/],
  [
    'a required property that is not there',
    { message: '', requestedSchema: { type: 'object', properties: {}, required: ['gone'] } },
    /"gone" is required/,
  ],
])('the server is told of %s', (_name, params, message) => {
  let told: unknown;
  try {
    readForm(params);
  } catch (error) {
    told = error;
  }
  expect(told).toMatchObject({ code: 'questionRefused', args: { code: -32602 } });
  expect(told).toHaveProperty('args.message', expect.stringMatching(message));
});

function property(schema: unknown): Record<string, unknown> {
  return { message: 'Please', requestedSchema: { type: 'object', properties: { it: schema } } };
}

describe('schemas as SDKs make them', () => {
  const nothing = { type: 'null' };
  const letters = { type: 'string', enum: ['a', 'b'] };
  test.each<[name: string, property: object, field: object]>([
    [
      'an optional number',
      { anyOf: [{ type: 'integer', minimum: 1 }, nothing], default: null, title: 'Age' },
      { kind: 'number', whole: true, minimum: 1, label: 'Age', preset: undefined },
    ],
    ['an optional text', { oneOf: [nothing, { type: 'string' }] }, { kind: 'text' }],
    ['a type in a list', { type: ['string', 'null'], default: null }, { kind: 'text' }],
    [
      'an optional choice',
      { anyOf: [letters, nothing], default: 'b' },
      { kind: 'choice', preset: 'b' },
    ],
    [
      'a choice with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { options: [{ value: 'a', label: 'a' }] },
    ],
    [
      'titled choices with null',
      { oneOf: [{ const: 'a', title: 'A' }, { const: null }] },
      { options: [{ value: 'a', label: 'A' }] },
    ],
    ['one text', { type: 'string', const: 'a' }, { options: [{ value: 'a', label: 'a' }] }],
    [
      'numbers to choose from',
      { type: 'integer', enum: [1, 2], default: 2 },
      {
        kind: 'choice',
        options: [1, 2].map((value) => ({ value, label: String(value) })),
        preset: 2,
      },
    ],
    [
      'a definition of its own',
      { $ref: '#/$defs/Letter', default: 'a' },
      { kind: 'choice', label: 'it', description: 'Some', preset: 'a' },
    ],
    [
      'an optional definition',
      { anyOf: [{ $ref: '#/$defs/Letter' }, nothing], description: 'Own' },
      { kind: 'choice', description: 'Own' },
    ],
    [
      'a list of a definition',
      { type: 'array', items: { $ref: '#/$defs/Letter' } },
      { kind: 'choices' },
    ],
  ])('%s', (_name, property, field) => {
    const $defs = { Letter: { ...letters, title: 'Letter', description: 'Some' } };
    expect(fieldOf(property, false, { $defs })).toMatchObject(field);
  });

  test('a definition that is made of itself is refused', () => {
    const $defs = { Loop: { type: 'array', items: { $ref: '#/$defs/Loop' } } };
    expect(() => fieldOf({ $ref: '#/$defs/Loop' }, false, { $defs })).toThrow();
  });
});

describe('what is typed', () => {
  const bounded = { type: 'string', minLength: 2, maxLength: 3 };
  test.each<[property: object, text: string, problem: RegExp | undefined]>([
    [{ type: 'string' }, '', undefined],
    [bounded, 'a', /at least 2 characters/],
    [bounded, 'abcd', /3 characters at most/],
    [bounded, '🙂🙂🙂', undefined],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', /\^\[a-z\]\+\$/],
    [{ type: 'string', pattern: '(' }, 'A', undefined],
    [{ type: 'string', format: 'email' }, 'ann@example.com', undefined],
    [{ type: 'string', format: 'email' }, 'ann+tag@müller.example', undefined],
    [{ type: 'string', format: 'email' }, 'ann@localhost', /name@example.com/],
    [{ type: 'string', format: 'email' }, 'ann example.com', /name@example.com/],
    [{ type: 'string', format: 'uri' }, 'https://example.com/a?b', undefined],
    [{ type: 'string', format: 'uri' }, 'urn:isbn:123', undefined],
    [{ type: 'string', format: 'uri' }, 'example.com', /https:/],
    [{ type: 'string', format: 'date' }, '2024-02-29', undefined],
    [{ type: 'string', format: 'date' }, '2026-02-29', /2026-11-22/],
    [{ type: 'string', format: 'date' }, '22.11.2026', /2026-11-22/],
    [{ type: 'string', format: 'date-time' }, '2026-11-22T14:30:00Z', undefined],
    [{ type: 'string', format: 'date-time' }, '2026-11-22T14:30:00.5+02:00', undefined],
    [{ type: 'string', format: 'date-time' }, '2026-11-22T14:30:00', /T14:30:00Z/],
    [{ type: 'string', format: 'date-time' }, '2026-11-22T24:30:00Z', /T14:30:00Z/],
    [{ type: 'number' }, '', undefined],
    [{ type: 'number' }, ' 1.5e3 ', undefined],
    [{ type: 'number' }, 'many', /not a number/],
    [{ type: 'number' }, 'Infinity', /not a number/],
    [{ type: 'number' }, '1e999', /not a number/],
    [{ type: 'integer' }, '9007199254740991', undefined],
    [{ type: 'integer' }, ' 9007199254740993 ', /too many digits/],
    [{ type: 'number' }, '-12345678901234567890', /too many digits/],
    [{ type: 'integer' }, '1.5', /whole/],
    [{ type: 'integer', minimum: 1 }, '0', /1 or more/],
    [{ type: 'number', maximum: 1 }, '1.1', /1 or less/],
  ])('%j with "%s"', async (property, text, problem) => {
    const find = () => typedProblem(fieldOf(property), text);
    // A pattern that takes too long is no problem, which a busy machine brings about, too.
    if (problem) expect(await vi.waitUntil(find)).toMatch(problem);
    else expect(find()).toBeUndefined();
  });

  test('nothing is wrong only where nothing is needed', () => {
    expect(typedProblem(fieldOf({ type: 'string' }, true), '')).toBe('This is needed.');
    expect(typedProblem(fieldOf({ type: 'integer' }, true), ' ')).toBe('This is needed.');
  });

  const texts = { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 2 };
  test.each([
    ['ab, cd,', ['ab', 'cd'], undefined],
    ['', undefined, undefined],
    ['a, bc', ['a', 'bc'], /at least 2 characters/],
    ['ab,cd,ef', ['ab', 'cd', 'ef'], /2 at most/],
  ])('"%s" is several texts', (text, value, problem) => {
    const field = fieldOf(texts);
    expect(typedValue(field, text)).toEqual(value);
    if (problem) expect(typedProblem(field, text)).toMatch(problem);
    else expect(typedProblem(field, text)).toBeUndefined();
  });

  test('a list that is needed may be empty', () => {
    expect(typedValue(fieldOf(texts, true), ' ')).toEqual([]);
  });

  test('a list whose texts must differ gets each once', () => {
    const field = fieldOf({ ...texts, uniqueItems: true, minItems: 2 });
    expect(typedValue(field, 'ab, cd, ab')).toEqual(['ab', 'cd']);
    expect(typedProblem(field, 'ab, ab')).toBe('Pick at least 2.');
  });

  test('a number is sent as one', () => {
    expect(typedValue(fieldOf({ type: 'integer' }), '42')).toBe(42);
    expect(typedValue(fieldOf({ type: 'string' }), '42')).toBe('42');
  });
});

describe('what is picked', () => {
  const some = { type: 'array', minItems: 1, maxItems: 2, items: { enum: ['a', 'b', 'c'] } };
  test.each<[property: object, value: FieldValue | undefined, problem: string | undefined]>([
    [{ type: 'boolean' }, false, undefined],
    [{ type: 'boolean', const: true }, true, undefined],
    [{ type: 'boolean', const: true }, false, 'This is not among what is offered.'],
    [{ type: 'string', enum: ['a'] }, 'a', undefined],
    [{ type: 'string', enum: ['a'] }, 'z', 'This is not among what is offered.'],
    [some, ['a', 'b'], undefined],
    [some, [], 'Pick at least 1.'],
    [some, ['a', 'b', 'c'], 'Pick 2 at most.'],
    [some, ['z'], 'This is not among what is offered.'],
    [some, undefined, undefined],
  ])('%j with %j', (property, value, problem) => {
    expect(fieldProblem(fieldOf(property), value)).toBe(problem);
  });
});

test('answers become content of their own types, and what is left out is not there', () => {
  const form = readForm({
    message: 'Please',
    requestedSchema: {
      type: 'object',
      properties: {
        age: { type: 'integer', default: 7 },
        nick: { type: 'string' },
        ['__proto__']: { type: 'boolean', default: true },
      },
    },
  });
  const content = formContent(form, presets(form));
  expect(JSON.stringify(content)).toBe('{"age":7,"__proto__":true}');
});
