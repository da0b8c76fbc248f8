import { describe, expect, it } from 'vitest';
import {
  effectiveAutostart,
  needsTakeOver,
  ownerLayer,
  planOwner,
  type OwnerLayer,
  type OwnerSettings,
  type ChosenOwner,
} from '../../../src/client/owner';

const fresh: OwnerSettings = {
  autostartDefault: 'newAndOutdated',
  autostart: {},
  owner: {},
  kept: {},
};

function after(
  settings: OwnerSettings,
  ...choices: readonly [ChosenOwner, OwnerLayer][]
): OwnerSettings {
  let result = settings;
  for (const [runner, layer] of choices) {
    const { writes, kept } = planOwner(runner, layer, result);
    const autostart = { ...result.autostart };
    const owner = { ...result.owner };
    for (const { key, layer: at, value } of writes) {
      const values = key === 'roundhouse.owner' ? owner : autostart;
      if (value === undefined) delete values[at];
      else values[at] = value;
    }
    result = { ...result, autostart, owner, kept };
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
      kept: { user: { original: undefined, written: 'never' } },
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
    expect(planOwner('roundhouse', 'user', { autostart: {}, owner: {}, kept: {} }).writes).toEqual([
      { key: 'roundhouse.owner', layer: 'user', value: 'roundhouse' },
    ]);
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
