import { signal } from '@preact/signals-core';
import { describe, expect, it, vi } from 'vitest';
import type { ServerRequest, ServerRequestMethod, Root } from '../../../src/ipc/serverRequest';
import {
  ServerClients,
  type Requirements,
  type ServerClient,
} from '../../../src/servers/serverClients';
import { scriptedConnect } from '../../support/scriptedConnection';

const all: readonly ServerRequestMethod[] = ['elicitation/create', 'sampling/createMessage'];
const shop: Root = { uri: 'file:///shop', name: 'shop' };
const mail: Root = { uri: 'file:///mail' };
const till: Root = { uri: 'file:///till' };
const never = new AbortController().signal;

interface Being {
  readonly answers?: readonly ServerRequestMethod[];
  readonly focus?: number;
  readonly request?: number;
  readonly roots?: readonly Root[];
}

function user(name: string, { answers = all, focus = 0, request = 0, roots }: Being = {}) {
  return {
    lastingId: name,
    idleMinutes: signal(undefined),
    roots: signal<readonly Root[] | undefined>(roots),
    requirements: signal<Requirements>({}),
    answers: new Set(answers),
    activity: { focus, request },
    answer: async () => ({ by: name }),
  } satisfies ServerClient;
}

function change({ requirements }: ReturnType<typeof user>, changed: Requirements): void {
  requirements.value = { ...requirements.peek(), ...changed };
}

function clients(users: readonly ServerClient[], caller?: ServerClient, asksRoots = false) {
  const present = signal<ReadonlySet<ServerClient>>(new Set(users));
  const failed = vi.fn();
  return {
    present,
    failed,
    made: new ServerClients(present, asksRoots, { calls: { caller }, log: { note: failed } }),
  };
}

/** Who answers a question that the wire ties to no call. */
async function askedOf(
  users: readonly ServerClient[],
  method: ServerRequestMethod,
  { caller, ambiguous = false }: { caller?: ServerClient; ambiguous?: boolean } = {},
): Promise<unknown> {
  const { made } = clients(users, caller);
  const question: ServerRequest = { method, params: {} };
  return made
    .features()
    .answer(question, { signal: never, ambiguous })
    .catch((error: { args: unknown }) => error.args);
}

describe('what is declared', () => {
  it.each<[string, Being[], object]>([
    ['nothing without users', [], {}],
    ['nothing that nobody can', [{ answers: [] }], {}],
    [
      'folders as soon as one has some',
      [{ answers: [] }, { answers: [], roots: [] }],
      { roots: { listChanged: true } },
    ],
    [
      'what one or another can',
      [{ answers: ['elicitation/create'] }, { answers: ['sampling/createMessage'] }],
      {
        elicitation: { form: {}, url: {} },
        sampling: { tools: {} },
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
    ],
  ])('%s', (_, beings, expected) => {
    const { made } = clients(beings.map((being, at) => user(String(at), being)));
    expect(made.features().capabilities).toEqual(expected);
  });
});

describe('who is asked where it belongs to no call', () => {
  const [a, b] = [user('a', { focus: 1, request: 9 }), user('b', { focus: 2, request: 3 })];

  it('where a person came last, else who asked for something last', async () => {
    expect(await askedOf([a, b], 'elicitation/create')).toEqual({ by: 'b' });
    expect(await askedOf([a, b], 'sampling/createMessage')).toEqual({ by: 'b' });
    const unseen = [user('a', { request: 9 }), user('b', { request: 3 })];
    expect(await askedOf(unseen, 'elicitation/create')).toEqual({ by: 'a' });
  });

  it('nobody who cannot answer', async () => {
    const deaf = user('b', { focus: 2, answers: ['sampling/createMessage'] });
    expect(await askedOf([a, deaf], 'elicitation/create')).toEqual({ by: 'a' });
    expect(await askedOf([deaf], 'elicitation/create')).toEqual({ action: 'cancel' });
    expect(await askedOf([], 'sampling/createMessage')).toMatchObject({ code: -32_601 });
  });

  it('who makes the only calls, of whatever number', async () => {
    const options = { caller: a, ambiguous: true };
    expect(await askedOf([a, b], 'elicitation/create', options)).toEqual({ by: 'a' });
    expect(await askedOf([a, b], 'sampling/createMessage', options)).toEqual({ by: 'a' });
  });

  it('no model where it may be for one or another', async () => {
    const options = { ambiguous: true };
    expect(await askedOf([a, b], 'elicitation/create', options)).toEqual({ by: 'b' });
    expect(await askedOf([a, b], 'sampling/createMessage', options)).toMatchObject({ code: -1 });
  });

  it('nobody for folders: those of all are known', async () => {
    const { made } = clients([
      user('a', { roots: [shop] }),
      user('b', { roots: [mail, shop] }),
      user('c'),
    ]);
    expect(made.asksRoots.peek()).toBe(false);
    const asked = { signal: never, ambiguous: true };
    expect(await made.features().answer({ method: 'roots/list', params: {} }, asked)).toEqual({
      roots: [shop, mail],
    });
    expect(made.asksRoots.peek()).toBe(true);
  });
});

it('folders that a client reports are added to those of all others, until it leaves', async () => {
  const [a, b] = [user('a', { roots: [shop] }), user('b', { roots: [shop] })];
  const { made, present } = clients([a, b]);
  const asked = { signal: never, ambiguous: false };
  const folders = (): Promise<object> =>
    made.features().answer({ method: 'roots/list', params: {} }, asked);
  change(b, { reportedRoots: [mail, shop] });
  change(a, { reportedRoots: [] });
  expect(await folders()).toEqual({ roots: [shop, mail] });
  change(a, { reportedRoots: [till] });
  expect(await folders()).toEqual({ roots: [shop, till, mail] });
  present.value = new Set([b]);
  expect(await folders()).toEqual({ roots: [shop, mail] });
  change(b, { reportedRoots: [till] });
  expect(await folders()).toEqual({ roots: [shop, till] });
  change(b, { reportedRoots: undefined });
  expect(await folders()).toEqual({ roots: [shop] });
});

describe('what is wanted of a server that is up', () => {
  async function followed(users: readonly ServerClient[], capabilities?: object) {
    const { connect, opened } = scriptedConnect(
      capabilities && { capabilities: { ...capabilities } },
    );
    const { made, present, failed } = clients(users);
    const client = made.features();
    const connection = await connect(
      { type: 'http', url: 'http://x', headers: {} },
      {
        signal: never,
        onStep: () => undefined,
        onLog: () => undefined,
        initializeTimeout: 1,
        client,
      },
    );
    const following = made.follow(connection, client);
    const wanted = opened[0]?.wanted ?? [];
    return { wanted, present, failed, following, connection };
  }

  it('is the most verbose level and every resource, as they change', async () => {
    const [a, b] = [user('a'), user('b')];
    change(a, { logLevel: 'warning' });
    const { wanted, following, present } = await followed([a, b]);
    // A client that has set none counts as the default.
    const expected = ['level info', 'level warning', 'watch x:1 x:2'];
    await vi.waitFor(() => expect(wanted).toEqual(['level info']));
    change(b, { logLevel: 'error' });
    change(b, { watched: ['x:1', 'x:2'] });
    await vi.waitFor(() => expect(wanted).toEqual(expected));
    change(b, { logLevel: 'debug' });
    // Resources are watched again with any change, because the server may have refused one before.
    expected.push('level debug', 'watch x:1 x:2');
    await vi.waitFor(() => expect(wanted).toEqual(expected));
    present.value = new Set([a]);
    expected.push('level warning', 'watch');
    await vi.waitFor(() => expect(wanted).toEqual(expected));
    following.dispose();
    change(a, { logLevel: 'debug' });
    await Promise.resolve();
    expect(wanted).toEqual(expected);
  });

  it('is the level of those who take a log', async () => {
    const [a, b] = [user('a'), user('b')];
    change(a, { logLevel: 'error' });
    change(b, { takesLog: false });
    const { wanted, following } = await followed([a, b]);
    await vi.waitFor(() => expect(wanted).toEqual(['level error']));
    following.dispose();
  });

  it('is nothing where nobody wants anything, or the server has no such thing', async () => {
    const a = user('a');
    const quiet = await followed([a]);
    const poor = await followed([a], { tools: {} });
    change(a, { watched: [] });
    quiet.following.dispose();
    change(a, { logLevel: 'debug' });
    change(a, { watched: ['x:1'] });
    await Promise.resolve();
    expect([...quiet.wanted, ...poor.wanted]).toEqual([]);
    poor.following.dispose();
  });

  it('tells once of other folders a server that could ask for them', async () => {
    const a = user('a', { roots: [shop] });
    const { wanted, following } = await followed([a]);
    a.roots.value = [{ ...shop }];
    a.roots.value = [shop, mail];
    await vi.waitFor(() => expect(wanted).toEqual(['notify notifications/roots/list_changed']));
    a.roots.value = [mail, shop];
    following.dispose();
    expect(wanted).toHaveLength(1);

    const b = user('b');
    const untold = await followed([b]);
    change(b, { reportedRoots: [mail] });
    b.roots.value = [shop];
    await Promise.resolve();
    untold.following.dispose();
    expect(untold.wanted).toEqual([]);
  });

  it('is told of when the server does not grant it', async () => {
    const a = user('a');
    const { connection, following, failed } = await followed([a]);
    Object.assign(connection, { setLogLevel: () => Promise.reject(new Error('no')) });
    change(a, { logLevel: 'debug' });
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
    following.dispose();
  });
});
