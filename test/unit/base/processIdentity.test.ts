import { expect, test } from 'vitest';
import { hasHeir, identityOf } from '../../../src/base/processIdentity';

test('an id has an heir when another process has it', () => {
  const own = identityOf(process.pid);
  expect(hasHeir(own)).toBe(false);
  expect(hasHeir({ pid: 2_147_483_646, birth: own.birth })).toBe(false);
  const isTold = process.platform === 'linux';
  expect(hasHeir({ ...own, birth: `${own.birth}1` })).toBe(isTold);
  expect(hasHeir({ pid: process.pid })).toBe(isTold);
});
