import { signal } from '@preact/signals-core';
import { describe, expect, it, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { Root } from '../../src/ipc/serverRequest';
import type { ServerOptions } from '../../src/ipc/contract';
import type { McpObject } from '../../src/ipc/state';
import type {
  ServerRequestHandler,
  ServerRequestHandlers,
} from '../../src/client/serverRequestHandlers';
import type { Host } from '../../src/host/host';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { declarations, restartsAfter } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/till';
const tools = ['echo', 'sleep', 'slow', 'ask_form', 'ask_model', 'ask_folders', 'told', 'crash'];
const shop: Root = { uri: 'file:///shop', name: 'shop' };
const mail: Root = { uri: 'file:///mail', name: 'mail' };
const hosts = testHosts({ restart: restartsAfter(1, 1, 9) });

async function launchOf(kind: string, options: object = {}): Promise<ResolvedLaunch> {
  if (kind === 'stdio') return fakeStdio({ tools: [...tools, 'ask_and_withdraw'], ...options });
  const server = await startFakeHttpServer({ tools, legacySse: kind === 'sse', ...options });
  hosts.closeAfter(() => server.close());
  return server.launch(kind === 'sse' ? 'sse' : 'http');
}

interface Opened {
  readonly options?: ServerOptions;
  readonly questions?: ServerRequestHandlers;
}

/** A window whose person puts their name into every form, and whose model says it. */
async function window(
  at: Host,
  name: string,
  launch: ResolvedLaunch,
  { options, questions }: Opened = {},
) {
  const elicit = vi.fn<ServerRequestHandler>(async () => ({ action: 'accept', content: { name } }));
  const sample = vi.fn<ServerRequestHandler>(async () => ({ role: 'assistant', model: name }));
  const focused = signal(false);
  const client = hosts.window(at, {
    resolveLaunch: async (wanted) => ({
      kind: 'resolved',
      launch: wanted === id ? launch : fakeStdio({ tools }),
      secrets: [],
    }),
    questions: questions ?? { elicit, sample },
    focused,
  });
  await client.declare(declarations({ [id]: launch }, options));
  const call = async (
    tool: string,
    args: McpObject = {},
    abort?: AbortSignal,
  ): Promise<unknown> => {
    const result = await client.callTool(
      { server: id, tool, arguments: args, gesture: false },
      abort,
    );
    const [{ text }] = result['content'] as [{ text: string }];
    return JSON.parse(text);
  };
  return { client, call, elicit, sample, focused };
}

/** Something that stays open until it is let go. */
function held() {
  let release = (_result: McpObject): void => undefined;
  const taken = new Promise<McpObject>((resolve) => (release = resolve));
  return { release, taken };
}

describe.each(['stdio', 'http', 'sse'])('over %s', (kind) => {
  it('the client of a call is asked for it, and nobody else', async () => {
    const launch = await launchOf(kind);
    const at = hosts.host();
    const [a, b] = [await window(at, 'a', launch), await window(at, 'b', launch)];
    b.focused.value = true;
    expect(await a.call('ask_form')).toEqual({ action: 'accept', content: { name: 'a' } });
    expect(await b.call('ask_model')).toEqual({ role: 'assistant', model: 'b' });
    expect(a.elicit.mock.calls[0]?.[0]).toMatchObject({
      server: { id, name: 'till' },
      params: { message: 'How many?' },
      callId: expect.any(String),
    });
    expect([a.sample, b.elicit].map((port) => port.mock.calls.length)).toEqual([0, 0]);
  });

  it('a call outlives its silence while a person is asked', async () => {
    const launch = await launchOf(kind);
    const form = held();
    const options = { callTimeoutSeconds: 0.3 };
    const elicit = vi.fn(() => form.taken);
    const a = await window(hosts.host(), 'a', launch, { options, questions: { elicit } });
    const other = { 'folder:a/other': fakeStdio({ tools }), [id]: launch };
    await a.client.declare(declarations(other, options));
    await Promise.all([a.client.start(id, true), a.client.start('folder:a/other', true)]);
    const slow = { tool: 'slow', arguments: {}, gesture: false };
    const call = a.call('ask_form');
    await vi.waitFor(() => expect(elicit).toHaveBeenCalled());
    const beside = a.client.callTool({ server: id, ...slow }).catch((error: unknown) => error);
    const elsewhere = a.client.callTool({ server: 'other', ...slow });
    await expect(elsewhere).rejects.toMatchObject({ code: 'timedOut' });
    form.release({ action: 'decline' });
    expect(await call).toEqual({ action: 'decline' });
    expect(await beside).toMatchObject({ code: 'timedOut' });
  });

  it('a question goes with its call', async () => {
    const launch = await launchOf(kind);
    const aborted = vi.fn();
    const elicit = vi.fn<ServerRequestHandler>(
      (_question, taken) =>
        new Promise((_resolve, reject) => {
          taken.addEventListener('abort', () => {
            aborted();
            reject(taken.reason as Error);
          });
        }),
    );
    const a = await window(hosts.host(), 'a', launch, { questions: { elicit } });
    const abort = new AbortController();
    const call = a.call('ask_form', {}, abort.signal);
    await vi.waitFor(() => expect(elicit).toHaveBeenCalled());
    abort.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
    // The same where the connection is lost.
    const lost = a.call('ask_form').catch(() => 'lost');
    await vi.waitFor(() => expect(elicit).toHaveBeenCalledTimes(2));
    await a.client.stop(id);
    expect(await lost).toBe('lost');
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(2));
  });
});

describe('where the wire does not tell whose question it is', () => {
  it('two callers: the person is asked where they are, no model is', async () => {
    const launch = fakeStdio({ tools });
    const at = hosts.host();
    const [a, b] = [await window(at, 'a', launch), await window(at, 'b', launch)];
    const other = await window(at, 'other', launch);
    await other.client.declare([]);
    const abort = new AbortController();
    const waiting = a.call('slow', {}, abort.signal).catch(() => 'cancelled');
    await a.call('echo', { text: '1' });
    a.focused.value = true;
    other.focused.value = true;
    expect(await b.call('ask_form')).toEqual({ action: 'accept', content: { name: 'a' } });
    expect(await b.call('ask_model')).toMatchObject({ error: { code: -1 } });
    abort.abort();
    expect(await waiting).toBe('cancelled');
    expect(await b.call('ask_model')).toEqual({ role: 'assistant', model: 'b' });
    expect(other.elicit).not.toHaveBeenCalled();
  });

  it('a form of one of two calls of a window goes with them', async () => {
    const aborted = vi.fn();
    const elicit = vi.fn<ServerRequestHandler>((_question, taken) => {
      taken.addEventListener('abort', aborted);
      return held().taken;
    });
    const a = await window(hosts.host(), 'a', fakeStdio({ tools }), { questions: { elicit } });
    const abort = new AbortController();
    const calls = ['slow', 'ask_form'].map((tool) =>
      a.call(tool, {}, abort.signal).catch(() => 'cancelled'),
    );
    await vi.waitFor(() => expect(elicit).toHaveBeenCalledOnce());
    await a.call('echo', { text: '1' });
    expect(aborted).not.toHaveBeenCalled();
    abort.abort();
    expect(await Promise.all(calls)).toEqual(['cancelled', 'cancelled']);
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });

  it('a question outside of any call goes to the caller, too', async () => {
    const server = await startFakeHttpServer({ tools });
    hosts.closeAfter(() => server.close());
    const a = await window(hosts.host(), 'a', server.launch());
    await a.client.start(id, true);
    await vi.waitFor(async () => expect(server.requests).toContain('GET'));
    const unbound = a.call('ask_form', { unbound: true });
    expect(await unbound).toEqual({ action: 'accept', content: { name: 'a' } });
  });
});

it('a server takes its question back', async () => {
  const aborted = vi.fn();
  const elicit = vi.fn<ServerRequestHandler>(
    (_question, taken) =>
      new Promise((_resolve, reject) => {
        taken.addEventListener('abort', () => {
          aborted();
          reject(taken.reason as Error);
        });
      }),
  );
  const a = await window(hosts.host(), 'a', await launchOf('stdio'), { questions: { elicit } });
  const abort = new AbortController();
  const call = a.call('ask_and_withdraw', {}, abort.signal).catch(() => 'given up');
  await vi.waitFor(() => expect(elicit).toHaveBeenCalled());
  process.kill(a.client.servers.peek().get(id)?.pid ?? 0, 'SIGUSR2');
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  abort.abort();
  expect(await call).toBe('given up');
});

it('a server is told that nobody can answer, and asks in vain', async () => {
  const a = await window(hosts.host(), 'a', await launchOf('stdio'), { questions: {} });
  expect(await a.call('ask_form')).toMatchObject({ error: { code: -32_601 } });
  expect(await a.call('ask_model')).toMatchObject({ error: { code: -32_601 } });
  expect(await a.call('ask_folders')).toMatchObject({ error: { code: -32_601 } });
});

describe('folders', () => {
  it('are told to who asks, with a notice when they change', async () => {
    const launch = await launchOf('stdio');
    const a = await window(hosts.host(), 'a', launch, { options: { roots: [shop] } });
    expect(await a.call('ask_folders')).toEqual({ roots: [shop] });
    await a.client.declare(declarations({ [id]: launch }, { roots: [shop, mail] }));
    await vi.waitFor(async () => expect(await a.call('told')).toEqual(['roots changed']));
    expect(await a.call('ask_folders')).toEqual({ roots: [shop, mail] });
    await a.client.declare(declarations({ [id]: launch }, { roots: [shop, mail] }));
    expect(await a.call('told')).toEqual(['roots changed']);
  });

  it('decide who shares a server that asks for them', async () => {
    const launch = await launchOf('stdio');
    const at = hosts.host();
    const pid = ({ client }: Awaited<ReturnType<typeof window>>) =>
      client.servers.peek().get(id)?.pid;
    const a = await window(at, 'a', launch, { options: { roots: [shop] } });
    await a.call('ask_folders');
    const same = await window(at, 'same', launch, { options: { roots: [shop] } });
    const other = await window(at, 'other', launch, { options: { roots: [mail] } });
    expect(await other.call('ask_folders')).toEqual({ roots: [mail] });
    expect(await same.call('ask_folders')).toEqual({ roots: [shop] });
    expect(pid(same)).toBe(pid(a));
    expect(pid(other)).not.toBe(pid(a));
  });
});

it('what a window wants to hear is wanted again after a crash', async () => {
  const capabilities = { logging: {}, resources: { subscribe: true } };
  const launch = await launchOf('stdio', { resources: ['x:1', 'x:2'], capabilities });
  const a = await window(hosts.host(), 'a', launch);
  await a.client.setLogLevel(id, 'warning');
  await a.client.watchResources(id, ['x:1', 'x:2']);
  const wanted = ['level warning', 'watch x:1', 'watch x:2'];
  await vi.waitFor(async () => expect(await a.call('told')).toEqual(wanted));
  await a.client.watchResources(id, ['x:2']);
  await vi.waitFor(async () => expect(await a.call('told')).toEqual([...wanted, 'leave x:1']));
  const { pid } = a.client.servers.peek().get(id) ?? {};
  await a.call('crash').catch(() => undefined);
  await vi.waitFor(() => {
    const snapshot = a.client.servers.peek().get(id);
    expect(snapshot?.state.kind).toBe('running');
    expect(snapshot?.pid).not.toBe(pid);
  }, 10_000);
  await vi.waitFor(async () =>
    expect(await a.call('told')).toEqual(['level warning', 'watch x:2']),
  );
});
