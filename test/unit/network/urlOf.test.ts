import { expect, test } from 'vitest';
import { urlOf, isServerUrl, publicUrl } from '../../../src/network/urlOf';

test('an address is read, also from another one on', () => {
  expect(urlOf('https://a.example/mcp')?.pathname).toBe('/mcp');
  expect(urlOf('/mcp', 'https://a.example')?.href).toBe('https://a.example/mcp');
  expect(urlOf('/mcp')).toBeUndefined();
});

test('what the constructor refuses is none, however it looks', () => {
  const long = `https://J${'x'.repeat(20_000)}.example/mcp`;
  expect(() => urlOf(long)).not.toThrow();
  expect(isServerUrl(long)).toBe(urlOf(long) !== undefined);
});

test.each([
  ['https://u:p@a.example/mcp?token=1#x', 'https://a.example/mcp'],
  ['unix:///tmp/s.sock#/mcp?token=1', 'unix:///tmp/s.sock'],
])('of %s, %s is public', (url, shown) => {
  expect(publicUrl(url)).toBe(shown);
});
