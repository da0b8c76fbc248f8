import { expect, describe, it, test } from 'vitest';
import type { JsonObject } from '../../../../src/base/json';
import {
  addedValue,
  argumentField,
  branchAt,
  branchLabel,
  type Field,
  fits,
  initialArguments,
  partsOf,
  pointerId,
  pointerTo,
  readTyped,
  typedText,
  withLines,
  withoutSecrets,
  withPart,
} from '../../../../src/ui/serverPage/argumentForm';
import { fitsPattern } from '../../../../src/ui/serverPage/patternCheck';
import { problemsOf, readBack, sampleOf } from '../../../support/formRoundTrip';
import { processorTime } from '../../../support/processorTime';
import { Seeded } from '../../../support/seeded';

/** The field of one argument. */
function fieldOf(schema: unknown, root: object = {}): Field {
  const form = argumentField({ type: 'object', ...root, properties: { a: schema } });
  const field = form.kind === 'group' ? form.members()[0]?.field : undefined;
  if (!field) throw new Error('no field');
  return field;
}

function kindOf(schema: unknown, root?: object): string {
  return fieldOf(schema, root).kind;
}

function codes(schema: object, value: JsonObject): string[] {
  return problemsOf(argumentField(schema), value).map(({ kind, pointer }) => `${pointer} ${kind}`);
}

describe('the kind of a field', () => {
  const definitions = { $defs: { word: { type: 'string' }, loop: { $ref: '#/$defs/loop' } } };
  it.each<[string, unknown]>([
    ['text', { type: 'string' }],
    ['text', { type: 'str' }],
    ['text', { type: ['string', 'null'] }],
    ['text', { type: 'string', nullable: true }],
    ['text', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['text', { pattern: 'a' }],
    ['text', { $ref: '#/$defs/word' }],
    ['text', { $ref: '#/definitions/word' }],
    ['text', { allOf: [{ $ref: '#/$defs/word' }, { maxLength: 2 }] }],
    ['number', { type: 'number' }],
    ['number', { type: ['integer', 'number'] }],
    ['flag', { type: 'boolean' }],
    ['choice', { enum: ['a', 1, null] }],
    ['choice', { const: { a: 1 } }],
    ['choice', { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }],
    ['choice', { anyOf: [{ enum: ['a'] }, { type: 'null' }] }],
    ['choice', { type: 'null' }],
    ['list', { type: 'array' }],
    ['list', { prefixItems: [true] }],
    ['group', { type: 'object' }],
    ['group', { properties: {} }],
    ['group', { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['union', { type: ['string', 'number'] }],
    ['union', { anyOf: [{ type: 'string' }, { type: 'array' }] }],
    ['json', true],
    ['json', {}],
    ['json', { $ref: '#/$defs/loop' }],
    ['json', { $ref: 'https://example.com/x' }],
    ['json', { allOf: [{ type: 'string' }, { type: 'object' }] }],
  ])('is %s for %j', (kind, schema) => {
    expect(kindOf(schema, definitions)).toBe(kind);
  });

  it('is JSON for more choices than anybody can read', () => {
    expect(kindOf({ enum: Array.from({ length: 2_000 }, (_, at) => at) })).toBe('json');
  });

  it('is the whole object for a missing schema, with properties of any name', () => {
    for (const schema of [undefined, null, true, [], 'x', {}])
      expect(argumentField(schema)).toMatchObject({ kind: 'group', isMap: true });
  });

  it('has no free properties where a tool takes no arguments', () => {
    for (const schema of [{ type: 'object' }, { type: 'object', properties: {} }])
      expect(argumentField(schema)).toMatchObject({ kind: 'group', isMap: false });
    expect(fieldOf({ type: 'object' })).toMatchObject({ isMap: true });
  });

  it('leaves out what a schema forbids, and adds what it only requires', () => {
    const form = argumentField({ properties: { no: false, a: true }, required: ['a', 'b'] });
    const keys =
      form.kind === 'group' && form.members().map(({ key, isRequired }) => [key, isRequired]);
    expect(keys).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('has labels, hints and secrets', () => {
    const field = fieldOf({
      type: 'string',
      title: 'A',
      description: 'B',
      default: 'c',
      examples: ['d'],
      format: 'password',
    });
    expect(field).toMatchObject({
      title: 'A',
      description: 'B',
      preset: 'c',
      example: 'd',
      isSecret: true,
    });
    expect(fieldOf({ anyOf: [{ type: 'string' }, { type: 'null' }], title: 'A' })).toMatchObject({
      title: 'A',
      isNullable: true,
    });
  });

  it('follows recursion as far as somebody opens it', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    let field = argumentField(tree);
    let levels = 0;
    while (field.kind === 'group' && levels < 100) {
      levels += 1;
      const [member] = field.members();
      if (member) field = member.field;
    }
    expect(field).toMatchObject({ kind: 'json', isCut: true });
    expect(levels).toBe(13);
    expect(initialArguments(tree)).toEqual({ next: { next: {} } });
  });
});

describe('alternatives', () => {
  const shapes = {
    oneOf: [
      { properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind'] },
      { properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind'] },
    ],
  };

  it('are told apart by their constants', () => {
    const field = fieldOf(shapes);
    if (field.kind !== 'union') throw new Error('no union');
    expect(field.branches().map(branchLabel)).toEqual(['kind: circle', 'kind: square']);
    expect(branchAt(field, { kind: 'square' })).toBe(1);
    expect(branchAt(field, { kind: 'square', radius: 1 })).toBe(1);
  });

  const places = fieldOf({
    oneOf: [
      { properties: { id: { type: 'number' }, note: { type: 'string' } } },
      {
        properties: { owner: { type: 'string' }, repo: { type: 'string' } },
        required: ['owner', 'repo'],
      },
    ],
  });
  const texts = fieldOf({ type: ['string', 'number'] });

  it('stay as a person chose them or wrote in them, until somebody else changes the value', () => {
    if (places.kind !== 'union' || texts.kind !== 'union') throw new Error('no union');
    const empty = {};
    expect(branchAt(places, empty)).toBe(0);
    expect(branchAt(places, empty, true, { at: 1, value: empty })).toBe(1);
    expect(branchAt(places, { id: 1 }, true, { at: 1, value: empty })).toBe(0);
    expect(branchAt(texts, undefined, false, { at: 1, value: undefined })).toBe(1);
    expect(branchAt(texts, 'a', false, { at: 1, value: undefined })).toBe(0);
  });

  it('are of the schema as it is now', () => {
    if (texts.kind !== 'union') throw new Error('no union');
    expect(branchAt(texts, 5, true, { at: 0, value: 5 })).toBe(1);
    expect(branchAt(texts, 5, true, { at: 2, value: 5 })).toBe(1);
  });

  it('are not chosen without a value, but for the first of what is required, which is no object', () => {
    if (places.kind !== 'union' || texts.kind !== 'union') throw new Error('no union');
    const chosen = [branchAt(texts, undefined), branchAt(texts, undefined, false)];
    expect([...chosen, branchAt(places, undefined)]).toEqual([0, -1, -1]);
  });

  it('have what stands beside them', () => {
    const form = argumentField({ ...shapes, properties: { name: { type: 'string' } } });
    const [first] = form.kind === 'union' ? form.branches() : [];
    const keys = first?.kind === 'group' && first.members().map(({ key }) => key);
    expect(keys).toEqual(['name', 'kind', 'radius']);
  });
});

describe('initial arguments', () => {
  it('are defaults, and constants that are required', () => {
    expect(
      initialArguments({
        properties: {
          a: { default: 1 },
          b: { const: 'x' },
          c: { const: 'y' },
          d: { properties: { e: { const: 2 } }, required: ['e'] },
          f: { properties: { g: { default: 2 } } },
          h: { type: 'string' },
          i: { type: 'boolean' },
        },
        required: ['b', 'd', 'h', 'i'],
      }),
    ).toEqual({ a: 1, b: 'x', d: { e: 2 } });
  });

  it('have neither a null that may be left out, nor a default of another kind', () => {
    const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
    expect(
      initialArguments({
        properties: {
          a: { ...orNull({ type: 'string' }), default: null },
          b: { type: 'string', default: null },
          c: { type: ['integer', 'null'], default: null },
          d: { ...orNull({ enum: ['x'] }), default: null },
          e: { ...orNull({ type: 'object' }), default: null },
          f: { default: null },
          g: { type: 'number', default: '1' },
          h: { type: 'string', default: null },
          i: { ...orNull({ type: 'string' }), default: null },
        },
        required: ['h', 'i'],
      }),
    ).toEqual({ i: null });
  });
});

describe('what is required', () => {
  const circle = {
    properties: { kind: { const: 'circle' }, radius: { default: 1 } },
    required: ['kind'],
  };
  const square = { properties: { kind: { const: 'square' } }, required: ['kind'] };

  it('is sent as the form shows it: objects, and the first of several kinds of them', () => {
    expect(
      initialArguments({
        properties: {
          shape: { oneOf: [circle, square] },
          options: { type: 'object', properties: { deep: { type: 'boolean' } } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          inside: { properties: { shape: { anyOf: [circle, square] } }, required: ['shape'] },
          id: { type: ['string', 'number'] },
          left: { oneOf: [circle, square] },
        },
        required: ['shape', 'options', 'labels', 'inside', 'id'],
      }),
    ).toEqual({
      shape: { kind: 'circle', radius: 1 },
      options: {},
      labels: {},
      inside: { shape: { kind: 'circle', radius: 1 } },
    });
    expect(initialArguments({ oneOf: [circle, square] })).toEqual({ kind: 'circle', radius: 1 });
  });

  it('ends where alternatives require each other', () => {
    const not = {
      properties: { op: { const: 'not' }, of: { $ref: '#/$defs/rule' } },
      required: ['op', 'of'],
    };
    const $defs = { rule: { oneOf: [not, { properties: { op: { const: 'all' } } }] } };
    const schema = { properties: { a: { $ref: '#/$defs/rule' } }, required: ['a'], $defs };
    expect(initialArguments(schema)).toEqual({ a: { op: 'not', of: { op: 'not' } } });
  });
});

describe('a part that is added', () => {
  it('is more than the null that it was by itself', () => {
    const nullable = { default: null, nullable: true };
    const options = { type: 'object', properties: { depth: { default: 2 } } };
    expect(addedValue(fieldOf({ ...nullable, ...options }))).toEqual({ depth: 2 });
    expect(addedValue(fieldOf({ ...nullable, type: 'string' }))).toBe('');
    expect(addedValue(fieldOf({ ...nullable, type: 'integer', minimum: 1 }))).toBe(1);
  });
});

describe('typed text', () => {
  it.each<[string, string, unknown]>([
    ['number', '1', { value: 1 }],
    ['number', ' -2.5e3 ', { value: -2500 }],
    ['number', '1.', { problem: 'notNumber' }],
    ['number', '1e999', { problem: 'notNumber' }],
    ['number', '0x10', { problem: 'notNumber' }],
    ['number', '12345678901234567890', { problem: 'inexact' }],
    ['number', '', { value: undefined }],
    ['string', '', { value: undefined }],
    ['string', ' x ', { value: ' x ' }],
  ])('of a %s is read: %j', (type, text, read) => {
    expect(readTyped(fieldOf({ type }), text, undefined, false)).toEqual(read);
  });

  it('of JSON is read, or a problem', () => {
    expect(readTyped(fieldOf(true), '{"a":[1]}', undefined, false)).toEqual({ value: { a: [1] } });
    expect(readTyped(fieldOf(true), '{', undefined, false)).toEqual({ problem: 'notJson' });
    const long = '[9007199254740993]';
    expect(readTyped(fieldOf(true), long, undefined, false)).toEqual({ problem: 'inexact' });
  });

  it('that is unchanged keeps its value', () => {
    const text = fieldOf({ type: 'string' });
    expect(readTyped(text, '', '', false)).toEqual({ value: '' });
    expect(readTyped(text, '', undefined, true)).toEqual({ value: '' });
    expect(typedText(fieldOf(true), { a: 1 })).toBe('{\n  "a": 1\n}');
  });
});

describe('lines that are pasted into a box of one line', () => {
  it.each<[string, [number, number], string, unknown]>([
    ['', [0, 0], 'a\nb', { text: 'a\nb', cursor: 3 }],
    ['one two', [4, 7], 'a\r\nb\rc\n', { text: 'one a\nb\nc\n', cursor: 10 }],
    ['one two', [0, 3], '\na', { text: '\na two', cursor: 2 }],
    ['one', [3, 3], ' two', undefined],
    ['one', [3, 3], ' two\r\n\n', undefined],
  ])('%j %j take %j', (text, selected, added, taken) => {
    expect(withLines(text, selected, added)).toEqual(taken);
  });
});

describe('problems', () => {
  const one = (schema: object): object => ({ properties: { a: schema } });
  it.each<[string, object, unknown]>([
    ['notWhole', { type: 'integer' }, 1.5],
    ['tooSmall', { type: 'number', minimum: 2 }, 1],
    ['tooLarge', { type: 'number', maximum: 2 }, 3],
    ['notAbove', { type: 'number', exclusiveMinimum: 2 }, 2],
    ['notBelow', { type: 'number', maximum: 2, exclusiveMaximum: true }, 2],
    ['notMultiple', { type: 'number', multipleOf: 0.1 }, 0.35],
    ['tooShort', { type: 'string', minLength: 2 }, '😀'],
    ['tooLong', { type: 'string', maxLength: 2 }, 'abc'],
    ['wrongPattern', { type: 'string', pattern: '^a+$' }, 'b'],
    ['notOffered', { enum: ['a'] }, 'b'],
    ['wrongKind', { type: 'number' }, 'b'],
    ['wrongKind', { anyOf: [{ type: 'number' }, { type: 'string' }] }, []],
    ['tooFew', { type: 'array', minItems: 1 }, []],
    ['tooMany', { type: 'array', maxItems: 1 }, [1, 2]],
  ])('%s: %j does not take %j', (code, schema, value) => {
    expect(codes(one(schema), { a: value } as JsonObject)).toEqual([`/a ${code}`]);
  });

  it('have the place of the part', () => {
    const schema = {
      properties: {
        'a/b': { items: { properties: { 'c~': { type: 'string' } }, required: ['c~'] } },
      },
    };
    expect(codes(schema, { 'a/b': [{}], d: 1 })).toEqual(['/a~1b/0/c~0 missing']);
    expect(codes(one({ type: 'number', multipleOf: 0.1 }), { a: 0.3 })).toEqual([]);
    expect(codes(one({ type: ['string', 'null'] }), { a: null })).toEqual([]);
  });
});

describe('patterns', () => {
  it('run only where they end soon', () => {
    expect(fitsPattern('^[a-z]+-\\d{2,4}$', 'abc-123')).toBe(true);
    expect(fitsPattern('^(?:a|b)$', 'c')).toBe(false);
    const long = 'a'.repeat(40);
    for (const bomb of [
      '(a+)+$',
      '(a|a)*$',
      '(a?){40}a{40}',
      'a?'.repeat(40) + long,
      '(a*)\\1',
      '((',
    ])
      expect(fitsPattern(bomb, `${long}!`), bomb).toBeUndefined();
    expect(fitsPattern('a*'.repeat(9), `${'a'.repeat(200)}!`)).toBeUndefined();
  });
});

describe('secrets', () => {
  const secret = { type: 'string', format: 'password' };
  it('are left out wherever they stand', () => {
    const schema = {
      properties: {
        key: secret,
        list: { items: { properties: { pin: { writeOnly: true }, name: true } } },
        map: { additionalProperties: { $ref: '#/$defs/secret' } },
        either: { anyOf: [{ type: 'number' }, secret] },
        wrong: { properties: { inner: secret } },
        free: true,
      },
      $defs: { secret },
    };
    const value = {
      key: 'a',
      list: [{ pin: 'b', name: 'n' }],
      map: { x: 'c' },
      either: 'd',
      wrong: 'e',
      free: { f: 1 },
      other: 2,
    };
    const left = { list: [{ name: 'n' }], map: {}, free: { f: 1 }, other: 2 };
    expect(withoutSecrets(schema, value)).toEqual(left);
  });
});

describe('hostile schemas', () => {
  const nested = (levels: number, wrap: (inner: object) => object): object => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < levels; level++) schema = wrap(schema);
    return schema;
  };
  const doubled = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `d${at}`,
      { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  );
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, {}]));
  const unions = (levels: number): object =>
    nested(levels, (inner) => ({ anyOf: Array.from({ length: 40 }, () => inner) }));
  const choices = {
    a: { $ref: '#/$defs/a' },
    b: { anyOf: Array.from({ length: 40 }, () => ({ $ref: '#/$defs/b' })) },
  };
  it.each<[string, unknown]>([
    ['deep', nested(5_000, (inner) => ({ properties: { a: inner }, required: ['a'] }))],
    ['deep lists', nested(5_000, (items) => ({ items }))],
    ['wide', { properties: many }],
    ['doubling', { properties: { a: { $ref: '#/$defs/d0' } }, $defs: doubled }],
    ['branching', { properties: { a: unions(10) } }],
    [
      'cyclic',
      { properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/b' } }, $defs: choices },
    ],
    [
      'inherited names',
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
    ],
    [
      'nonsense',
      { properties: 1, required: 'a', anyOf: {}, enum: 'x', type: [[]], allOf: [[]], $ref: 1 },
    ],
  ])('that are %s are read soon', (_name, schema) => {
    const taken = processorTime();
    const value = JSON.parse('{"a":{"a":[[["x"]]]},"b":"x","__proto__":"y","p5":1}') as JsonObject;
    const form = argumentField(schema);
    initialArguments(schema);
    problemsOf(form, value);
    withoutSecrets(schema, value);
    expect(readBack(form, value)).toEqual(value);
    expect(taken()).toBeLessThan(2_000);
  });
});

test('parts keep their order and take any name', () => {
  const value = { a: 1, b: 2 };
  expect(Object.keys(withPart(value, 'a', 3) as object)).toEqual(['a', 'b']);
  expect(withPart(value, 'a', undefined)).toEqual({ b: 2 });
  expect(Object.keys(withPart(value, '__proto__', 1) as object)).toEqual(['a', 'b', '__proto__']);
  expect(withPart([1, 2], 1, 3)).toEqual([1, 3]);
  const form = argumentField({ properties: { a: { type: 'string' } } });
  const kinds =
    form.kind === 'group' && partsOf(form, value).map(({ key, field }) => [key, field.kind]);
  expect(kinds).toEqual([
    ['a', 'json'],
    ['b', 'json'],
  ]);
});

test.each(['first name', 'a\tb\nc', 'a?hint', 'ä/\uD83D\uDE00', '\uD83D'])(
  'the ID of the property %j has no blank, and none that belongs to another',
  (name) => expect(pointerId(pointerTo('', name))).toMatch(/^[\w%~-]+$/),
);

test('any schema is shown, and any arguments survive it', () => {
  const random = new Seeded(20_261_125);
  for (let round = 0; round < 2_000; round++) {
    const schema = { ...randomSchema(random, 3), $defs: { x: randomSchema(random, 2) } };
    const form = argumentField(schema);
    const own = sampleOf(form, random);
    const value = JSON.parse(
      JSON.stringify(random.once(4) ? { a: randomJson(random, 3) } : own),
    ) as JsonObject;
    const told = JSON.stringify({ schema, value });
    if (fits(form, value)) expect(readBack(form, value), told).toEqual(value);
    problemsOf(form, value);
    withoutSecrets(schema, value);
    initialArguments(schema);
  }
});

function randomSchema(random: Seeded, depth: number): Record<string, unknown> {
  const inner = (): unknown => (random.once(12) ? random.once(2) : randomSchema(random, depth - 1));
  const leaf: readonly (() => Record<string, unknown>)[] = [
    () => ({ type: random.pick(['string', 'integer', 'number', 'boolean', 'null', 'odd']) }),
    () => ({ type: [random.pick(['string', 'object', 'array']), random.pick(['null', 'number'])] }),
    () => ({ enum: ['a', 1, null, { b: [] }] }),
    () => ({ const: random.pick(['a', 'b']) }),
    () => ({ $ref: random.pick(['#', '#/$defs/x', '#/$defs/none']) }),
    () => ({ type: 'string', pattern: random.pick(['^a', '(a+)+$', '((']), default: 'd' }),
    () => ({}),
  ];
  const nested: readonly (() => Record<string, unknown>)[] = [
    () => ({ type: 'object', properties: { a: inner(), b: inner() }, required: ['a'] }),
    () => ({ type: 'object', additionalProperties: inner() }),
    () => ({ patternProperties: { '^a': inner() }, additionalProperties: false }),
    () => ({ type: 'array', items: inner() }),
    () => ({ prefixItems: [inner(), inner()] }),
    () => ({ anyOf: [inner(), inner()] }),
    () => ({ oneOf: [inner(), { type: 'null' }], properties: { c: inner() } }),
    () => ({ allOf: [inner(), inner()], title: 't' }),
  ];
  return random.pick(depth > 0 && !random.once(4) ? nested : leaf)();
}

function randomJson(random: Seeded, depth: number): unknown {
  const leaves = ['', 'a', 0, -1.5, true, null, '1.'];
  if (depth === 0 || random.once(3)) return random.pick(leaves.map((value) => ({ value }))).value;
  const inner = (): unknown => randomJson(random, depth - 1);
  return random.once(2) ? [inner(), inner()] : { a: inner(), b: inner() };
}
