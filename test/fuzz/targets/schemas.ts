import { isDeepStrictEqual } from 'node:util';
import { isDeeperThan, isObject } from '../../../src/base/json';
import { modelTool } from '../../../src/tools/schema/modelTool';
import { headersOfCall, parameterHeadersOf } from '../../../src/protocol/headers';
import { holds, type Target } from '../target';
import { jsonOf } from './pieces';

const types: readonly unknown[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
];
const refusedAtTop = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'];

/** The parameters of a tool: what a model gets of them is what every provider takes. */
export const schemas: Target = {
  name: 'schemas',
  reads: 'the schema of a tool, made fit for models',
  seeds: [
    '{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"array"}},"required":["a","c"]}',
    '{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"$ref":"#/$defs/x"}}}],"$defs":{"x":{"type":"int"}}}',
    '{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"properties":{"c":{"$ref":"#/$defs/a"}}}},"properties":{"d":{"$ref":"#/$defs/a"}}}',
    '{"type":"object","properties":{"a":{"items":[{"type":"string"},true],"additionalItems":{"type":"number"},"minimum":1,"exclusiveMinimum":true}}}',
    '{"$schema":"http://json-schema.org/draft-04/schema#","id":"x","definitions":{"a":{"$id":"y","$anchor":"z"}},"properties":{"q":{"$ref":"#z"},"r":{"nullable":true,"enum":[1,"a"]}}}',
    '{"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"properties":{"c":{"type":"integer","x-mcp-header":"c"}}}}}',
    '{"type":"object","required":["a"]}',
    '{"type":"object","properties":{"a":{"type":["string","null"],"anyOf":[{"type":"string"}],"nullable":true}}}',
    '{"type":"object","properties":{},"$defs":{"a":null}}',
    '{"properties":{"a":{"type":"array","__proto__":{"items":{}}}}}',
    '{"properties":{"a":{"$ref":"#/$defs/__proto__"}},"$defs":{"__proto__":{"type":"string"}}}',
    '{"$ref":[1],"properties":{"a":{"$ref":"x","$dynamicRef":"#y"}}}',
  ],
  words: [
    '"$dynamicRef":"#',
    '"$ref":"#"',
    '"$ref":"#/$defs/',
    '"type":',
    '"items":',
    '"anyOf":[',
    '"nullable":true',
    '"required":',
  ],
  run(input) {
    const inputSchema = jsonOf(input);
    // What is deeper is in no list.
    if (!isObject(inputSchema) || isDeeperThan(200, inputSchema)) return;
    mirrors(inputSchema);
    const { tool } = modelTool({ name: 'x', inputSchema });
    const written: unknown = JSON.parse(JSON.stringify(tool.inputSchema));
    if (!isObject(written)) return holds(false, 'no schema');
    holds(written['type'] === 'object', 'no object at the top', () => written);
    holds(isObject(written['properties']), 'no properties at the top', () => written);
    for (const key of refusedAtTop) holds(!(key in written), `${key} at the top`, () => written);
    accepted(written, written);
    // A reference in a value, such as a default, is none; which definitions are kept depends on it all the same.
    if (input.includes('ref"')) return;
    const again = modelTool({ name: 'x', inputSchema: written }).tool.inputSchema;
    holds(
      isDeepStrictEqual(JSON.parse(JSON.stringify(again)), written),
      'is repaired twice',
      () => [written, again],
    );
  },
};

/** What holds for each schema in it; `isMap`: the keys are names. */
function accepted(schema: unknown, root: Record<string, unknown>): void {
  if (!isObject(schema)) return;
  const { type, items, $ref: reference, required } = schema;
  holds(type === undefined || types.includes(type), 'a type that is none', () => schema);
  const otherwise = '$dynamicRef' in schema || '$recursiveRef' in schema;
  holds(!otherwise, 'a reference that only JSON Schema knows', () => schema);
  holds(type !== 'array' || isObject(items), 'an array without items', () => schema);
  holds(required === undefined || Array.isArray(required), 'required is no list', () => schema);
  if (typeof reference === 'string') {
    const [, map = '', name = ''] = /^#\/(\$defs|definitions)\/(.*)$/.exec(reference) ?? [];
    const definitions = root[map];
    const isThere = isObject(definitions) && Object.hasOwn(definitions, name);
    holds(isThere, 'a reference leads nowhere', () => [schema, root]);
  }
  for (const key of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
    if (isObject(schema[key]))
      for (const part of Object.values(schema[key])) {
        holds(isObject(part), 'a schema is no object', () => schema);
        accepted(part, root);
      }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const list = schema[key];
    holds(list === undefined || Array.isArray(list), `${key} is no list`, () => schema);
    if (Array.isArray(list)) for (const part of list) accepted(part, root);
  }
  for (const key of ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
    accepted(schema[key], root);
}

/** Arguments that go along as headers are values that a header can have. */
function mirrors(schema: unknown): void {
  const headers = parameterHeadersOf(schema);
  if ('code' in headers) return;
  const written = JSON.stringify(schema);
  const values = Object.fromEntries(headers.map(({ path: [key = ''] }) => [key, written]));
  for (const [name, value] of Object.entries(headersOfCall(headers, values))) {
    holds(/^[!#$%&'*+\-.^_`|~\w]+$/.test(name), 'no name of a header', () => name);
    holds(/^[\t\x20-\x7e]*$/.test(value), 'no value of a header', () => value);
  }
}
