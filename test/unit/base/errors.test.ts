import { expect, test } from 'vitest';
import { reasonOf, UserError } from '../../../src/base/errors';

test('the reason of a thrown value', () => {
  expect(reasonOf(new UserError('notFound', { command: 'x' }))).toEqual({
    code: 'notFound',
    args: { command: 'x' },
  });
  expect(reasonOf('odd')).toEqual({ code: 'unexpected', args: { message: 'odd' } });
});
