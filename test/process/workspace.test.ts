import { afterEach, expect, test, vi } from 'vitest';
import type { ResolvedStdio } from '../../src/contract/launch';
import type { ConfigFile } from '../../src/hostClient/workspaceModel';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import {
  closeWorkspaces,
  configFile,
  hostSource,
  openWorkspace,
  said,
  type OpenWorkspace,
} from '../support/openWorkspace';

const id = 'folder:a/echo';

/** A file with one server. */
function file(entry: Partial<ResolvedStdio> = fakeStdio()): ConfigFile {
  const { command, args } = { ...fakeStdio(), ...entry };
  return configFile({ servers: { echo: { command, args } } });
}

const changed = (): ConfigFile => file(fakeStdio({ prompts: ['changed'] }));

function open(window: OpenWorkspace = {}) {
  const opened = openWorkspace([file()], window);
  return { ...opened, snapshot: () => opened.snapshot(id) };
}

afterEach(closeWorkspaces);

test('in Restricted Mode not even a host is reached, and nothing can be started', async () => {
  const window = open({ trusted: false });
  await expect(window.workspace.start(id)).rejects.toMatchObject({ code: 'workspaceUntrusted' });
  window.files.value = [changed()];
  await window.workspace.stopAll();
  expect(window.reach).not.toHaveBeenCalled();
  expect(window.snapshot()?.state).toMatchObject({
    kind: 'disabled',
    reason: { code: 'workspaceUntrusted' },
  });
  window.trusted.value = true;
  await vi.waitFor(() => expect(window.snapshot()?.state).toMatchObject({ kind: 'blocked' }));
  expect(window.reach).toHaveBeenCalledOnce();
});

test('a new entry waits for approval unasked; a person starts it; a changed one waits again', async () => {
  const window = open();
  const blocked = { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } };
  await vi.waitFor(() => expect(window.snapshot()?.state).toMatchObject(blocked));
  await window.workspace.start(id);
  expect(window.snapshot()?.state.kind).toBe('running');
  const { pid = 0 } = window.snapshot() ?? {};
  window.files.value = [changed()];
  await vi.waitFor(() => expect(window.snapshot()?.state).toMatchObject(blocked));
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  expect(window.askTrust).not.toHaveBeenCalled();
});

test('values that were given before go nowhere new without a look at the entry', async () => {
  const withInput = (args: readonly string[]): ConfigFile => {
    const { command, args: own } = fakeStdio();
    const env = { KEY: '${input:key}' };
    return configFile({
      servers: { echo: { command, args: [...own, ...args], env } },
      inputs: [{ id: 'key', type: 'promptString' }],
    });
  };
  const window = openWorkspace([withInput([])], { answer: 'steam' });
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  expect(window.askTrust).not.toHaveBeenCalled();
  window.files.value = [withInput(['--elsewhere'])];
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('blocked'));
  await window.workspace.start(id);
  expect(window.askTrust).toHaveBeenCalledOnce();
  expect(window.launches()).toBe(1);
  window.askTrust.mockResolvedValueOnce(true);
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
});

test('what VS Code runs from now on ends here, and comes back with the choice', async () => {
  const window = open();
  await window.workspace.start(id);
  const { pid = 0 } = window.snapshot() ?? {};
  expect(isRunning(pid)).toBe(true);
  window.owner.value = 'vscode';
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  expect(window.workspace.entries.value.get(id)?.runBy).toBe('vscode');
  window.owner.value = 'roundhouse';
  await vi.waitFor(() => expect(window.snapshot()?.state.kind).toBe('running'));
});

test('an approved entry that failed is tried again when it was mended', async () => {
  const window = open();
  await window.workspace.start(id);
  window.files.value = [file({ command: 'no-such-command-here' })];
  await window.workspace.start(id);
  expect(window.snapshot()?.state).toMatchObject({ kind: 'failed', error: { code: 'notFound' } });
  window.files.value = [file()];
  await vi.waitFor(() => expect(window.snapshot()?.state.kind).toBe('running'));
});

/** Entries of another host's file, of one command. */
function hostFile(...names: readonly string[]): ConfigFile {
  const { command, args } = fakeStdio();
  const servers = names.map((name) => [name, { command, args: [...args, name] }]);
  return configFile({ mcpServers: Object.fromEntries(servers) }, hostSource);
}

test.each(['start', 'restart', 'debug'] as const)(
  "%s of another host's entry shows exactly that entry first, once",
  async (action) => {
    const server = `${hostSource.id}/a`;
    const present = hostFile('a', 'b');
    const [shown] = present.parsed.definitions;
    if (!shown) throw new Error('the file has no entry');
    const dev = { watch: [], debug: { type: 'node' as const } };
    const debuggable = { ...shown, dev };
    const window = openWorkspace([
      { ...present, parsed: { ...present.parsed, definitions: [debuggable] } },
    ]);
    const act = (): Promise<void> =>
      action === 'debug' ? window.workspace.debug(server, 1) : window.workspace[action](server);

    await act();
    expect(window.askTrust.mock.calls.map(([definitions]) => definitions)).toEqual([[debuggable]]);
    expect(window.approvals.isApproved(shown)).toBe(false);
    expect(window.launches()).toBe(0);
    expect(window.workspace.debuggers.value.size).toBe(0);

    window.askTrust.mockResolvedValueOnce(true);
    await window.workspace.start(server);
    expect(window.snapshot(server)?.state.kind).toBe('running');
    await window.workspace.restart(server);
    expect(window.askTrust).toHaveBeenCalledTimes(2);
  },
);

test("Start All asks once for a file of the workspace, and one by one for another host's", async () => {
  const window = openWorkspace([file(), hostFile('a', 'b')]);
  window.askTrust.mockImplementation(async ([first]) => first?.name !== 'a');
  await window.workspace.startAll();
  const asked = window.askTrust.mock.calls.map(([definitions]) => definitions.map(({ id }) => id));
  expect(asked).toEqual([[id], [`${hostSource.id}/a`], [`${hostSource.id}/b`]]);
  expect(window.launches()).toBe(2);
  expect(window.snapshot(`${hostSource.id}/a`)?.state.kind).toBe('blocked');
});

test('the folders of the window are told to servers unless a setting keeps them', async () => {
  const asking = fakeStdio({ tools: ['ask_folders', 'told'] });
  const window = openWorkspace([file(asking)]);
  const shop = { uri: 'file:///shop', name: 'shop' };
  window.roots.value = [shop];
  await window.workspace.start(id);
  const call = async (tool: string): Promise<unknown> => {
    const request = { server: id, tool, arguments: {}, gesture: false };
    const { content } = await window.workspace.host.callTool(request);
    return JSON.parse((content as [{ text: string }])[0].text);
  };
  expect(await call('ask_folders')).toEqual({ roots: [shop] });
  window.roots.value = [shop, { uri: 'file:///mail' }];
  await vi.waitFor(async () => expect(await call('told')).toEqual(['roots changed']));
  const { pid } = window.snapshot(id) ?? {};
  window.setting.value = said({ workspace: { echo: { roots: false } } });
  await vi.waitFor(async () => expect(await call('ask_folders')).toEqual({ roots: [] }));
  expect(window.snapshot(id)?.pid).toBe(pid);
  await window.workspace.restart(id);
  expect(await call('ask_folders')).toMatchObject({ error: { code: -32_601 } });
});
