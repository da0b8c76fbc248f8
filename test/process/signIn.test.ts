import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { SignInContext } from '../../src/client/signIn';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { loopbackReturn } from '../../src/client/signInReturn';
import type { Host } from '../../src/host/host';
import { UserError } from '../../src/base/errors';
import { Sequencer } from '../../src/base/sequencer';
import { memorySecrets } from '../../src/terminal/terminalPrompts';
import { terminalSignIn } from '../../src/terminal/terminalPrompts';
import type { LaunchAnswer, ResolvedHttp } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import { stateOf } from '../support/hostFixture';
import { ProtectedServer, type ProtectionOptions } from '../support/oauth/protectedServer';
import { testHosts } from '../support/testHosts';

const id = 'user/shop';
const hosts = testHosts();

async function openServer(options: ProtectionOptions = {}): Promise<ProtectedServer> {
  const server = await ProtectedServer.start(options);
  hosts.closeAfter(() => server.close());
  return server;
}

/** A window of the host; `signIn` keeps credentials and leads sign-ins. */
async function openWindow(
  host: Host,
  server: Pick<ProtectedServer, 'launch'>,
  signIn?: SignInContext,
  grace = 30,
  options?: ServerOptions,
): Promise<HostClient> {
  const launch: LaunchAnswer = { kind: 'resolved', launch: server.launch(), secrets: [] };
  const client = hosts.window(host, {
    graceSeconds: () => grace,
    resolveLaunch: async () => launch,
    ...(signIn && { signIn }),
  });
  await client.declare([{ id, name: 'shop', launchVersion: '1', ...(options && { options }) }]);
  return client;
}

/** A browser that signs in at once and follows to where it is sent. */
function browser(secrets = memorySecrets()) {
  const opened: string[] = [];
  const prepare = vi.fn<SignInContext['prepare']>(async (_occasion, before) =>
    loopbackReturn(
      async (url) => {
        opened.push(url);
        const page = await fetch(url);
        expect(await page.text()).toContain('You can close this page');
        return new Promise(() => undefined);
      },
      { done: 'You can close this page', refused: 'Not signed in' },
      before,
    ),
  );
  return { secrets, prepare, opened };
}

/** Shows a page that nobody comes back from; `withdrawn` gets its end. */
function nobodyReturns(withdrawn: AbortSignal[]): SignInContext['prepare'] {
  return (_occasion, before) =>
    loopbackReturn(
      (_url, cut) => {
        withdrawn.push(cut);
        return new Promise(() => undefined);
      },
      { done: '', refused: '' },
      before,
    );
}

/** A running server that wants more rights, for which the first page stays open. */
async function openMoreRights() {
  const server = await openServer({ scope: 'read', callScope: 'write' });
  const person = browser();
  const withdrawn: AbortSignal[] = [];
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  person.prepare.mockImplementationOnce(nobodyReturns(withdrawn));
  await expect(call(client)).rejects.toMatchObject({ code: 'signInMoreRights' });
  const signing = client.send('signIn', { id });
  await vi.waitFor(() => expect(withdrawn).toHaveLength(1));
  return { server, person, client, withdrawn, signing };
}

const call = (client: HostClient, text = 'hi') =>
  client.callTool({ server: id, tool: 'echo', arguments: { text }, gesture: false });

test('a start that nobody stands behind waits for a sign-in and opens nothing', async () => {
  const server = await openServer();
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, false);
  expect(stateOf(client, id)).toMatchObject({
    kind: 'blocked',
    need: 'authorization',
    reason: { code: 'signInNeeded', args: { url: server.url, issuer: server.issuer.issuer } },
  });
  expect(person.prepare).not.toHaveBeenCalled();
  await expect(call(client)).rejects.toMatchObject({ code: 'signInNeeded' });
});

test('a person who starts it signs in, and twenty calls with a stale token refresh once', async () => {
  const server = await openServer({ authorization: { tokenDelayMs: 30 } });
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  expect(stateOf(client, id).kind).toBe('running');
  expect(person.opened).toHaveLength(1);
  server.issuer.expire();
  const before = server.issuer.tokenRequests.length;
  await Promise.all(Array.from({ length: 20 }, () => call(client)));
  expect(server.issuer.tokenRequests.length - before).toBe(1);
  expect(stateOf(client, id).kind).toBe('running');
});

test('a revoked token blocks the server at the next call, without a browser', async () => {
  const server = await openServer();
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  server.issuer.revokeAll();
  await expect(call(client)).rejects.toMatchObject({ code: 'signInEnded' });
  await vi.waitFor(() =>
    expect(stateOf(client, id)).toMatchObject({
      kind: 'blocked',
      need: 'authorization',
      reason: { code: 'signInEnded' },
    }),
  );
  expect(person.opened).toHaveLength(1);
  await client.send('signIn', { id });
  expect(stateOf(client, id).kind).toBe('running');
  expect(person.opened).toHaveLength(2);
});

test('two windows share one sign-in and one token', async () => {
  const server = await openServer();
  const host = hosts.host();
  const secrets = memorySecrets();
  const [one, other] = [browser(secrets), browser(secrets)];
  const [first, second] = [
    await openWindow(host, server, one),
    await openWindow(host, server, other),
  ];
  await Promise.all([first.start(id, true), second.start(id, true)]);
  expect(server.issuer.authorizations).toHaveLength(1);
  expect([stateOf(first, id).kind, stateOf(second, id).kind]).toEqual(['running', 'running']);
  // Who has led it is gone: the other one keeps what is refreshed.
  await first.end();
  server.issuer.expire();
  await call(second);
  expect(server.issuer.registrations).toHaveLength(1);
});

test('windows with stores of their own share one sign-in and one sign-out', async () => {
  const server = await openServer();
  const host = hosts.host();
  const [one, other] = [browser(), browser()];
  const first = await openWindow(host, server, one);
  const second = await openWindow(host, server, other);
  await first.start(id, true);
  await second.start(id, false);
  await first.end();
  server.issuer.expire();
  await call(second);
  expect(stateOf(second, id).kind).toBe('running');
  const third = await openWindow(host, server, one);
  await third.send('signOut', { id });
  const next = await openWindow(hosts.host(), server, other);
  await next.start(id, false);
  expect(stateOf(next, id)).toMatchObject({ kind: 'blocked', reason: { code: 'signInNeeded' } });
});

test('a token is masked wherever it is used, also in what another window started before', async () => {
  const server = await openServer();
  const host = hosts.host();
  const person = browser();
  const first = await openWindow(host, server, person);
  await first.start(id, true);
  const second = await openWindow(host, server, person, 30, { shareKey: 'its own' });
  await second.start(id, false);
  const [token = ''] = server.issuer.access.keys();
  await call(second, `my token is ${token}`);
  const { records } = await second.send('traffic', { id, limit: 100 });
  const { number = 0, time = 0 } = records.find(({ method }) => method === 'tools/call') ?? {};
  const messages = await second.send('trafficMessages', { id, number, time });
  const texts = [messages?.request.text, messages?.response?.text];
  expect(texts).toEqual([
    expect.stringContaining('my token is •••'),
    expect.stringContaining('my token is •••'),
  ]);
});

test('what was kept is used by the next host, and by nobody after signing out', async () => {
  const server = await openServer();
  const person = browser();
  const before = await openWindow(hosts.host(), server, person);
  await before.start(id, true);
  await before.end();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, false);
  expect(stateOf(client, id).kind).toBe('running');
  await client.send('signOut', { id });
  expect(stateOf(client, id).kind).toBe('idle');
  expect(server.issuer.revoked).toHaveLength(2);
  await client.start(id, false);
  expect(stateOf(client, id)).toMatchObject({ kind: 'blocked', need: 'authorization' });
});

test('without a window that keeps tokens none is refreshed, and the call says so', async () => {
  const server = await openServer();
  const host = hosts.host();
  const person = browser();
  const keeper = await openWindow(host, server, person);
  const other = await openWindow(host, server, undefined, 0);
  await keeper.start(id, true);
  await other.start(id, false);
  await keeper.end();
  await vi.waitFor(() => expect(call(other)).resolves.toBeDefined());
  server.issuer.expire();
  const asked = server.issuer.tokenRequests.length;
  await expect(call(other)).rejects.toMatchObject({ code: 'signInNoWindow' });
  expect(server.issuer.tokenRequests).toHaveLength(asked);
});

test('a server that only refuses stays refused until a person wants to sign in', async () => {
  const server = await openServer({
    describes: 'nothing',
    authorization: { describes: 'nothing' },
  });
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  expect(stateOf(client, id)).toMatchObject({ kind: 'failed', error: { code: 'unauthorized' } });
  expect(person.prepare).not.toHaveBeenCalled();
  await client.send('signIn', { id });
  expect(person.prepare).toHaveBeenCalledOnce();
  expect(stateOf(client, id)).toMatchObject({
    kind: 'blocked',
    reason: { code: 'signInNotRegistered' },
  });
});

test('more rights are asked for by a person only', async () => {
  const server = await openServer({ scope: 'read', callScope: 'write' });
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  await expect(call(client)).rejects.toMatchObject({ code: 'signInMoreRights' });
  expect(stateOf(client, id).kind).toBe('running');
  expect(person.opened).toHaveLength(1);
  await client.send('signIn', { id });
  await call(client);
  expect(server.mcp.requests.filter((request) => request.endsWith('initialize'))).toHaveLength(1);
  expect(server.issuer.authorizations.map(({ scope }) => scope)).toEqual(['read', 'read write']);
});

test('more rights that are not got leave the server running, and the person reads why', async () => {
  const server = await openServer({ scope: 'read', callScope: 'write' });
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  await expect(call(client)).rejects.toMatchObject({ code: 'signInMoreRights' });
  const args = { issuer: server.issuer.issuer };
  person.prepare.mockRejectedValueOnce(new UserError('signInTimedOut', args));
  await expect(client.send('signIn', { id })).rejects.toMatchObject({ code: 'signInTimedOut' });
  person.prepare.mockRejectedValueOnce(new UserError('signInCancelled', args));
  await client.send('signIn', { id });
  expect(stateOf(client, id).kind).toBe('running');
});

test('a person whose page is gone signs in again, and gets another page', async () => {
  const server = await openServer();
  const person = browser();
  person.prepare.mockImplementationOnce(nobodyReturns([]));
  const client = await openWindow(hosts.host(), server, person);
  const first = client.start(id, true);
  await vi.waitFor(() => expect(person.prepare).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('blocked'));
  await client.send('signIn', { id });
  await first;
  expect(stateOf(client, id).kind).toBe('running');
  expect(person.opened).toHaveLength(1);
});

test('a person whose page is gone signs in from another window, and both windows go on', async () => {
  const server = await openServer();
  const host = hosts.host();
  const secrets = memorySecrets();
  const [one, other] = [browser(secrets), browser(secrets)];
  const withdrawn: AbortSignal[] = [];
  one.prepare.mockImplementationOnce(nobodyReturns(withdrawn));
  const [first, second] = [
    await openWindow(host, server, one),
    await openWindow(host, server, other),
  ];
  await second.start(id, false);
  const started = first.start(id, true);
  await vi.waitFor(() => expect(withdrawn).toHaveLength(1));
  await second.send('signIn', { id });
  await started;
  await vi.waitFor(() => expect(withdrawn[0]?.aborted).toBe(true));
  expect([one.prepare.mock.calls.length, other.opened.length]).toEqual([1, 1]);
  expect([stateOf(first, id).kind, stateOf(second, id).kind]).toEqual(['running', 'running']);
});

test('a person who declines is asked once', async () => {
  const server = await openServer();
  const prepare = vi.fn(() => Promise.reject(new UserError('signInCancelled')));
  const signIn = { secrets: memorySecrets(), prepare };
  const client = await openWindow(hosts.host(), server, signIn);
  await client.start(id, false);
  await client.send('signIn', { id });
  expect(prepare).toHaveBeenCalledOnce();
  expect(stateOf(client, id)).toMatchObject({ reason: { code: 'signInCancelled' } });
});

test('a person who wants to sign in where nothing is to be done reads why', async () => {
  const server = await openServer();
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  await expect(client.send('signIn', { id })).rejects.toMatchObject({
    code: 'alreadySignedIn',
    args: { issuer: server.issuer.issuer },
  });
  const open: ResolvedHttp = { type: 'http', url: server.mcp.url, headers: {} };
  const other = await openWindow(hosts.host(), { launch: () => open }, person);
  await other.start(id, true);
  await expect(other.send('signIn', { id })).rejects.toMatchObject({ code: 'signInNotAsked' });
  expect(person.opened).toHaveLength(1);
  expect([stateOf(client, id).kind, stateOf(other, id).kind]).toEqual(['running', 'running']);
});

test('stopping takes an open sign-in back', async () => {
  const server = await openServer();
  const withdrawn: AbortSignal[] = [];
  const prepare = nobodyReturns(withdrawn);
  const client = await openWindow(hosts.host(), server, { secrets: memorySecrets(), prepare });
  const started = client.start(id, true);
  await vi.waitFor(() => expect(withdrawn).toHaveLength(1));
  await client.stop(id);
  await started;
  expect(withdrawn[0]?.aborted).toBe(true);
  expect(stateOf(client, id).kind).toBe('idle');
});

test.each<[string, string, (client: HostClient) => Promise<unknown>]>([
  ['stopping', 'idle', (client) => client.stop(id)],
  ['signing out', 'idle', (client) => client.send('signOut', { id })],
  [
    'another launch',
    'running',
    (client) => client.declare([{ id, name: 'shop', launchVersion: '2' }]),
  ],
])('%s takes a sign-in for more rights back', async (_what, state, end) => {
  const { client, withdrawn, signing } = await openMoreRights();
  await end(client);
  await signing;
  await vi.waitFor(() => expect(withdrawn[0]?.aborted).toBe(true));
  expect(stateOf(client, id).kind).toBe(state);
});

test('a person whose page for more rights is gone gets another one', async () => {
  const { server, client, withdrawn, signing } = await openMoreRights();
  await client.send('signIn', { id });
  await signing;
  await vi.waitFor(() => expect(withdrawn[0]?.aborted).toBe(true));
  await call(client);
  expect(server.issuer.authorizations.map(({ scope }) => scope)).toEqual(['read', 'read write']);
});

test('a sign-in that outlasts its launch starts that one no more', async () => {
  const host = hosts.host();
  const server = await openServer({ scope: 'read', callScope: 'write' });
  const person = browser();
  const launch = server.launch();
  const resolveLaunch = async (): Promise<LaunchAnswer> => ({
    kind: 'resolved',
    launch: { ...launch },
    secrets: [],
  });
  const client = hosts.window(host, { signIn: person, resolveLaunch });
  await client.declare([{ id, name: 'shop', launchVersion: '1' }]);
  await client.start(id, true);
  const other = await openWindow(host, server);
  await other.start(id, false);
  await expect(call(client)).rejects.toMatchObject({ code: 'signInMoreRights' });
  let proceed = (): void => undefined;
  const paused = new Promise<void>((resolve) => (proceed = resolve));
  const prepare = person.prepare.getMockImplementation();
  person.prepare.mockImplementationOnce(async (...occasion) => {
    await paused;
    return (prepare as SignInContext['prepare'])(...occasion);
  });
  const signing = client.send('signIn', { id });
  await vi.waitFor(() => expect(person.prepare).toHaveBeenCalledTimes(2));
  await other.stop(id);
  launch.headers['x-launch'] = 'another';
  await client.start(id, true);
  proceed();
  await signing;
  expect(stateOf(client, id).kind).toBe('running');
  expect(stateOf(other, id).kind).toBe('idle');
});

test('no token stands in the log', async () => {
  const server = await openServer({ server: { stderr: [] } as object });
  const person = browser();
  const client = await openWindow(hosts.host(), server, person);
  await client.start(id, true);
  const [token = ''] = server.issuer.access.keys();
  expect(token).toContain('access-');
  expect(JSON.stringify(await client.send('logs', { id }))).not.toContain(token);
});

const interrupted = (): void => undefined;

test('on a terminal the address is printed and the pasted one is taken', async () => {
  const server = await openServer();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let printed = '';
  output.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const signIn = terminalSignIn(memorySecrets(), { input, output, interrupted }, new Sequencer());
  const client = await openWindow(hosts.host(), server, signIn);
  const started = client.start(id, true);
  await vi.waitFor(() => expect(printed).toContain('paste the address'));
  const [page = ''] = /http\S+authorize\S+/.exec(printed) ?? [];
  const answer = await fetch(page, { redirect: 'manual' });
  input.write('https://elsewhere.example/callback?state=1\n');
  await vi.waitFor(() => expect(printed).toContain('not the address'));
  input.write(`${answer.headers.get('location')}\n`);
  await started;
  expect(stateOf(client, id).kind).toBe('running');
});

test('on a terminal without a person nobody is asked', async () => {
  const server = await openServer();
  const nobody = { input: new PassThrough(), output: new PassThrough(), interrupted };
  const signIn = terminalSignIn(memorySecrets(), nobody, new Sequencer());
  const client = await openWindow(hosts.host(), server, signIn);
  await client.start(id, true);
  expect(stateOf(client, id)).toMatchObject({ kind: 'blocked', reason: { code: 'signInNeeded' } });
});
