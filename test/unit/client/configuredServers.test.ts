import { describe, expect, it } from 'vitest';
import type { ConfigSource } from '../../../src/config/definition';
import { parseConfig } from '../../../src/config/read/parseConfig';
import type { Root } from '../../../src/ipc/serverRequest';
import {
  configuredServers,
  type ConfiguredWindow,
  type LayeredSetting,
} from '../../../src/client/configuredServers';
import { declarationOf, sharingOf } from '../../../src/client/launch/declaration';

const folder = '/home/ann/shop';
const sources = {
  roundhouse: { id: 'roundhouse:shop', folder, level: 0, readByEditor: false },
  folder: { id: 'folder:shop', folder, level: 0, readByEditor: true },
  user: { id: 'user', level: 200, readByEditor: true },
} as const;

function definitions(...of: readonly (keyof typeof sources)[]) {
  return of.flatMap((name) => {
    const source: ConfigSource = { ...sources[name], file: `/${name}.json`, dialect: 'vscode' };
    return parseConfig('{"servers": {"till": {"command": "till"}}}', source).definitions;
  });
}

function setting(parts: Partial<LayeredSetting> = {}): LayeredSetting {
  return {
    user: undefined,
    workspace: undefined,
    folders: new Map([[folder, undefined]]),
    ...parts,
  };
}

function configured(
  of: readonly (keyof typeof sources)[],
  { owner = 'roundhouse', ...rest }: Partial<ConfiguredWindow> = {},
) {
  const window = { owner, setting: setting(), remote: false, ...rest };
  return configuredServers(definitions(...of), window);
}

/** Who runs each entry, or why nobody of ours does. */
function told(...input: Parameters<typeof configured>) {
  return Array.from(configured(...input).values(), ({ definition, runBy, inactiveReason }) =>
    [definition.id, runBy, inactiveReason?.code, Object.values(inactiveReason?.args ?? {})]
      .flat()
      .join(' ')
      .trim(),
  );
}

describe('configuredServers', () => {
  it('lets the nearest entry of a name count', () => {
    expect(told(['roundhouse', 'folder', 'user'])).toEqual([
      'roundhouse:shop/till roundhouse',
      'folder:shop/till roundhouse overridden roundhouse:shop/till',
      'user/till roundhouse overridden roundhouse:shop/till',
    ]);
  });

  it('does not hold its own files against what VS Code runs', () => {
    expect(told(['roundhouse', 'folder', 'user'], { owner: 'vscode' })).toEqual([
      'roundhouse:shop/till roundhouse',
      'folder:shop/till vscode',
      'user/till vscode',
    ]);
    const off = setting({ user: { till: { enabled: false } } });
    expect(told(['folder'], { owner: 'vscode', setting: off })).toEqual([
      'folder:shop/till vscode',
    ]);
    const found = configured(['folder', 'user'], { owner: 'vscode' }).values();
    expect(Array.from(found, ({ precedence }) => precedence?.kind)).toEqual([
      'counts',
      'overridden',
    ]);
  });

  it('reads the settings of an entry’s own folder, and lets the next entry count', () => {
    const off = { till: { enabled: false } };
    const ofFolder = setting({ folders: new Map([[folder, off]]) });
    expect(told(['folder', 'user'], { setting: ofFolder })).toEqual([
      'folder:shop/till roundhouse disabledBySettings folder',
      'user/till roundhouse',
    ]);
    for (const layer of ['user', 'workspace']) {
      expect(told(['folder', 'user'], { setting: setting({ [layer]: off }) })).toEqual([
        `folder:shop/till roundhouse disabledBySettings ${layer}`,
        `user/till roundhouse disabledBySettings ${layer}`,
      ]);
    }
  });

  it('gives a namesake in a workspace nothing that the person said of their own, but what narrows it', () => {
    const said = {
      till: {
        trustHints: true,
        path: { prepend: ['/opt/bin'] },
        descriptions: { add: 'Adds' },
        callTimeoutSeconds: 900,
        tools: { hide: ['drop'] },
        autostart: 'onDemand',
      },
    };
    const user = setting({ user: { TILL: said.till } });
    const [near, own] = configured(['folder', 'user'], { setting: user }).values();
    expect(own?.effective.settings).toMatchObject({ trustHints: true, callTimeoutSeconds: 900 });
    expect(near?.effective.settings).toMatchObject({
      trustHints: false,
      path: undefined,
      descriptions: {},
      callTimeoutSeconds: 300,
      'tools.hide': ['drop'],
      autostart: 'onDemand',
    });
    const codes = near?.effective.ignored.map(({ layer, reason }) => `${layer} ${reason.code}`);
    expect(new Set(codes)).toEqual(new Set(['user settingOfNamesake']));
    // Without one of their own they can only mean that of the workspace.
    const [alone] = configured(['folder'], { setting: user }).values();
    expect(alone?.effective.settings).toMatchObject({ trustHints: true, callTimeoutSeconds: 900 });
  });

  it('keeps a server in the windows that its settings name', () => {
    const local = setting({ user: { till: { where: 'local' } } });
    expect(told(['user'], { setting: local })).toEqual(['user/till roundhouse']);
    expect(told(['user'], { setting: local, remote: true, owner: 'ask' })).toEqual([
      'user/till undecided runsElsewhere local',
    ]);
  });
});

describe('declarationOf', () => {
  const sharing = sharingOf([folder]);
  const declared = (said: object, revision = 0, roots?: Root[]) => {
    const parts = setting({ user: { till: said } });
    const [server] = configured(['user'], { setting: parts }).values();
    if (!server) throw new Error('no server');
    return declarationOf(server, sharing, { revision }, { roots });
  };
  const plain = declared({});
  const debugged = (port: number, said = {}) => {
    const [server] = configured(['user'], { setting: setting({ user: { till: said } }) }).values();
    if (!server) throw new Error('no server');
    return declarationOf(server, sharing, {
      revision: 0,
      debuggedBy: { port, mode: { type: 'node' } },
    });
  };

  it('gives whoever debugs time, and launches anew for each debugger', () => {
    const said = { startupTimeoutSeconds: 5, restart: { maxCrashes: 9 }, autostart: 'never' };
    const { options, launchVersion } = debugged(9230, said);
    expect(options).toEqual({
      autostart: 'never',
      startupTimeoutSeconds: 86_400,
      callTimeoutSeconds: 86_400,
      maxCrashes: 0,
      isDebugged: true,
    });
    expect(new Set([plain.launchVersion, launchVersion, debugged(9231).launchVersion]).size).toBe(
      3,
    );
  });

  it('sends the rules of the person first, also where there are none', () => {
    const [server] = configured(['user'], { setting: setting({}) }).values();
    if (!server) throw new Error('no server');
    const allow = { tool: '*', effect: 'allow', pattern: 'till' } as const;
    const narrowing = [[], [{ ...allow, layer: 'workspace' as const }]];
    const policy = { set: undefined, rules: { own: [], narrowing }, trustsHints: false };
    const { options } = declarationOf(server, sharing, { revision: 0 }, { policy });
    expect(options?.models?.rules).toEqual([[], [allow]]);
  });

  it('tells the entry as written from what it is launched with', () => {
    expect(plain.fingerprint).toBeUndefined();
    for (const one of [declared({}, 1), debugged(9230)]) {
      expect(one.launchVersion).not.toBe(plain.launchVersion);
      expect(one.fingerprint).toBe(plain.launchVersion);
    }
  });

  it('leaves to the host what nobody has said', () => {
    const { id, name, fingerprint, source } = definitions('user')[0] ?? {};
    expect(plain).toEqual({
      id,
      name,
      launchVersion: fingerprint,
      file: source?.file,
      options: {},
    });
  });

  it('names the folder, because an id may move to another one', () => {
    const [server] = configured(['folder']).values();
    if (!server) throw new Error('no server');
    const { options: _, ...declaration } = declarationOf(server, sharing, { revision: 0 });
    expect(declaration).toMatchObject({ id: 'folder:shop/till', file: '/folder.json', folder });
  });

  it('passes on what restarts nothing', () => {
    const said = {
      autostart: 'never',
      startupTimeoutSeconds: 5,
      callTimeoutSeconds: 7,
      idleShutdownMinutes: 9,
      restart: { maxCrashes: 0 },
      tools: { allow: ['a*'], hide: ['b'] },
    };
    expect(declared(said)).toEqual({
      ...plain,
      options: {
        autostart: 'never',
        startupTimeoutSeconds: 5,
        callTimeoutSeconds: 7,
        idleShutdownMinutes: 9,
        maxCrashes: 0,
        tools: { allow: [['a*']], hide: ['b'] },
      },
    });
  });

  it('tells of the folders unless a setting keeps them', () => {
    const roots = [{ uri: 'file:///shop', name: 'shop' }];
    expect(declared({}, 0, roots)).toEqual({ ...plain, options: { roots } });
    expect(declared({}, 0, [])).toEqual({ ...plain, options: { roots: [] } });
    expect(declared({ roots: false }, 0, roots)).toEqual(plain);
  });

  it('is another launch with another PATH, circle or value of an input', () => {
    const all = [
      plain,
      declared({ path: { prepend: ['/a'] } }),
      declared({ path: { replace: ['/a'] } }),
      declared({ share: 'workspace' }),
      declared({ share: 'window' }),
      declared({}, 1),
      declared({}, 2),
    ];
    const launches = all.map(
      ({ launchVersion, options }) => `${launchVersion} ${options?.shareKey}`,
    );
    expect(new Set(launches).size).toBe(all.length);
    // What is known of a server does not depend on who shares it.
    expect(all[4]?.launchVersion).toBe(plain.launchVersion);
    expect(declared({ path: { prepend: ['/a'] } })).toEqual(all[1]);
    expect(all[4]?.options).toEqual(sharing.window);
  });

  it('gives one key to the windows of one workspace', () => {
    const key = (...folders: string[]): unknown => sharingOf(folders).workspace.shareKey;
    expect(key('/a', '/b')).toBe(key('/b', '/a'));
    expect(key('/a')).not.toBe(key('/a', '/b'));
    expect(sharingOf([]).workspace).toEqual(sharingOf([]).window);
    expect(sharingOf(['/a']).window).toMatchObject({ exclusive: true });
  });
});
