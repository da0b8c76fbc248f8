import { describe, expect, test } from 'vitest';
import { modelTool } from '../../../../src/tools/schema/modelTool';

type Schema = Record<string, unknown>;

function repaired(inputSchema: Schema): { schema: unknown; changes: readonly string[] } {
  const { tool, changes } = modelTool({ name: 't', inputSchema });
  return {
    schema: tool.inputSchema,
    changes: changes.map(({ kind, at }) => (at === '' ? kind : `${kind} ${at}`)),
  };
}

/** The same of one parameter `p`. */
function parameter(p: unknown): { schema: unknown; changes: readonly string[] } {
  const { schema, changes } = repaired({ type: 'object', properties: { p } });
  return { schema: (schema as { properties: Schema }).properties['p'], changes };
}

describe('one parameter', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['array without items', { type: 'array' }, { type: 'array', items: {} }, ['items p']],
    [
      'array in an array',
      { type: 'array', items: { type: 'array' } },
      { type: 'array', items: { type: 'array', items: {} } },
      ['items p.items'],
    ],
    [
      'several types, each with its own keywords',
      {
        description: 'd',
        type: ['array', 'string', 'null'],
        items: { type: 'string' },
        minLength: 2,
      },
      {
        description: 'd',
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'string', minLength: 2 },
          { type: 'null' },
        ],
      },
      ['types p'],
    ],
    [
      'an array or null without items',
      { type: ['array', 'null'] },
      { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] },
      ['items p', 'types p'],
    ],
    [
      'several types and values',
      { type: ['string', 'number', 'null'], enum: ['a', 1, null] },
      {
        anyOf: [{ type: 'string', enum: ['a'] }, { type: 'number', enum: [1] }, { type: 'null' }],
      },
      ['types p'],
    ],
    [
      'values of one of the types only',
      { type: ['string', 'null'], enum: ['a'] },
      { type: 'string', enum: ['a'] },
      ['types p'],
    ],
    [
      'several types beside alternatives',
      { type: ['string', 'null'], anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
      { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
      ['types p'],
    ],
    ['one type in a list', { type: ['string'] }, { type: 'string' }, ['types p']],
    [
      'nullable',
      { type: 'string', nullable: true, title: 'T' },
      { title: 'T', anyOf: [{ type: 'string' }, { type: 'null' }] },
      ['nullable p'],
    ],
    [
      'nullable alternatives',
      { anyOf: [{ type: 'string' }], nullable: true, description: 'd' },
      { description: 'd', anyOf: [{ anyOf: [{ type: 'string' }] }, { type: 'null' }] },
      ['nullable p'],
    ],
    ['true', true, {}, ['boolean p']],
    ['false', false, { not: {} }, ['boolean p']],
    ['no schema', 7, {}, ['malformed p']],
    ['a type of a language', { type: 'str' }, { type: 'string' }, ['type p']],
    ['a type in capitals', { type: 'STRING' }, { type: 'string' }, ['type p']],
    ['no type at all', { type: 'any' }, {}, ['type p']],
    [
      'properties without a type',
      { properties: { a: {} } },
      { type: 'object', properties: { a: {} } },
      ['type p'],
    ],
    [
      'a closed tuple',
      { type: 'array', items: [{ type: 'string' }, true], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }, {}], items: {}, maxItems: 2 },
      ['draft p', 'boolean p.1'],
    ],
    [
      'an open tuple',
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      ['draft p'],
    ],
    [
      'bounds of draft 4',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 5 },
      ['draft p', 'draft p'],
    ],
    [
      'required names without a property',
      { type: 'object', properties: {}, required: ['a', 'a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
      ['malformed p', 'required p'],
    ],
    [
      'a pattern that is none',
      { type: 'string', pattern: '(' },
      { type: 'string' },
      ['malformed p'],
    ],
    ['no values', { type: 'string', enum: [] }, { type: 'string' }, ['malformed p']],
    [
      'a remote reference',
      { $ref: 'https://example.com/x.json', description: 'd' },
      { description: 'd' },
      ['remote p'],
    ],
    ['a reference to nothing', { $ref: '#/$defs/x' }, {}, ['unresolved p']],
  ])('%s', (_, given, wanted, changes) => {
    expect(parameter(given)).toEqual({ schema: wanted, changes });
  });

  test.each([
    [{ type: 'string', enum: ['a'], default: 'a', examples: ['a'], format: 'uri', vendor: [1] }],
    [{ type: 'array', items: { type: 'object', additionalProperties: false, properties: {} } }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }],
    [{ type: 'object', properties: { default: { type: 'string' }, required: { type: 'number' } } }],
    [{ type: 'object', additionalProperties: { type: 'string' } }],
    [{ const: 'x' }],
    [{}],
  ])('what is well stays the same object: %j', (p) => {
    const tool = {
      name: 't',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { p },
        required: ['p'],
      },
    };
    expect(modelTool(tool)).toEqual({ tool, changes: [] });
    expect(modelTool(tool).tool).toBe(tool);
  });
});

describe('references', () => {
  test.each(['$defs', 'definitions'])('plain ones to %s stay', (map) => {
    const inputSchema = {
      type: 'object',
      properties: {
        a: { $ref: `#/${map}/a`, description: 'own' },
        b: { type: 'array', items: { $ref: `#/${map}/b` } },
      },
      [map]: {
        a: { type: 'object', properties: { b: { $ref: `#/${map}/b` } } },
        b: { type: 'string' },
      },
    };
    expect(repaired(inputSchema)).toEqual({ schema: inputSchema, changes: [] });
  });

  test('definitions that nobody uses go, also where nothing else is to be repaired', () => {
    const used = { type: 'object', properties: { a: { $ref: '#/$defs/a' } } };
    const inputSchema = { ...used, $defs: { a: { type: 'string' }, b: { type: 'int' } } };
    const kept = { ...used, $defs: { a: { type: 'string' } } };
    expect(repaired(inputSchema)).toEqual({ schema: kept, changes: [] });
    const inside = { type: 'object', properties: { a: { type: 'string', $defs: { b: null } } } };
    const clean = { type: 'object', properties: { a: { type: 'string' } } };
    expect(repaired(inside)).toEqual({ schema: clean, changes: [] });
  });

  test('definitions are repaired where they stand, and those that nobody uses go', () => {
    const { schema, changes } = repaired({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'array', items: { $ref: '#/$defs/b' } }, b: { type: 'array' }, c: {} },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: {
        a: { type: 'array', items: { $ref: '#/$defs/b' } },
        b: { type: 'array', items: {} },
      },
    });
    expect(changes).toEqual(['items $defs.b']);
  });

  test('others give way to what they point at', () => {
    const { schema, changes } = repaired({
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/Name', description: 'own' },
        b: { $ref: '#/$defs/Name', minLength: 2 },
        c: { type: 'array', items: { $ref: '#/properties/a' } },
        d: { $ref: '#word' },
      },
      $defs: {
        Name: { type: 'string', description: 'of all', minLength: 1 },
        w: { $anchor: 'word', type: 'number' },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', description: 'own', minLength: 1 },
        b: { type: 'string', description: 'of all', minLength: 2 },
        c: { type: 'array', items: { type: 'string', description: 'own', minLength: 1 } },
        d: { type: 'number' },
      },
    });
    expect(new Set(changes.map((change) => change.split(' ')[0]))).toEqual(new Set(['inlined']));
  });

  test('a definition of itself ends where it comes around', () => {
    const { schema, changes } = repaired({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node' }, whole: { $ref: '#' } },
      $defs: {
        Node: {
          type: 'object',
          description: 'a node',
          properties: { next: { $ref: '#/$defs/Node' } },
        },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        tree: {
          type: 'object',
          description: 'a node',
          properties: { next: { type: 'object', description: 'a node' } },
        },
        whole: { type: 'object' },
      },
    });
    expect(changes).toEqual(['inlined tree', 'cyclic tree.next', 'cyclic whole']);
  });

  test('references that name the schema itself are not remote', () => {
    const { schema } = repaired({
      $id: 'https://example.com/s',
      type: 'object',
      properties: { a: { $ref: 'https://example.com/s#/$defs/n' } },
      $defs: { n: { type: 'number' } },
    });
    expect(schema).toEqual({ type: 'object', properties: { a: { type: 'number' } } });
  });

  test('references that only lead on to each other end', () => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    const { changes } = repaired({ type: 'object', properties: { p: $defs.a }, $defs });
    expect(changes.at(-1)).toBe('cyclic p');
  });
});

describe('the top', () => {
  test.each<[string, Schema, unknown, string[]]>([
    ['nothing', {}, { type: 'object', properties: {} }, ['type', 'properties']],
    ['no object', { type: 'string' }, { type: 'object', properties: {} }, ['combined']],
    [
      'names that are required, without properties',
      { type: 'object', required: ['a', 'a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
      ['malformed', 'properties', 'required'],
    ],
    [
      'references that are none',
      { type: 'object', properties: {}, $ref: ['#'], $dynamicRef: '#nowhere' },
      { type: 'object', properties: {} },
      ['unresolved', 'malformed'],
    ],
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }, ['properties']],
    [
      'a dialect that nobody knows',
      { $schema: 'https://example.com/mine', type: 'object', properties: {} },
      { type: 'object', properties: {} },
      ['dialect'],
    ],
    [
      'all of several',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'number' } } },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'number' } },
        required: ['a'],
      },
      ['type allOf.1', 'type', 'combined'],
    ],
    [
      'one of several',
      {
        type: 'object',
        properties: { id: { type: 'string' } },
        oneOf: [
          { properties: { kind: { const: 'a' }, x: { type: 'string' } }, required: ['kind', 'x'] },
          { properties: { kind: { const: 'b' }, id: { minLength: 2 } }, required: ['kind'] },
        ],
      },
      {
        type: 'object',
        properties: {
          id: { type: 'string' },
          kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
          x: { type: 'string' },
        },
        required: ['kind'],
      },
      ['type oneOf.0', 'type oneOf.1', 'combined'],
    ],
    [
      'alternatives that only require',
      {
        type: 'object',
        properties: { a: {}, b: {} },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      { type: 'object', properties: { a: {}, b: {} } },
      ['combined'],
    ],
    [
      'an object or null',
      { type: ['object', 'null'], properties: { a: {} }, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
      ['types', 'type', 'combined'],
    ],
    [
      'names that no model can use',
      {
        type: 'object',
        properties: { 'a b': {}, '@c': {}, d: {} },
        required: ['@c'],
      },
      { type: 'object', properties: { '@c': {}, d: {} }, required: ['@c'] },
      ['name a b'],
    ],
    [
      'required as draft 3 has it',
      { type: 'object', properties: { a: { type: 'string', required: true } } },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      ['draft a'],
    ],
  ])('%s', (_, given, wanted, changes) => {
    expect(repaired(given)).toEqual({ schema: wanted, changes });
  });

  test('a tool without parameters and description', () => {
    const { tool, changes } = modelTool({ name: 't', title: 'The tool', vendor: 1 });
    expect(tool).toEqual({
      name: 't',
      title: 'The tool',
      description: 'The tool',
      vendor: 1,
      inputSchema: { type: 'object', properties: {} },
    });
    expect(changes.map(({ kind }) => kind)).toEqual(['type', 'properties', 'description']);
  });

  test('what was repaired needs no more repair', () => {
    const { tool } = modelTool({
      name: 't',
      inputSchema: {
        type: 'object',
        properties: { a: { type: ['array', 'null'], nullable: true }, b: { $ref: '#/$defs/b' } },
        anyOf: [{ required: ['a'] }],
        $defs: { b: { items: [true, { type: 'int' }] } },
      },
    });
    expect(modelTool({ ...tool }).changes).toEqual([]);
  });
});

test('what a key `__proto__` holds is no part of the schema beside it', () => {
  const parse = (text: string): Schema => JSON.parse(text) as Schema;
  expect(written(parse('{"type":"array","__proto__":{"items":{}}}'))).toMatchObject({ items: {} });
  const inputSchema = parse(
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{"type":"string"}}}',
  );
  expect(JSON.stringify(repaired(inputSchema).schema)).toBe(JSON.stringify(inputSchema));

  function written(p: Schema): Schema {
    return parse(JSON.stringify(parameter(p).schema));
  }
});

test.each([
  [{ type: ['string', 'number'], constructor: 1, toString: 2 }],
  [{ type: 'constructor', valueOf: {} }],
  [JSON.parse('{"type": ["hasOwnProperty", "list"], "__proto__": {"items": 1}}') as Schema],
])('keywords that every object has are odd and no more: %j', (schema) => {
  const { tool } = modelTool({ name: 't', inputSchema: { properties: { a: schema } } });
  const text = JSON.stringify(tool);
  expect(JSON.parse(text)).toMatchObject({ inputSchema: { properties: { a: {} } } });
});

describe('bounds', () => {
  test('a hundred definitions that each use the next twice stay small', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { type: 'object', properties: { a: next, b: next } }];
      }),
    );
    const { tool, changes } = modelTool({
      name: 't',
      inputSchema: { type: 'object', properties: { p: { $ref: '#/$defs/d0' } }, $defs },
    });
    expect(JSON.stringify(tool).length).toBeLessThan(1_000_000);
    expect(changes.length).toBeLessThanOrEqual(200);
  });

  test('a schema that is very deep ends', () => {
    let inner: Schema = { type: 'string' };
    for (let depth = 0; depth < 5_000; depth++) inner = { type: 'array', items: inner };
    const { changes } = parameter(inner);
    expect(changes.some((change) => change.startsWith('tooLarge'))).toBe(true);
  });

  test('what cannot be repaired allows everything', () => {
    let deep: Schema = {};
    for (let depth = 0; depth < 20_000; depth++) deep = { deep };
    const anyOf = [{ properties: { a: { const: deep } } }, { properties: { a: { const: 1 } } }];
    expect(repaired({ type: 'object', anyOf })).toEqual({
      schema: { type: 'object', properties: {} },
      changes: ['tooLarge'],
    });
  });

  test('many alternatives become one parameter', () => {
    const anyOf = Array.from({ length: 4_000 }, (_, index) => ({
      type: 'object',
      properties: { kind: { const: index } },
    }));
    const { schema } = repaired({ type: 'object', anyOf });
    const { kind } = (schema as { properties: { kind: { anyOf: unknown[] } } }).properties;
    expect(kind.anyOf.length).toBeGreaterThan(2_000);
  });
});
