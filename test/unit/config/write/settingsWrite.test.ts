import { describe, expect, it, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import {
  layersToDisable,
  planDisable,
  planEnable,
  planDescription,
  carryWrite,
  exportedSettings,
  layerOf,
} from '../../../../src/config/write/settingsWrite';

const off = { enabled: false };
const plain = { disabled: false, ofWorkspace: false };

describe('planDisable', () => {
  it('adds one word and keeps the rest, whatever the case of the name', () => {
    const user = { Till: { autostart: 'never' }, mail: off };
    expect(planDisable('till', { user }, 'user')).toEqual({
      layer: 'user',
      value: { Till: { autostart: 'never', enabled: false }, mail: off },
    });
    expect(planDisable('till', { user }, 'workspace').value).toEqual({ till: off });
    expect(planDisable('till', { user: 'broken' }, 'user').value).toEqual({ till: off });
  });
});

describe('planEnable', () => {
  it('takes back each layer that switches it off, and nothing else', () => {
    const layers = {
      user: { till: off },
      workspace: { till: { ...off, share: 'window' }, mail: off },
      folder: { till: { share: 'window' } },
    };
    expect(planEnable('till', layers, plain, 1)).toEqual([
      { layer: 'user', value: undefined },
      { layer: 'workspace', value: { till: { share: 'window' }, mail: off } },
    ]);
  });

  it('writes the one file of a single folder once', () => {
    const layers = { workspace: { till: off }, folder: { till: off } };
    expect(planEnable('till', layers, plain, 1)).toEqual([
      { layer: 'workspace', value: undefined },
    ]);
  });

  it('writes both files of a folder among several, also where they say the same', () => {
    const layers = { workspace: { till: off }, folder: { till: off } };
    expect(planEnable('till', layers, plain, 2)).toEqual([
      { layer: 'workspace', value: undefined },
      { layer: 'folder', value: undefined },
    ]);
  });

  it('overrules a person’s file in the user settings, and no file of a workspace', () => {
    const entry = { disabled: true, ofWorkspace: false };
    const value = { till: { enabled: true } };
    expect(planEnable('till', {}, entry, 1)).toEqual([{ layer: 'user', value }]);
    expect(planEnable('till', { user: { till: off } }, entry, 1)).toEqual([
      { layer: 'user', value },
    ]);
    expect(planEnable('till', { user: value }, entry, 1)).toEqual([]);
    expect(() => planEnable('till', {}, { disabled: true, ofWorkspace: true }, 1)).toThrow(
      expect.objectContaining({ code: 'disabledInFile' }),
    );
  });
});

describe('layersToDisable', () => {
  const source = (parts: Partial<ConfigSource>): ConfigSource => ({
    id: 'user',
    file: '/mcp.json',
    dialect: 'vscode',
    level: 200,
    readByEditor: true,
    ...parts,
  });
  const ofFolder = source({ id: 'folder:a', folder: '/a', level: 0 });
  const ofWorkspace = source({ id: 'workspace', level: 100 });

  it.each<[string, ConfigSource, number, string[]]>([
    ['no folder', source({}), 0, ['user']],
    ['a person’s server', source({}), 1, ['workspace', 'user']],
    ['the one folder’s', ofFolder, 1, ['workspace']],
    ['one of several folders’', ofFolder, 2, ['folder']],
    ['the workspace file’s', ofWorkspace, 2, ['workspace']],
  ])('%s', (_what, from, folders, expected) => {
    expect(layersToDisable(from, folders)).toEqual(expected);
  });
});

it('writes one text beside what is said already, whatever the case of the server’s name', () => {
  const before = { Till: { share: 'window', descriptions: { pay: 'Pays.' } }, mail: {} };
  expect(planDescription('till', before, 'add', 'Adds.')).toEqual({
    layer: 'user',
    value: {
      Till: { share: 'window', descriptions: { pay: 'Pays.', add: 'Adds.' } },
      mail: {},
    },
  });
  expect(planDescription('till', 'broken', '__proto__', 'Adds.').value).toEqual({
    till: { descriptions: { ['__proto__']: 'Adds.' } },
  });
});

it('leaves nothing behind when the last one is taken back', () => {
  const both = { till: { descriptions: { add: 'Adds.', pay: 'Pays.' } } };
  const one = planDescription('till', both, 'add', undefined).value;
  expect(one).toEqual({ till: { descriptions: { pay: 'Pays.' } } });
  expect(planDescription('till', one, 'pay', undefined).value).toBeUndefined();
});

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

test.each([
  ['nothing', [], undefined],
  ['everything', [['*']], undefined],
  ['names', [['pay', 'melt']], ['pay', 'melt']],
  ['names and patterns', [['p*', 'melt'], ['pay', 'add'], ['*']], ['pay']],
  ['patterns alone', [['*'], ['p*']], ['p*']],
] as const)(
  'an export allows what every layer does: %s',
  (_what, [user, workspace, folder], expected) => {
    const [first, ...others] = [user, workspace, folder].map(
      (allow) => allow && { till: { tools: { allow } } },
    );
    const layers = { user: first, workspace: others[0], folder: others[1] };
    expect(exportedSettings({}, effectiveSettings('till', layers)).tools?.allow).toEqual(expected);
  },
);

test('an export has the settings that count, and what the file alone says', () => {
  const settings = { enabled: true, callTimeoutSeconds: 900, tools: { hide: ['melt'] } };
  const user = { till: { enabled: false, startupTimeoutSeconds: 9, tools: { hide: ['pay'] } } };
  const effective = effectiveSettings('till', { user }, { settings, ofWorkspace: true });
  expect(exportedSettings({ settings }, effective)).toEqual({
    enabled: false,
    startupTimeoutSeconds: 9,
    callTimeoutSeconds: 900,
    tools: { hide: ['pay', 'melt'] },
  });
});
