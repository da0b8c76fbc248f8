import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { readFailure } from '../../../src/tools/callTool';

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
