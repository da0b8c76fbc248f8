import { describe, expect, it } from 'vitest';
import { chatDefinitions, type ChatSituation } from '../../../../src/ui/chat/chatDefinitions';
import type { ShownServer } from '../../../../src/ui/tree/shownServer';
import { chatServer } from '../chatServer';

function situation(
  servers: readonly ShownServer[],
  change: Partial<ChatSituation> = {},
): ChatSituation {
  return {
    servers,
    gateway: { origin: 'http://127.0.0.1:4000', token: 'secret' },
    trusted: true,
    ...change,
  };
}

const github = chatServer('folder:web', 'github');

describe('chatDefinitions', () => {
  it('publishes a server on its own path of the gateway', () => {
    const version = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
    const [published] = chatDefinitions(situation([github]));
    expect(published?.headers['Roundhouse-Definition']).toBe(published?.version);
    expect([published]).toEqual([
      {
        serverId: 'folder:web/github',
        label: 'github · Roundhouse',
        origin: 'http://127.0.0.1:4000',
        path: '/servers/folder%3Aweb%2Fgithub/mcp',
        headers: {
          Authorization: 'Bearer secret',
          'Roundhouse-Client': 'chat',
          'Roundhouse-Definition': version,
        },
        version,
      },
    ]);
  });

  it.each([
    ['Restricted Mode', { trusted: false }],
    ['there is no gateway', { gateway: undefined }],
  ] as const)('publishes nothing while %s', (_title, change) => {
    expect(chatDefinitions(situation([github], change))).toEqual([]);
  });

  it('publishes what Roundhouse runs, also while it is open who runs the others', () => {
    const servers = [
      chatServer('folder:web', 'theirs', { runBy: 'vscode' }),
      chatServer('folder:web', 'open', { runBy: 'undecided' }),
      chatServer('folder:web', 'off', { state: { kind: 'disabled', reason: { code: 'x' } } }),
      chatServer('roundhouse:web', 'ours'),
    ];
    const window = { ...situation(servers), owner: 'ask' };
    const published = chatDefinitions(window);
    expect(published.map(({ serverId }) => serverId)).toEqual(['roundhouse:web/ours']);
  });

  it('gives every server a label of its own that is no key of a file', () => {
    const labels = chatDefinitions(
      situation([
        github,
        chatServer('user', 'GitHub'),
        chatServer('user', 'x'),
        chatServer('user', 'x · Roundhouse', { runBy: 'vscode' }),
      ]),
    ).map(({ label }) => label);
    expect(labels).toEqual([
      'github · Roundhouse (folder:web)',
      'GitHub · Roundhouse (user)',
      'x · Roundhouse (user)',
    ]);
  });

  it('gives servers of one file whose names differ in case alone different labels', () => {
    const servers = [chatServer('user', 'GitHub'), chatServer('user', 'github')];
    const labels = chatDefinitions(situation(servers)).map(({ label }) => label);
    expect(labels).toEqual([
      'GitHub · Roundhouse (user)',
      expect.stringMatching(/^github · Roundhouse \(user\) [0-9a-f]{4}$/),
    ]);
  });

  it('has a new version for another launch and another host, not for another catalog', () => {
    const version = (server: ShownServer, token = 'secret'): string | undefined =>
      chatDefinitions(situation([server], { gateway: { origin: 'http://x', token } }))[0]?.version;
    const before = version(github);
    expect(version(chatServer('folder:web', 'github', { catalogVersion: 7 }))).toBe(before);
    expect(version(chatServer('folder:web', 'github', { fingerprint: 'new' }))).not.toBe(before);
    expect(version(github, 'another')).not.toBe(before);
    expect(before).not.toContain('secret');
  });

  it('has a new version with another label, because VS Code ends the session of the one before', () => {
    const other = chatServer('folder:app', 'github');
    const [alone] = chatDefinitions(situation([github]));
    const [besides] = chatDefinitions(situation([github, other]));
    expect(besides?.label).toBe('github · Roundhouse (folder:web)');
    expect(besides?.version).not.toBe(alone?.version);
  });
});
