import { describe, expect, it } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import {
  layersToDisable,
  planDisable,
  planEnable,
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
    expect(planEnable('till', layers, plain)).toEqual([
      { layer: 'user', value: undefined },
      { layer: 'workspace', value: { till: { share: 'window' }, mail: off } },
    ]);
  });

  it('writes the one file of a single folder once', () => {
    const layers = { workspace: { till: off }, folder: { till: off } };
    expect(planEnable('till', layers, plain)).toEqual([{ layer: 'workspace', value: undefined }]);
  });

  it('overrules a person’s file in the user settings, and no file of a workspace', () => {
    const entry = { disabled: true, ofWorkspace: false };
    const value = { till: { enabled: true } };
    expect(planEnable('till', {}, entry)).toEqual([{ layer: 'user', value }]);
    expect(planEnable('till', { user: { till: off } }, entry)).toEqual([{ layer: 'user', value }]);
    expect(planEnable('till', { user: value }, entry)).toEqual([]);
    expect(() => planEnable('till', {}, { disabled: true, ofWorkspace: true })).toThrow(
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
