import { describe, expect, it, test } from 'vitest';
import { environmentValue, processEnvironment } from '../../../src/base/environment';

test('own variables replace inherited ones, and null unsets', () => {
  const base = { PATH: '/bin', HOME: '/home/a', Token: 'old' };
  expect(processEnvironment(base, { HOME: null, TOKEN: 'new' }, 'linux')).toEqual({
    PATH: '/bin',
    Token: 'old',
    TOKEN: 'new',
  });
});

test('on Windows another spelling is the same variable', () => {
  const base = { Path: 'C:\\', SystemRoot: 'C:\\Windows', TEMP: 'x' };
  expect(processEnvironment(base, { PATH: 'D:\\', temp: null }, 'win32')).toEqual({
    SystemRoot: 'C:\\Windows',
    PATH: 'D:\\',
  });
});

describe('environmentValue', () => {
  it('follows the case rule of the platform', () => {
    expect(environmentValue({ Path: 'p' }, 'PATH', 'win32')).toBe('p');
    expect(environmentValue({ Path: 'p' }, 'PATH', 'linux')).toBeUndefined();
    expect(environmentValue({ Path: 'p', PATH: 'q' }, 'PATH', 'win32')).toBe('q');
  });

  it('finds only what was set', () => {
    expect(environmentValue({}, 'constructor', 'linux')).toBeUndefined();
    expect(environmentValue({ EMPTY: '' }, 'EMPTY', 'linux')).toBe('');
  });
});
