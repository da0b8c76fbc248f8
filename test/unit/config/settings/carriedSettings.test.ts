import { expect, test } from 'vitest';
import { carryWrite, layerOf } from '../../../../src/config/write/settingsWrite';
import type { ConfigSource } from '../../../../src/config/definition';

const source = (level: number, folder?: string): ConfigSource => ({
  id: 'x',
  file: '/x',
  folder,
  dialect: 'vscode',
  level,
  readByEditor: false,
});

test.each([
  ['the own file', source(200), 1, 'user'],
  ['the own file of a remote machine', source(150), 2, 'user'],
  ['a file of the only folder', source(0, '/shop'), 1, 'workspace'],
  ['a file of one of two folders', source(0, '/shop'), 2, 'folder'],
  ['a workspace file', source(100), 2, 'workspace'],
] as const)('%s belongs to a layer', (_what, from, folders, layer) => {
  expect(layerOf(from, folders)).toBe(layer);
});

test('what a layer says beyond what comes stays', () => {
  const said = {
    Till: { share: 'window', callTimeoutSeconds: 9, tools: { allow: ['a*'], hide: ['x'] } },
    crane: { enabled: false },
  };
  const till = { name: 'till', settings: { callTimeoutSeconds: 20, tools: { hide: ['melt'] } } };
  const off = { name: 'off', settings: { enabled: false } };
  expect(carryWrite([till, off], 'user', said)).toEqual({
    layer: 'user',
    value: {
      Till: { share: 'window', callTimeoutSeconds: 20, tools: { allow: ['a*'], hide: ['melt'] } },
      crane: { enabled: false },
      off: { enabled: false },
    },
  });
});

test.each([undefined, 5, [], { off: 7 }])('what is no object (%j) makes room', (said) => {
  const off = { name: 'off', settings: { enabled: false } };
  expect(carryWrite([off], 'folder', said)).toEqual({
    layer: 'folder',
    value: { off: { enabled: false } },
  });
});

test('without settings nothing is written', () => {
  expect(carryWrite([], 'user', { till: {} })).toBeUndefined();
});
