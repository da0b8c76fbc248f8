import { expect, test } from 'vitest';
import { profileFolder } from '../../../../src/ui/window/userProfile';

const shop = 'file:///work/shop';

/** The state of an editor with a profile `-1a2b`, which VS Code 1.139 writes in this form. */
function state(useDefaultFlags?: object): unknown {
  return {
    theme: 'vs-dark',
    userDataProfiles: [{ location: '-1a2b', name: 'Shop', icon: 'star', useDefaultFlags }],
    profileAssociations: {
      workspaces: { [shop]: '-1a2b', 'file:///work/home': '__default__profile__' },
      emptyWindows: { '1700000000000': '-1a2b' },
    },
  };
}

test('a workspace with a profile has the files of that profile', () => {
  expect(profileFolder(state(), shop, 'mcp')).toBe('profiles/-1a2b');
  expect(profileFolder(state({ mcp: false }), shop, 'mcp')).toBe('profiles/-1a2b');
});

test('a profile may share parts of the default profile', () => {
  expect(profileFolder(state({ mcp: true }), shop, 'mcp')).toBeUndefined();
  expect(profileFolder(state({ mcp: true }), shop, 'settings')).toBe('profiles/-1a2b');
});

test.each(['file:///work/home', 'file:///work/other', 'toString'])(
  'a workspace without one has the default profile: %s',
  (workspace) => {
    expect(profileFolder(state(), workspace, 'mcp')).toBeUndefined();
  },
);

test.each([undefined, null, { profileAssociations: [] }, { userDataProfiles: {} }])(
  'a state without profiles means the default profile: %j',
  (without) => {
    expect(profileFolder(without, shop, 'mcp')).toBeUndefined();
  },
);
