import { expect, test } from 'vitest';
import { processEnvironment } from '../../../src/connection/environment';

test('own variables replace inherited ones, and null unsets', () => {
  const base = { PATH: '/bin', HOME: '/home/a', Token: 'old' };
  expect(processEnvironment(base, { HOME: null, TOKEN: 'new' }, false)).toEqual({
    PATH: '/bin',
    Token: 'old',
    TOKEN: 'new',
  });
});

test('on Windows another spelling is the same variable', () => {
  const base = { Path: 'C:\\', SystemRoot: 'C:\\Windows', TEMP: 'x' };
  expect(processEnvironment(base, { PATH: 'D:\\', temp: null }, true)).toEqual({
    SystemRoot: 'C:\\Windows',
    PATH: 'D:\\',
  });
});
