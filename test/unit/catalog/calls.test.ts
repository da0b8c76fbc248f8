import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { missingArguments } from '../../../src/catalog/missingArguments';
import { readFailure } from '../../../src/catalog/readFailure';
import type { McpObject } from '../../../src/contract/state';

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, depth: { type: 'number', default: 1 }, all: {} },
  required: ['path', 'depth', 'undescribed'],
};

test.each<[McpObject, string[]]>([
  [{}, ['path']],
  [{ all: true }, ['path']],
  [{ path: null }, []],
  [{ path: 'x' }, []],
])('of %j these are missing: %j', (given, missing) => {
  const error = missingArguments({ name: 'list', inputSchema }, given);
  expect(error?.args['missing'] ?? []).toEqual(missing);
});

test.each([undefined, {}, { required: 'path' }, { properties: { a: {} } }])(
  'a schema that requires nothing misses nothing: %j',
  (schema) => {
    expect(missingArguments({ name: 'list', inputSchema: schema }, {})).toBeUndefined();
  },
);

test.each([
  ['resources/read', -32002, 'resourceNotFound'],
  ['resources/read', -32602, 'resourceNotFound'],
  ['resources/read', -32603, 'serverError'],
  ['prompts/get', -32602, 'serverError'],
])('%s that fails with %d is %s', (method, code, wanted) => {
  const error = new UserError('serverError', { code, message: 'no' });
  expect(readFailure(error, method, { uri: 'a:1' })).toMatchObject({
    code: wanted,
    args: { message: 'no' },
  });
});
