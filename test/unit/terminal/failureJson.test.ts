import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { failureJson } from '../../../src/terminal/commands';

test('the JSON of a failure says what to do in a terminal', () => {
  const { error } = JSON.parse(failureJson(new UserError('unexpected', { message: 'x' }))) as {
    error: { next: string };
  };
  expect(error.next).toContain('roundhouse doctor --report');
});
