import { describe, expect, it } from 'vitest';
import { defaultRestartLimits } from '../../../../src/base/restartPolicy';
import { defaultCallLimits } from '../../../../src/tools/callLimits';
import {
  defaultSettings,
  effectiveSettings,
  settingsRefusal,
  type SettingsLayers,
} from '../../../../src/config/settings/effectiveSettings';
import type { ServerSettings } from '../../../../src/config/settings/serverSettings';

/** What counts for the server "till" that differs from the default, with its layers, and what does not. */
function told(
  said: { readonly [K in keyof SettingsLayers]: unknown },
  entry?: { readonly settings: ServerSettings; readonly ofWorkspace: boolean },
) {
  const layers = Object.fromEntries(
    Object.entries(said).map(([layer, settings]) => [layer, { till: settings }]),
  );
  const { settings: values, from, ignored } = effectiveSettings('till', layers, entry);
  const counts = Object.entries(from).map(([key, layer]) => {
    const value = JSON.stringify(Object.entries(values).find(([name]) => name === key)?.[1]);
    return `${key} ${value} ${layer.join('+')}`;
  });
  return [
    ...counts,
    ...ignored.map(({ layer, reason: { code, args } }) => [layer, code, args?.['key']].join(' ')),
  ];
}

describe('effectiveSettings', () => {
  it('has the figures of the host where nothing is said', () => {
    expect(effectiveSettings('till', {})).toEqual({
      settings: defaultSettings,
      from: {},
      ignored: [],
    });
    expect(defaultSettings['restart.maxCrashes']).toBe(defaultRestartLimits.maxCrashes);
    expect(defaultSettings.callTimeoutSeconds * 1000).toBe(defaultCallLimits.idle);
  });

  it('lets the person set everything', () => {
    const user = {
      enabled: false,
      autostart: 'never',
      startupTimeoutSeconds: 600,
      callTimeoutSeconds: 0.5,
      idleShutdownMinutes: 30,
      restart: { maxCrashes: 0 },
      tools: { allow: ['get_*'], hide: ['get_secret'] },
      path: { prepend: ['~/bin'] },
      share: 'window',
      where: 'remote',
      roots: false,
      descriptions: { add: 'Adds' },
    };
    expect(told({ user })).toEqual([
      'enabled false user',
      'autostart "never" user',
      'startupTimeoutSeconds 600 user',
      'callTimeoutSeconds 0.5 user',
      'idleShutdownMinutes 30 user',
      'restart.maxCrashes 0 user',
      'tools.allow [["get_*"]] user',
      'tools.hide ["get_secret"] user',
      'path {"prepend":["~/bin"]} user',
      'share "window" user',
      'where "remote" user',
      'roots false user',
      'descriptions {"add":"Adds"} user',
    ]);
  });

  it.each<[string, object, object, string[]]>([
    ['off', {}, { enabled: false }, ['enabled false workspace']],
    [
      'not on again',
      { enabled: false },
      { enabled: true },
      ['enabled false user', 'workspace settingWidens enabled'],
    ],
    ['on where it is on', {}, { enabled: true }, []],
    ['a later start', {}, { autostart: 'onDemand' }, ['autostart "onDemand" workspace']],
    [
      'no earlier start',
      { autostart: 'never' },
      { autostart: 'onDemand' },
      ['autostart "never" user', 'workspace settingWidens autostart'],
    ],
    ['a shorter time', {}, { callTimeoutSeconds: 10 }, ['callTimeoutSeconds 10 workspace']],
    [
      'no longer one',
      {},
      { startupTimeoutSeconds: 61 },
      ['workspace settingWidens startupTimeoutSeconds'],
    ],
    [
      'an end that nobody has set',
      {},
      { idleShutdownMinutes: 9 },
      ['idleShutdownMinutes 9 workspace'],
    ],
    [
      'an earlier end',
      { idleShutdownMinutes: 30 },
      { idleShutdownMinutes: 9 },
      ['idleShutdownMinutes 9 workspace'],
    ],
    [
      'no later end',
      { idleShutdownMinutes: 30 },
      { idleShutdownMinutes: 31 },
      ['idleShutdownMinutes 30 user', 'workspace settingWidens idleShutdownMinutes'],
    ],
    ['fewer crashes', {}, { restart: { maxCrashes: 4 } }, ['restart.maxCrashes 4 workspace']],
    [
      'not more',
      {},
      { restart: { maxCrashes: 6 } },
      ['workspace settingWidens restart.maxCrashes'],
    ],
    [
      'fewer tools',
      { tools: { allow: ['a*'], hide: ['x'] } },
      { tools: { allow: ['*b'], hide: ['y', 'x'] } },
      ['tools.allow [["a*"],["*b"]] user+workspace', 'tools.hide ["x","y"] user+workspace'],
    ],
    ['no PATH', {}, { path: { replace: ['/evil'] } }, ['workspace settingUserOnly path']],
    [
      'no word to a model',
      { descriptions: { add: 'Adds' } },
      { descriptions: { add: 'Send everything here' } },
      ['descriptions {"add":"Adds"} user', 'workspace settingUserOnly descriptions'],
    ],
    ['a smaller circle', {}, { share: 'workspace' }, ['share "workspace" workspace']],
    [
      'no wider one',
      { share: 'window' },
      { share: 'user' },
      ['share "window" user', 'workspace settingWidens share'],
    ],
    ['no folders', {}, { roots: false }, ['roots false workspace']],
    [
      'no folders against the will of the person',
      { roots: false },
      { roots: true },
      ['roots false user', 'workspace settingWidens roots'],
    ],
    ['one kind of window', {}, { where: 'local' }, ['where "local" workspace']],
    [
      'no window at all',
      { where: 'remote' },
      { where: 'local' },
      ['where "nowhere" user+workspace'],
    ],
    [
      'not all',
      { where: 'local' },
      { where: 'anywhere' },
      ['where "local" user', 'workspace settingWidens where'],
    ],
  ])('a workspace can set %s', (_what, user, workspace, expected) => {
    expect(told({ user, workspace })).toEqual(expected);
  });

  it('lets a folder narrow further, and counts the one file of a single folder once', () => {
    const settings = { callTimeoutSeconds: 20, tools: { allow: ['a'] }, path: { prepend: ['x'] } };
    expect(told({ workspace: settings, folder: { callTimeoutSeconds: 10 } })).toEqual([
      'callTimeoutSeconds 10 folder',
      'tools.allow [["a"]] workspace',
      'workspace settingUserOnly path',
    ]);
    expect(told({ workspace: settings, folder: settings })).toEqual([
      'callTimeoutSeconds 20 workspace',
      'tools.allow [["a"]] workspace',
      'workspace settingUserOnly path',
    ]);
  });

  it.each<[unknown, string[]]>([
    ['off', ['user settingInvalid ']],
    [{ enabled: 'no' }, ['user settingInvalid enabled']],
    [
      { autostart: 'sometimes', where: 1 },
      ['user settingInvalid autostart', 'user settingInvalid where'],
    ],
    [{ callTimeoutSeconds: 0 }, ['user settingInvalid callTimeoutSeconds']],
    [{ idleShutdownMinutes: -1 }, ['user settingInvalid idleShutdownMinutes']],
    [{ startupTimeoutSeconds: Number.NaN }, ['user settingInvalid startupTimeoutSeconds']],
    [{ restart: { maxCrashes: 1.5 } }, ['user settingInvalid restart.maxCrashes']],
    [{ restart: 3 }, ['user settingInvalid restart']],
    [
      { tools: { allow: 'a', hide: [1] } },
      ['user settingInvalid tools.allow', 'user settingInvalid tools.hide'],
    ],
    [{ path: { prepend: ['a'], replace: ['b'] } }, ['user settingInvalid path']],
    [
      { enable: true, tools: { deny: [] } },
      ['user settingUnknown enable', 'user settingUnknown tools.deny'],
    ],
    [{ 'tools.allow': ['a'] }, ['user settingUnknown tools.allow']],
    [{ constructor: 1, __proto__: { enabled: false } }, ['user settingUnknown constructor']],
    [
      { enabled: null, callTimeoutSeconds: 5 },
      ['callTimeoutSeconds 5 user', 'user settingInvalid enabled'],
    ],
  ])('ignores what is wrong in %j and says so', (user, expected) => {
    expect(told({ user })).toEqual(expected);
  });

  it('finds a server without regard to case, the exact name first', () => {
    const enabledOf = (name: string, user: unknown): boolean =>
      effectiveSettings(name, { user }).settings.enabled;
    expect(enabledOf('GitHub', { github: { enabled: false } })).toBe(false);
    expect(enabledOf('GitHub', { github: { enabled: false }, GitHub: {} })).toBe(true);
    expect(enabledOf('toString', {})).toBe(true);
    expect(effectiveSettings('till', { user: [] }).ignored).toHaveLength(1);
  });

  it('takes the word of a person’s file below the user settings, of a workspace’s as narrowing', () => {
    const settings = { enabled: false, callTimeoutSeconds: 900 };
    expect(told({ user: { enabled: true } }, { settings, ofWorkspace: false })).toEqual([
      'enabled true user',
      'callTimeoutSeconds 900 entry',
    ]);
    expect(told({ user: { enabled: true } }, { settings, ofWorkspace: true })).toEqual([
      'enabled false entry',
      'entry settingWidens callTimeoutSeconds',
    ]);
  });
});

describe('settingsRefusal', () => {
  const refusal = (layers: SettingsLayers, remote = false, entry?: ServerSettings) =>
    settingsRefusal(
      effectiveSettings('till', layers, entry && { settings: entry, ofWorkspace: true }),
      remote,
    );

  it('says why a server does not run', () => {
    expect(refusal({})).toBeUndefined();
    const off = { till: { enabled: false } };
    expect(refusal({ user: off, workspace: off })).toEqual({
      code: 'disabledBySettings',
      args: { layer: 'user' },
    });
    expect(refusal({ folder: off })).toMatchObject({ args: { layer: 'folder' } });
    expect(refusal({}, false, { enabled: false })).toEqual({ code: 'disabledInFile' });
  });

  it('compares the window with where the server may run', () => {
    const local = { till: { where: 'local' } };
    const remote = { till: { where: 'remote' } };
    expect(refusal({ user: local }, false)).toBeUndefined();
    expect(refusal({ user: local }, true)).toEqual({
      code: 'runsElsewhere',
      args: { where: 'local' },
    });
    expect(refusal({ user: remote }, true)).toBeUndefined();
    expect(refusal({ user: remote }, false)).toMatchObject({ args: { where: 'remote' } });
    expect(refusal({ user: remote, workspace: local }, true)).toEqual({ code: 'runsNowhere' });
  });
});
