import { signal } from '@preact/signals-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { UserError } from '../../../src/base/errors';
import type { RequestOptions } from '../../../src/connection/connection';
import type { ServerRequest, Root } from '../../../src/ipc/serverRequest';
import type { ServerOptions } from '../../../src/ipc/contract';
import { HostClient, type HostClientOptions } from '../../../src/client/hostConnection/hostClient';
import type {
  ReceivedRequest,
  ServerRequestHandlers,
} from '../../../src/client/serverRequestHandlers';
import type { Host } from '../../../src/host/host';
import { CrossServerChecks } from '../../../src/servers/crossServerChecks';
import { KnownServers } from '../../../src/servers/knownServers';
import type { HandleClient } from '../../../src/servers/serverClients';
import { ServerHandle } from '../../../src/servers/serverHandle';
import { declarations, newHost, reachOf } from '../../support/hostFixture';
import { scriptedConnect, type Script } from '../../support/scriptedConnection';

const id = 'folder:a/till';
const launch = { type: 'http', url: 'http://till/mcp', headers: {} } as const;
const never = new AbortController().signal;
const form: ServerRequest = { method: 'elicitation/create', params: { message: 'How many?' } };
const prompt: ServerRequest = { method: 'sampling/createMessage', params: {} };
const folders: ServerRequest = { method: 'roots/list', params: {} };
const shop: Root = { uri: 'file:///shop' };
const mail: Root = { uri: 'file:///mail' };
const hosts: Host[] = [];
const windows: HostClient[] = [];

function open(script: Script = {}, known?: KnownServers) {
  const { connect, opened } = scriptedConnect(script);
  const host = newHost({ connect, ...(known && { known }) });
  hosts.push(host);
  return { host, opened };
}

/** A window whose person answers every question by its name. */
async function window(
  host: Host | (() => Host),
  name: string,
  options?: ServerOptions,
  questions?: ServerRequestHandlers,
) {
  const asked: ReceivedRequest[] = [];
  const answer = async (question: ReceivedRequest) => {
    asked.push(question);
    return { by: name };
  };
  const focused = signal(false);
  const client = new HostClient({
    graceSeconds: () => 30,
    reach: async () => reachOf(typeof host === 'function' ? host() : host),
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
    questions: questions ?? { elicit: answer, sample: answer },
    focused,
  });
  windows.push(client);
  await client.declare(declarations({ [id]: launch }, options));
  return { client, asked, focused };
}

const echo = { server: id, tool: 'echo', arguments: {}, gesture: false };
const reading = {
  server: 'till',
  method: 'resources/read',
  params: { uri: 'x:1' },
  gesture: false,
};

/** A server that asks this for every call, and gives the answers as its results. */
const asking = (question: ServerRequest): Script => ({
  answer: async (_method, _params, { answer }) => {
    if (!answer) throw new Error('nobody answers');
    return answer(question, never);
  },
});

afterEach(async () => {
  await Promise.all(windows.splice(0).map((made) => made.end()));
  await Promise.all(hosts.splice(0).map((made) => made.stop()));
  expect([...liveStores()]).toEqual([]);
});

describe('a question that belongs to a call', () => {
  it.each([form, prompt])('is put to the client of the call: $method', async (question) => {
    const { host } = open(asking(question));
    const [a, b] = [await window(host, 'a'), await window(host, 'b')];
    b.focused.value = true;
    expect(await a.client.callTool({ ...echo, callId: 'call 1' })).toEqual({ by: 'a' });
    const server = { id, name: 'till' };
    expect(a.asked).toEqual([{ server, params: question.params, callId: 'call 1' }]);
    expect(await b.client.read({ ...reading, method: 'resources/read' })).toEqual({ by: 'b' });
    expect(b.asked).toEqual([{ server, params: question.params, callId: expect.any(String) }]);
  });

  it('is put to nobody else where that one cannot answer', async () => {
    const { host } = open(asking(form));
    const deaf = await window(host, 'a', {}, {});
    const other = await window(host, 'b');
    expect(await deaf.client.callTool(echo)).toEqual({ action: 'cancel' });
    expect(other.asked).toEqual([]);
  });

  it('is answered by the folders of the client alone', async () => {
    const { host } = open(asking(folders));
    const a = await window(host, 'a', { roots: [shop] });
    const b = await window(host, 'b', { roots: [mail] });
    expect(await a.client.callTool(echo)).toEqual({ roots: [shop] });
    expect(await b.client.callTool(echo)).toEqual({ roots: [mail] });
  });

  it('tells the server what the client refuses it with', async () => {
    const refused = new UserError('questionRefused', { code: -1, message: 'No.' });
    const { host } = open(asking(prompt));
    const a = await window(host, 'a', {}, { sample: () => Promise.reject(refused) });
    const failed: unknown = await a.client.callTool(echo).catch((error: unknown) => error);
    expect((failed as UserError).reason).toEqual(refused.reason);
  });

  it('is taken back with it, and dismissed where the window is gone', async () => {
    let withdraw = new AbortController();
    const results: unknown[] = [];
    const script: Script = {
      answer: async (_method, _params, { answer }) => {
        results.push(await answer?.(form, withdraw.signal).catch(() => 'taken back'));
        return {};
      },
    };
    const { host } = open(script);
    const taken = vi.fn();
    const elicit: ServerRequestHandlers['elicit'] = (_question, aborted) =>
      new Promise((_resolve, reject) => {
        taken('asked');
        aborted.addEventListener('abort', () => {
          taken('taken back');
          reject(new Error('taken back'));
        });
      });
    const a = await window(host, 'a', {}, { elicit });
    const call = a.client.callTool(echo);
    await vi.waitFor(() => expect(taken).toHaveBeenCalledWith('asked'));
    withdraw.abort();
    await call;
    await vi.waitFor(() => expect(taken).toHaveBeenCalledWith('taken back'));
    withdraw = new AbortController();
    const open_ = a.client.callTool(echo).catch(() => 'gone');
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(3));
    await a.client.end();
    expect(await open_).toBe('gone');
    await vi.waitFor(() => expect(results).toEqual(['taken back', { action: 'cancel' }]));
  });
});

describe('a question of a server that several windows share', () => {
  /** Two windows with a call each, which stay open; and who answers what belongs to none. */
  async function shared() {
    const { host, opened } = open({ answer: () => new Promise(() => undefined) });
    const [a, b] = [await window(host, 'a'), await window(host, 'b')];
    const ask = (question: ServerRequest, ambiguous: boolean) =>
      opened[0]?.options.client
        ?.answer(question, { signal: never, ambiguous })
        .catch((error: { args: unknown }) => error.args);
    const call = ({ client }: typeof a) => void client.callTool(echo).catch(() => undefined);
    const calls = (count: number) =>
      vi.waitFor(() => expect(opened[0]?.requests).toHaveLength(count));
    return { host, a, b, ask, call, calls };
  }

  it('goes to the one that calls, then to the one where a person came last', async () => {
    const { a, b, ask, call, calls } = await shared();
    b.focused.value = true;
    call(a);
    call(a);
    await calls(2);
    expect(await ask(prompt, true)).toEqual({ by: 'a' });
    call(b);
    await calls(3);
    expect(await ask(form, true)).toEqual({ by: 'b' });
    expect(await ask(prompt, true)).toMatchObject({ code: -1 });
    a.focused.value = true;
    await a.client.send('logs', { id });
    expect(await ask(form, true)).toEqual({ by: 'a' });
  });

  it('never goes to a window that has it not', async () => {
    const { host, a, b, ask, call, calls } = await shared();
    const other = await window(host, 'other');
    await other.client.declare([]);
    other.focused.value = true;
    call(a);
    await calls(1);
    call(b);
    await calls(2);
    await b.client.declare([]);
    await a.client.end();
    expect(await ask(form, false)).toEqual({ action: 'cancel' });
    expect([...other.asked, ...b.asked]).toEqual([]);
  });
});

describe('a server that asks for folders', () => {
  it('is shared by windows with the same ones only, from then on', async () => {
    const { host, opened } = open(asking(folders));
    const a = await window(host, 'a', { roots: [shop, mail] });
    await a.client.callTool(echo);
    const same = await window(host, 'same', { roots: [mail, shop] });
    await same.client.callTool(echo);
    expect(opened).toHaveLength(1);
    const b = await window(host, 'b', { roots: [shop] });
    expect(await b.client.callTool(echo)).toEqual({ roots: [shop] });
    const none = await window(host, 'none');
    await none.client.callTool(echo);
    expect(opened.map(({ options }) => options.client?.capabilities['roots'])).toEqual([
      { listChanged: true },
      { listChanged: true },
      undefined,
    ]);
    // What comes back after a reload finds the same server.
    await b.client.end();
    const again = await window(host, 'again', { roots: [shop] });
    await again.client.callTool(echo);
    expect(opened).toHaveLength(3);
  });

  it('is known by that to the next host', async () => {
    const known = new KnownServers();
    const first = open(asking(folders), known);
    const a = await window(first.host, 'a', { roots: [shop] });
    await a.client.callTool(echo);
    const next = open({}, known);
    const b = await window(next.host, 'b', { roots: [shop] });
    const c = await window(next.host, 'c', { roots: [mail] });
    await b.client.start(id, true);
    await c.client.start(id, true);
    expect(next.opened).toHaveLength(2);
  });

  it('hears of others once, and nothing of it where there were none to hear of', async () => {
    const { host, opened } = open();
    const a = await window(host, 'a', { roots: [shop] });
    await a.client.callTool(echo);
    await a.client.declare(declarations({ [id]: launch }, { roots: [shop] }));
    await a.client.declare(declarations({ [id]: launch }, { roots: [mail] }));
    await vi.waitFor(() => expect(opened[0]?.wanted).toHaveLength(1));
    expect(opened[0]?.wanted).toEqual(['notify notifications/roots/list_changed']);
  });
});

it.each([{ file: '/b/mcp.json' }, { folder: '/b' }])(
  'an id that moves to %o gets a process of its own',
  async (place) => {
    const { host, opened } = open();
    const launches = [launch, { ...launch, url: 'http://till.b/mcp' }];
    const resolveLaunch = vi.fn<HostClientOptions['resolveLaunch']>(async () => {
      const [now = launch] = launches.splice(0, 1);
      return { kind: 'resolved', launch: now, secrets: [] };
    });
    const client = new HostClient({
      graceSeconds: () => 30,
      reach: async () => reachOf(host),
      resolveLaunch,
    });
    windows.push(client);
    const before = { id, name: 'till', launchVersion: '1', file: '/a/mcp.json', folder: '/a' };
    await client.declare([before]);
    await client.callTool(echo);
    await client.declare([{ ...before, options: { callTimeoutSeconds: 7 } }]);
    expect(resolveLaunch).toHaveBeenCalledTimes(1);
    await client.declare([{ ...before, ...place }]);
    await vi.waitFor(() => expect(opened).toHaveLength(2));
    await client.callTool(echo);
    expect(opened.map(({ requests }) => requests.length)).toEqual([1, 1]);
  },
);

describe('what a window wants to hear', () => {
  it('is told of the resources that it watches, and of no others', async () => {
    const { host, opened } = open();
    const [a, b] = [await window(host, 'a'), await window(host, 'b')];
    const heard: unknown[] = [];
    a.client.onResourceUpdated((update) => void heard.push(['a', update]));
    b.client.onResourceUpdated((update) => void heard.push(['b', update]));
    await a.client.watchResources(id, ['x:1', 'x:dir']);
    await b.client.watchResources(id, ['x:2']);
    expect(opened).toEqual([]);
    await a.client.callTool(echo);
    await b.client.callTool(echo);
    await vi.waitFor(() => expect(opened[0]?.wanted.at(-1)).toBe('watch x:1 x:dir x:2'));
    // A start may have changed all.
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    heard.length = 0;
    const method = 'notifications/resources/updated';
    for (const uri of ['x:1', 'x:2', 'x:11', 'x:dir/file']) opened[0]?.tell(method, { uri });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toEqual([
      ['a', { id, uri: 'x:1' }],
      ['b', { id, uri: 'x:2' }],
      ['a', { id, uri: 'x:dir/file' }],
    ]);
  });

  it('is wanted again of the next connection, and of the next host', async () => {
    const [first, second] = [open(), open()];
    let { host } = first;
    const a = await window(() => host, 'a');
    a.focused.value = true;
    await a.client.start(id, true);
    await a.client.setLogLevel(id, 'debug');
    await a.client.watchResources(id, ['x:1']);
    const wanted = ['level debug', 'watch x:1'];
    await vi.waitFor(() => expect(first.opened[0]?.wanted).toEqual(wanted));
    first.opened[0]?.lose({ code: 'exited', args: { command: 'till', exit: 1 } });
    await vi.waitFor(() => expect(first.opened[1]?.wanted).toEqual(wanted));
    ({ host } = second);
    await first.host.stop();
    await vi.waitFor(() => expect(second.opened[0]?.wanted).toEqual(wanted));
    // It has said again that a person is there.
    const b = await window(host, 'b');
    await b.client.callTool(echo);
    const asked = { signal: never, ambiguous: false };
    expect(await second.opened[0]?.options.client?.answer(form, asked)).toEqual({ by: 'a' });
  });
});

describe('a handle that was released', () => {
  /** A handle on the only server of its host. */
  async function handleOf() {
    const { host, opened } = open();
    const [declaration] = declarations({ [id]: launch });
    if (!declaration) throw new Error('No server is declared');
    const client: HandleClient = {
      place: undefined,
      answers: new Set(),
      activity: { focus: 0, request: 0 },
      resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
      answer: async () => ({}),
    };
    const handle = new ServerHandle(
      declaration,
      host.pool,
      client,
      new CrossServerChecks(signal([])),
    );
    await handle.connection(true, never);
    return { handle, host, opened };
  }
  const notRunning = { code: 'notRunning', reason: { args: { server: 'till', state: 'idle' } } };

  it('starts its server no more', async () => {
    const { handle, opened } = await handleOf();
    handle.release('now');
    await vi.waitFor(() => expect(handle.state.peek().kind).toBe('idle'));
    await expect(handle.connection(true, never)).rejects.toMatchObject(notRunning);
    await expect(handle.start(true)).rejects.toMatchObject(notRunning);
    expect(opened).toHaveLength(1);
  });

  it('gives no connection to a server that others use', async () => {
    const { handle, host } = await handleOf();
    const other = await window(host, 'other');
    await other.client.callTool(echo);
    handle.release('now');
    await expect(handle.connection(true, never)).rejects.toMatchObject(notRunning);
  });
});

it('a request that reads has the limits and the progress of a call', async () => {
  const options: RequestOptions[] = [];
  const { host } = open({
    answer: async (_method, _params, given) => {
      options.push(given);
      given.onProgress?.({ progress: 1, message: 'half' });
      return { contents: [] };
    },
  });
  const a = await window(host, 'a', { callTimeoutSeconds: 7 });
  const steps: unknown[] = [];
  const result = await a.client.read({
    server: 'till',
    method: 'resources/read',
    params: { uri: 'x:1' },
    gesture: false,
    onProgress: (step) => void steps.push(step),
  });
  expect(result).toEqual({ contents: [] });
  expect(steps).toEqual([{ progress: 1, message: 'half' }]);
  expect(options[0]).toMatchObject({ idleTimeout: 7_000, totalTimeout: 3_600_000 });
  const unknown = a.client.read({
    server: 'tin',
    method: 'prompts/get',
    params: {},
    gesture: false,
  });
  await expect(unknown).rejects.toMatchObject({ code: 'unknownServer' });
});
