import { describe, expect, it } from 'vitest';
import {
  effectiveAutostart,
  needsTakeOver,
  ownerLayer,
  planOwner,
  type OwnerLayer,
  type OwnerSettings,
  type ChosenOwner,
  giveBack,
  takeOver,
  type OwnerContext,
  type SavedAutostart,
} from '../../../src/client/owner';

const fresh: OwnerSettings = {
  autostartDefault: 'newAndOutdated',
  autostart: {},
  owner: {},
  saved: {},
};

function after(
  settings: OwnerSettings,
  ...choices: readonly [ChosenOwner, OwnerLayer][]
): OwnerSettings {
  let result = settings;
  for (const [runner, layer] of choices) {
    const { writes, saved } = planOwner(runner, layer, result);
    const autostart = { ...result.autostart };
    const owner = { ...result.owner };
    for (const { key, layer: at, value } of writes) {
      const values = key === 'roundhouse.owner' ? owner : autostart;
      if (value === undefined) delete values[at];
      else values[at] = value;
    }
    result = { ...result, autostart, owner, saved };
  }
  return result;
}

const originals: readonly OwnerSettings['autostart'][] = [
  {},
  { user: 'onlyNew' },
  { workspace: 'onlyNew' },
  { user: 'never' },
  { user: 'onlyNew', workspace: 'newAndOutdated' },
];
const detours: readonly (readonly [ChosenOwner, OwnerLayer][])[] = [
  [['roundhouse', 'user']],
  [['roundhouse', 'workspace']],
  [
    ['roundhouse', 'user'],
    ['roundhouse', 'workspace'],
    ['roundhouse', 'user'],
  ],
  [
    ['roundhouse', 'user'],
    ['vscode', 'workspace'],
  ],
  [
    ['roundhouse', 'user'],
    ['vscode', 'workspace'],
    ['roundhouse', 'workspace'],
    ['vscode', 'workspace'],
  ],
];

describe('planOwner', () => {
  it.each(originals.flatMap((autostart) => detours.map((detour) => ({ autostart, detour }))))(
    'puts back $autostart after $detour',
    ({ autostart, detour }) => {
      const end = after({ ...fresh, autostart }, ...detour, ['vscode', 'user']);
      expect(end).toEqual({ ...fresh, autostart, owner: { user: 'vscode' } });
    },
  );

  it('keeps VS Code from starting while Roundhouse runs the servers', () => {
    expect(after(fresh, ['roundhouse', 'user'])).toEqual({
      ...fresh,
      autostart: { user: 'never' },
      owner: { user: 'roundhouse' },
      saved: { user: { original: undefined, written: 'never' } },
    });
  });

  it('lets VS Code start in one workspace although the user settings say never for us', () => {
    const end = after(fresh, ['roundhouse', 'user'], ['vscode', 'workspace']);
    expect(effectiveAutostart(end)).toBe('newAndOutdated');
    expect(end.owner).toEqual({ user: 'roundhouse', workspace: 'vscode' });
    expect(needsTakeOver(end)).toBe(false);
  });

  it('leaves a value that the person changed in between', () => {
    const taken = after(fresh, ['roundhouse', 'user']);
    const changed = { ...taken, autostart: { user: 'onlyNew' } };
    expect(after(changed, ['vscode', 'user']).autostart).toEqual({ user: 'onlyNew' });
  });

  it.each(['user', 'workspace'] as const)(
    'removes a never that came with the %s settings of another machine',
    (layer) => {
      const carried = {
        ...fresh,
        autostart: { [layer]: 'never' },
        owner: { [layer]: 'roundhouse' },
      };
      const end = { ...fresh, owner: { [layer]: 'vscode' } };
      expect(after(carried, ['vscode', layer])).toEqual(end);
      expect(after(carried, ['roundhouse', layer], ['vscode', layer])).toEqual(end);
      expect(effectiveAutostart(after(carried, ['vscode', 'workspace']))).toBe('newAndOutdated');
    },
  );

  it('writes the owner last when taking over and first when giving back', () => {
    const keys = (runner: ChosenOwner, settings: OwnerSettings): readonly string[] =>
      planOwner(runner, 'user', settings).writes.map(({ key }) => key);
    expect(keys('roundhouse', fresh)).toEqual(['chat.mcp.autostart', 'roundhouse.owner']);
    expect(keys('vscode', after(fresh, ['roundhouse', 'user']))).toEqual([
      'roundhouse.owner',
      'chat.mcp.autostart',
    ]);
  });

  it('writes nothing twice, and no setting that the product does not know', () => {
    expect(planOwner('roundhouse', 'user', after(fresh, ['roundhouse', 'user'])).writes).toEqual(
      [],
    );
    expect(planOwner('roundhouse', 'user', { autostart: {}, owner: {}, saved: {} }).writes).toEqual(
      [{ key: 'roundhouse.owner', layer: 'user', value: 'roundhouse' }],
    );
  });
});

describe('needsTakeOver', () => {
  it('is true only while Roundhouse was chosen and VS Code may start', () => {
    const chosen = { ...fresh, owner: { workspace: 'roundhouse' } };
    expect(needsTakeOver(chosen)).toBe(true);
    expect(ownerLayer(chosen)).toBe('workspace');
    expect(needsTakeOver({ ...chosen, autostart: { user: 'never' } })).toBe(false);
    expect(needsTakeOver({ ...chosen, autostartDefault: undefined })).toBe(false);
    expect(needsTakeOver(fresh)).toBe(false);
  });
});

const copies = [
  { server: 'calculator', id: 'mcp.config.ws0.calculator' },
  { server: 'weather', id: 'mcp.config.ws0.weather' },
];

interface Editor extends OwnerContext {
  readonly steps: string[];
  readonly settingsFiles: Record<string, Partial<Record<OwnerLayer, string>>>;
}

/** An editor whose state is two settings files; `refuses` names the steps that fail in it. */
function editor(options: { refuses?: readonly string[]; editorTools?: boolean } = {}): Editor {
  const steps: string[] = [];
  const settingsFiles: Editor['settingsFiles'] = {
    'chat.mcp.autostart': {},
    'roundhouse.owner': {},
  };
  const saved: Partial<Record<OwnerLayer, SavedAutostart>> = {};
  const step = async (name: string): Promise<void> => {
    if (options.refuses?.some((refused) => name.startsWith(refused))) throw new Error(name);
    steps.push(name);
  };
  return {
    steps,
    settingsFiles,
    settings: () => ({
      autostartDefault: 'newAndOutdated',
      autostart: { ...settingsFiles['chat.mcp.autostart'] },
      owner: { ...settingsFiles['roundhouse.owner'] },
      saved: { ...saved },
    }),
    async write({ key, layer, value }) {
      await step(`${key}@${layer}=${value}`);
      settingsFiles[key] = { ...settingsFiles[key], [layer]: value };
    },
    async save(layer, value) {
      await step(`keep ${layer} ${value ? 'value' : 'nothing'}`);
      if (value) saved[layer] = value;
      else delete saved[layer];
    },
    command: (id, ...args) => step([id, ...args].join(' ')),
    hasEditorTools: () => options.editorTools ?? false,
    reloadWindow: () => step('reload'),
  };
}

describe('takeOver', () => {
  it('stops the copies, keeps the old value, writes both settings and reloads, in this order', async () => {
    const context = editor({ editorTools: true });
    expect(await takeOver(context, 'workspace', copies)).toEqual([]);
    expect(context.steps).toEqual([
      'workbench.mcp.stopServer mcp.config.ws0.calculator',
      'workbench.mcp.stopServer mcp.config.ws0.weather',
      'workbench.mcp.resetCachedTools',
      'keep workspace value',
      'chat.mcp.autostart@workspace=never',
      'roundhouse.owner@workspace=roundhouse',
      'reload',
    ]);
  });

  it('does not reload a window that has no tools of VS Code’s copies', async () => {
    const context = editor();
    await takeOver(context, 'user', copies);
    expect(context.steps).not.toContain('reload');
  });

  it('names the copies that it could not stop, and goes on', async () => {
    const context = editor({ refuses: ['workbench.mcp.stopServer mcp.config.ws0.weather'] });
    expect(await takeOver(context, 'user', copies)).toEqual([
      { code: 'copiesNotStopped', args: { servers: ['weather'] } },
    ]);
    expect(context.settings().owner.user).toBe('roundhouse');
  });

  it('works in a product without the commands', async () => {
    const context = editor({ refuses: ['workbench.'] });
    expect((await takeOver(context, 'user', copies)).map(({ code }) => code)).toEqual([
      'copiesNotStopped',
      'cachedToolsKept',
    ]);
    expect(context.settings().owner.user).toBe('roundhouse');
  });

  it('does not become the owner where VS Code cannot be kept from starting', async () => {
    const context = editor({ refuses: ['chat.mcp.autostart'], editorTools: true });
    expect(await takeOver(context, 'user', copies)).toEqual([
      { code: 'ownerNotWritten', args: { message: 'chat.mcp.autostart@user=never' } },
    ]);
    expect(context.settings().owner).toEqual({});
    expect(context.steps).not.toContain('reload');
  });

  it('says that the workspace overrides the user settings', async () => {
    const context = editor();
    context.settingsFiles['chat.mcp.autostart'] = { workspace: 'onlyNew' };
    expect(await takeOver(context, 'user', copies)).toEqual([
      { code: 'autostartOverridden', args: { value: 'onlyNew' } },
    ]);
  });
});

describe('giveBack', () => {
  it('restores the setting exactly, also over several rounds', async () => {
    const context = editor();
    context.settingsFiles['chat.mcp.autostart'] = { user: 'onlyNew' };
    for (let round = 0; round < 2; round++) {
      await takeOver(context, 'user', copies);
      expect(context.settings().autostart).toEqual({ user: 'never' });
      expect(await giveBack(context, 'user')).toEqual([]);
      expect(context.settings()).toMatchObject({
        autostart: { user: 'onlyNew' },
        owner: { user: 'vscode' },
        saved: {},
      });
    }
  });

  it('removes a key that was not there', async () => {
    const context = editor();
    await takeOver(context, 'user', copies);
    await giveBack(context, 'user');
    expect(context.steps).toContain('chat.mcp.autostart@user=undefined');
  });

  it('says that never stays where the person had set it', async () => {
    const context = editor();
    context.settingsFiles['chat.mcp.autostart'] = { user: 'never' };
    await takeOver(context, 'user', copies);
    expect(await giveBack(context, 'user')).toEqual([{ code: 'autostartStaysNever' }]);
  });
});
