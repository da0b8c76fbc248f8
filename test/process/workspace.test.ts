import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Reason } from '../../src/base/errors';
import type { ConfigFile } from '../../src/config/definition';
import type { ResolvedStdio } from '../../src/ipc/launch';
import type { ConsentQuestion } from '../../src/client/consent';
import { startApproved } from '../../src/client/startApproved';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import { MemoryKeyValueStore } from '../unit/client/memoryStores';
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

/** Approves what is asked about. */
const agreeing = async ({ wanted }: ConsentQuestion) => ({ approved: wanted });

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

test('a new entry waits for approval, also when a person starts it; a changed one waits again', async () => {
  const window = open();
  const blocked = { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } };
  await vi.waitFor(() => expect(window.snapshot()?.state).toMatchObject(blocked));
  await window.workspace.start(id);
  expect(window.ask).toHaveBeenCalledOnce();
  expect(window.launches()).toBe(0);
  window.ask.mockImplementationOnce(agreeing);
  await window.workspace.start(id);
  expect(window.snapshot()?.state.kind).toBe('running');
  const { pid = 0 } = window.snapshot() ?? {};
  window.files.value = [changed()];
  await vi.waitFor(() => expect(window.snapshot()?.state).toMatchObject(blocked));
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  expect(window.ask).toHaveBeenCalledTimes(2);
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
  window.ask.mockImplementationOnce(agreeing);
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  window.files.value = [withInput(['--elsewhere'])];
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('blocked'));
  await window.workspace.start(id);
  expect(window.ask).toHaveBeenCalledTimes(2);
  expect(window.launches()).toBe(1);
  window.ask.mockImplementationOnce(agreeing);
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
});

test('what changes in an envFile is shown before it runs, and a start that was not asked for waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rh-env-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const envFile = join(folder, '.env');
  const set = (text: string): Promise<void> => writeFile(envFile, text);
  await set('SHOP=a');
  const { command, args } = fakeStdio();
  const window = openWorkspace([configFile({ servers: { echo: { command, args, envFile } } })]);
  const shown: unknown[] = [];
  window.ask.mockImplementation(async ({ wanted }) => {
    const approved = await Promise.all(wanted.map((one) => window.workspace.inspect(one)));
    shown.push(approved.map(({ dependencies }) => dependencies));
    return { approved };
  });
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  await set('SHOP=a\nNODE_OPTIONS=--no-warnings');
  await window.workspace.stop(id);
  await window.workspace.host.start(id, false).catch(() => undefined);
  await vi.waitFor(() => expect(window.snapshot(id)?.state).toMatchObject({ need: 'trust' }));
  expect(window.launches()).toBe(1);
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  const file = { kind: 'envFile', name: '', value: '' };
  const shop = { kind: 'envVariable', name: 'SHOP', value: 'a' };
  const options = { kind: 'envVariable', name: 'NODE_OPTIONS', value: '--no-warnings' };
  expect(shown).toEqual([[[file, shop]], [[file, { ...options, change: 'added' }, shop]]]);
  await window.workspace.restart(id);
  expect(shown).toHaveLength(2);
});

test('what VS Code runs from now on ends here, and comes back with the choice', async () => {
  const window = open({ agrees: true });
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
  const window = open({ agrees: true });
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
    expect(window.ask.mock.calls.map(([question]) => question)).toEqual([
      { wanted: [debuggable], choosesOwner: false },
    ]);
    expect(window.approvals.isApproved(shown)).toBe(false);
    expect(window.launches()).toBe(0);
    expect(window.workspace.debuggers.value.size).toBe(0);

    window.ask.mockImplementationOnce(agreeing);
    await window.workspace.start(server);
    expect(window.snapshot(server)?.state.kind).toBe('running');
    await window.workspace.restart(server);
    expect(window.ask).toHaveBeenCalledTimes(2);
  },
);

test('Start All asks one question about all files, and starts exactly what was approved', async () => {
  const window = openWorkspace([file(), hostFile('a', 'b')]);
  window.ask.mockImplementation(async ({ wanted }) => ({
    approved: wanted.filter(({ name }) => name !== 'a'),
  }));
  await window.workspace.startAll();
  const asked = window.ask.mock.calls.map(([{ wanted }]) => wanted.map(({ id }) => id));
  expect(asked).toEqual([[id, `${hostSource.id}/a`, `${hostSource.id}/b`]]);
  expect(window.launches()).toBe(2);
  expect(window.snapshot(`${hostSource.id}/a`)?.state.kind).toBe('blocked');
});

test('Start All starts what is approved before the question about the rest is answered', async () => {
  const window = openWorkspace([file(), hostFile('a')], { agrees: true });
  await window.workspace.start(id);
  window.ask.mockClear();
  await window.workspace.stop(id);
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('idle'));
  window.ask.mockImplementation(async () => {
    await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
    return undefined;
  });
  await window.workspace.startAll();
  expect(window.ask).toHaveBeenCalledOnce();
  expect(window.launches()).toBe(2);
});

test('Start All starts what another window approves while the question is open', async () => {
  const window = openWorkspace([file(), hostFile('a')]);
  window.ask.mockImplementation(async ({ wanted }) => {
    await window.approvals.approve(wanted.filter(({ name }) => name === 'echo'));
    return { approved: [] };
  });
  await window.workspace.startAll();
  expect(window.snapshot(id)?.state.kind).toBe('running');
  expect(window.launches()).toBe(1);
});

test.each([
  ['starts an entry that another window has approved', undefined, 'running'],
  ['leaves one to the person that only they start', 'never', 'blocked'],
])('a window that gets the focus %s', async (_what, autostart, kind) => {
  const stored = new MemoryKeyValueStore();
  const [one, other] = [open({ stored, agrees: true }), open({ stored })];
  await vi.waitFor(() => expect(other.snapshot()?.state.kind).toBe('blocked'));
  if (autostart) other.setting.value = said({ user: { echo: { autostart } } });
  await startApproved(other.workspace);
  expect(other.snapshot()?.state.kind).toBe('blocked');
  await one.workspace.start(id);
  await startApproved(other.workspace);
  expect(other.snapshot()?.state.kind).toBe(kind);
  expect(other.ask).not.toHaveBeenCalled();
});

test('only a start of this very server ends its quarantine', async () => {
  let reason: Reason | undefined = { code: 'frozeHost' };
  const quarantine = {
    noteWork: () => undefined,
    get reason() {
      return reason;
    },
    lift: () => (reason = undefined),
  };
  const window = openWorkspace([file()], { agrees: true, quarantine });
  await window.workspace.start(id);
  await window.workspace.stop(id);
  reason = { code: 'frozeHost' };
  const call = { server: id, tool: 'echo', arguments: {}, gesture: true };
  const { workspace } = window;
  const others = [
    () => workspace.startAll(),
    () => workspace.start(id, true),
    () => workspace.host.callTool(call).catch(() => undefined),
    () => Promise.all([workspace.host.start(id, false), workspace.startAll()]),
  ];
  for (const start of others) {
    await workspace.stop(id);
    await start();
    expect(window.snapshot(id)?.state).toEqual({ kind: 'failed', error: { code: 'frozeHost' } });
  }
  await workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
});

test('the first start asks once who runs the servers and what may run, and does just that', async () => {
  const window = openWorkspace([file(), hostFile('a', 'b')], { owner: 'ask' });
  window.ask.mockImplementation(async () => ({
    approved: window.files.value.flatMap(({ parsed }) =>
      parsed.definitions.filter(({ name }) => name !== 'b'),
    ),
    owner: { runner: 'roundhouse', layer: 'user' },
  }));
  await window.workspace.start(id);
  expect(window.ask.mock.calls.map(([{ choosesOwner }]) => choosesOwner)).toEqual([true]);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  const other = `${hostSource.id}/a`;
  await vi.waitFor(() => expect(window.snapshot(other)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(2);
  expect(window.snapshot(`${hostSource.id}/b`)?.state.kind).toBe('blocked');
});

test('a start whose server was unticked on the page is no consent to it', async () => {
  const window = openWorkspace([file()], { owner: 'ask' });
  window.ask.mockResolvedValue({
    approved: [],
    owner: { runner: 'roundhouse', layer: 'workspace' },
  });
  await window.workspace.start(id);
  expect(window.setOwner).toHaveBeenCalledWith({ runner: 'roundhouse', layer: 'workspace' });
  await vi.waitFor(() => expect(window.snapshot(id)?.state).toMatchObject({ need: 'trust' }));
  expect(window.launches()).toBe(0);
});

test('a question that was left, and a choice that cannot be kept, change nothing', async () => {
  const window = openWorkspace([file()], { owner: 'ask' });
  const [definition] = window.files.value.flatMap(({ parsed }) => parsed.definitions);
  if (!definition) throw new Error('the file has no entry');
  await window.workspace.startAll();
  expect(window.setOwner).not.toHaveBeenCalled();

  window.ask.mockResolvedValue({
    approved: [definition],
    owner: { runner: 'roundhouse', layer: 'user' },
  });
  window.setOwner.mockResolvedValue(false);
  await window.workspace.startAll();
  expect(window.setOwner).toHaveBeenCalledOnce();
  expect(window.approvals.isApproved(definition)).toBe(false);
  expect(window.launches()).toBe(0);
});

test('what changed after it was approved is not started by that approval', async () => {
  const window = openWorkspace([file()], { owner: 'ask' });
  window.ask.mockImplementation(async ({ wanted }) => {
    window.files.value = [changed()];
    return { approved: wanted, owner: { runner: 'roundhouse', layer: 'user' } };
  });
  await window.workspace.startAll();
  await vi.waitFor(() => expect(window.snapshot(id)?.state).toMatchObject({ need: 'trust' }));
  expect(window.launches()).toBe(0);
});

test('the folders of the window are told to servers unless a setting keeps them', async () => {
  const asking = fakeStdio({ tools: ['ask_folders', 'told'] });
  const window = openWorkspace([file(asking)], { agrees: true });
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
