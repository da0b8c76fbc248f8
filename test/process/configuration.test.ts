import { effect } from '@preact/signals-core';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { HttpProxy } from '../support/httpProxy';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import {
  closeWorkspaces,
  configFile,
  folderSource,
  openWorkspace,
  said,
  userSource,
} from '../support/openWorkspace';

// What a change of the configuration restarts, and what it does not.

const id = 'folder:a/echo';
const { command, args } = fakeStdio();
const withInput = {
  inputs: [{ id: 'key', type: 'promptString', description: 'Key' }],
  servers: { echo: { command, args, env: { KEY: '${input:key}' } } },
};
const servers: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await closeWorkspaces();
  for (const server of servers.splice(0)) await server.close();
});

async function http(): Promise<FakeHttpServer> {
  const server = await new FakeHttpServer({}).listen();
  servers.push(server);
  return server;
}

/** A window with one file, whose one server runs. */
async function running(text: object | string, before?: (window: Window) => Promise<void>) {
  const window = openWorkspace([configFile(text)], { agrees: true });
  await before?.(window);
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  expect(window.launches()).toBe(1);
  return window;
}

type Window = ReturnType<typeof openWorkspace>;

/** Changes the file to an approved text, and waits until the host has looked at what that means. */
async function rewrite(window: Window, text: object | string): Promise<void> {
  const file = configFile(text);
  await window.approvals.approve(file.parsed.definitions);
  window.files.value = [file];
  // Joins what the declaration began.
  await window.workspace.host.start(id, false);
}

/** Waits until what was declared so far has reached the host. */
async function reached({ workspace }: Window): Promise<void> {
  await workspace.host.send('logs', { id });
}

test('another header restarts once; a comment, an approval, timeouts and filters do not', async () => {
  const { url } = await http();
  const entry = (key: string): string =>
    JSON.stringify({ servers: { echo: { url, headers: { 'X-Key': key } } } });
  const window = await running(entry('one'));
  window.files.value = [configFile(`// A comment\n${entry('one')}`)];
  const approved = window.workspace.entries.value.get(id)?.definition;
  if (approved) await window.approvals.approve([approved]);
  window.setting.value = said({
    user: {
      echo: {
        startupTimeoutSeconds: 7,
        callTimeoutSeconds: 8,
        restart: { maxCrashes: 1 },
        tools: { hide: ['secret_*'] },
        autostart: 'onDemand',
      },
    },
  });
  await reached(window);
  expect(window.launches()).toBe(1);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  const changed = configFile(entry('two'));
  await window.approvals.approve(changed.parsed.definitions);
  window.files.value = [changed];
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(2);
});

test('another proxy restarts a remote server only, also one that waits for its retry', async () => {
  const { url } = await http();
  const far = url.replace('127.0.0.1', 'server.test');
  const local = { command, args };
  const window = openWorkspace([configFile({ servers: { echo: { url: far }, local } })], {
    agrees: true,
  });
  window.setNetwork({ httpProxy: 'http://127.0.0.1:1' });
  await window.workspace.start(id);
  await window.workspace.start('folder:a/local');
  await vi.waitFor(() =>
    expect(['backingOff', 'failed']).toContain(window.snapshot(id)?.state.kind),
  );
  const proxy = await new HttpProxy().listen();
  servers.push(proxy);
  const before = window.launches();
  window.setNetwork({ httpProxy: proxy.url });
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  window.setNetwork({ httpProxy: proxy.url });
  await window.workspace.host.start(id, false);
  expect(window.launches()).toBe(before + 1);
  window.setNetwork({ httpProxy: proxy.url, noProxy: 'other.test' });
  await vi.waitFor(() => expect(window.launches()).toBe(before + 2));
  expect(window.snapshot('folder:a/local')?.state.kind).toBe('running');
});

test('a server that the organisation blocks ends, and comes back when it does no longer', async () => {
  const window = await running({ servers: { echo: { command, args } } });
  window.setServerLists({ denied: [{ serverName: 'other' }] });
  await window.workspace.host.start(id, false);
  expect(window.snapshot(id)?.state.kind).toBe('running');
  expect(window.launches()).toBe(1);
  window.setServerLists({ denied: [{ serverCommand: [command, ...args] }] });
  const blocked = { kind: 'blocked', need: 'policy', reason: { code: 'serverDenied' } };
  await vi.waitFor(() => expect(window.snapshot(id)?.state).toMatchObject(blocked));
  expect(window.snapshot(id)?.pid).toBeUndefined();
  window.setServerLists({ allowed: [{ serverName: 'echo' }] });
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
});

test('another value behind an input restarts exactly once, the same value never', async () => {
  const { file } = folderSource;
  const window = await running(withInput, async ({ inputs, approvals }) => {
    await inputs.set(file, 'key', 'one');
    // Else the start would ask, since the value was not given for it.
    await approvals.approve(configFile(withInput).parsed.definitions);
  });
  await window.inputs.set(file, 'key', 'one');
  await reached(window);
  expect(window.launches()).toBe(1);
  await window.inputs.set(file, 'key', 'two');
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  await window.inputs.set(file, 'key', 'two');
  await window.inputs.forget(file, 'key');
  await window.inputs.set(file, 'key', 'three');
  await vi.waitFor(() => expect(window.launches()).toBe(3));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(3);
});

test('tools stay with another value while the server restarts or is idle, also where its input gets another id', async () => {
  const { file } = folderSource;
  const window = await running(withInput, async ({ inputs, approvals }) => {
    await inputs.set(file, 'key', 'one');
    await approvals.approve(configFile(withInput).parsed.definitions);
  });
  const tools = window.snapshot(id)?.counts.tools;
  expect(tools).toBeGreaterThan(0);
  const shown = new Set<unknown>();
  const stopNoting = effect(() => void shown.add(window.snapshot(id)?.counts.tools));
  await window.inputs.set(file, 'key', 'two');
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  await window.workspace.stop(id);
  await window.inputs.set(file, 'key', 'three');
  await reached(window);
  const known = { state: { kind: 'idle', cached: true }, counts: { tools } };
  await vi.waitFor(() => expect(window.snapshot(id)).toMatchObject(known));
  const renamed = configFile(JSON.stringify(withInput).replaceAll(/\bkey\b/g, 'token'));
  const from = window.workspace.entries.value.get(id)?.definition;
  const [to] = renamed.parsed.definitions;
  if (from && to) await window.workspace.carry(from, to);
  await window.inputs.rename(file, 'key', 'token');
  window.files.value = [renamed];
  await reached(window);
  expect(window.snapshot(id)).toMatchObject(known);
  expect(window.launches()).toBe(2);
  stopNoting();
  expect([...shown]).toEqual([tools]);
});

test('a value that moves behind an input restarts nothing until it is another one', async () => {
  const plain = { servers: { echo: { command, args, env: { KEY: 'one' } } } };
  const window = await running(plain);
  const before = window.snapshot(id)?.pid;
  await window.inputs.set(folderSource.file, 'key', 'one');
  await rewrite(window, withInput);
  const renamed = JSON.stringify(withInput).replaceAll(/\bkey\b/g, 'password');
  await window.inputs.set(folderSource.file, 'password', 'one');
  await rewrite(window, renamed);
  expect(window.launches()).toBe(1);
  expect(window.snapshot(id)).toMatchObject({ state: { kind: 'running' }, pid: before });
  await window.inputs.set(folderSource.file, 'password', 'two');
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(2);
});

test('the answer that a start asks for restarts nothing', async () => {
  const window = openWorkspace([configFile(withInput)], { answer: 'one', agrees: true });
  await window.workspace.start(id);
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  await window.inputs.set(folderSource.file, 'key', 'two');
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(2);
});

test('a server that waits for a value starts when it comes', async () => {
  const window = openWorkspace([configFile(withInput)], { agrees: true });
  await window.workspace.start(id);
  expect(window.snapshot(id)?.state).toMatchObject({ kind: 'blocked', need: 'input' });
  await window.inputs.set(folderSource.file, 'key', 'one');
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(1);
});

test('another PATH or circle of windows restarts, and the PATH reaches the server', async () => {
  const window = await running({ servers: { echo: { command, args } } });
  window.setting.value = said({ user: { echo: { path: { prepend: ['/opt/rh/bin'] } } } });
  await vi.waitFor(() => expect(window.launches()).toBe(2));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  window.setting.value = said({
    user: { echo: { path: { prepend: ['/opt/rh/bin'] }, share: 'window' } },
  });
  await vi.waitFor(() => expect(window.launches()).toBe(3));
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
});

test('a disabled server ends and comes back by itself; nothing starts it meanwhile', async () => {
  const window = await running({ servers: { echo: { command, args } } });
  window.setting.value = said({ workspace: { echo: { enabled: false } } });
  expect(window.snapshot(id)?.state).toMatchObject({
    kind: 'disabled',
    reason: { code: 'disabledBySettings', args: { layer: 'workspace' } },
  });
  await expect(window.workspace.start(id)).rejects.toMatchObject({ code: 'disabledBySettings' });
  await window.workspace.startAll();
  await window.workspace.stop(id);
  await window.workspace.stopAll();
  expect(window.launches()).toBe(1);
  window.setting.value = said({});
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  expect(window.launches()).toBe(2);
});

test('only what starts always starts by itself', async () => {
  const content = { servers: { echo: { command, args } } };
  const window = openWorkspace([]);
  const start = vi.spyOn(window.workspace.host, 'start');
  window.setting.value = said({ user: { echo: { autostart: 'onDemand' } } });
  window.files.value = [configFile(content)];
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('idle'));
  await reached(window);
  expect(start).not.toHaveBeenCalled();
  window.setting.value = said({});
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('blocked'));
  expect(start).toHaveBeenCalledExactlyOnceWith(id, false);
});

test('of two entries of one name the nearer runs; without it the other does', async () => {
  const content = { servers: { Echo: { command, args } } };
  const window = openWorkspace([
    configFile({ servers: { echo: { command, args } } }),
    configFile(content, userSource),
  ]);
  for (const { definition } of window.workspace.entries.value.values()) {
    await window.approvals.approve([definition]);
  }
  expect(window.snapshot('user/Echo')?.state).toMatchObject({
    kind: 'disabled',
    reason: { code: 'overridden', args: { by: id } },
  });
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  window.files.value = [configFile(content, userSource)];
  await vi.waitFor(() => expect(window.snapshot('user/Echo')?.state.kind).toBe('running'));
  expect([...window.workspace.host.servers.value.keys()]).toEqual(['user/Echo']);
});

test('an entry that is gone and comes back starts again', async () => {
  const window = await running({ servers: { echo: { command, args } } });
  const { value } = window.files;
  window.files.value = [];
  await vi.waitFor(() => expect(window.workspace.host.servers.value.size).toBe(0));
  window.files.value = value;
  await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
});

test('a changed file restarts what runs, until that is too often or a person starts it', async () => {
  const window = await running({ servers: { echo: { command, args } } });
  const change = async (): Promise<void> => {
    const before = window.snapshot(id)?.pid;
    expect(window.workspace.fileChanged(id)).toBe('restart');
    await vi.waitFor(() => expect(window.snapshot(id)?.pid).not.toBe(before));
    await vi.waitFor(() => expect(window.snapshot(id)?.state.kind).toBe('running'));
  };
  for (let times = 0; times < 5; times += 1) await change();
  expect(window.workspace.fileChanged(id)).toBe('pause');
  expect(window.workspace.fileChanged(id)).toBe('ignore');
  await window.workspace.stop(id);
  await window.workspace.start(id);
  await change();
  expect(window.launches()).toBe(8);
});
