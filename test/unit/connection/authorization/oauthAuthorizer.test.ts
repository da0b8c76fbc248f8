import { afterEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { AuthorizationServer } from '../../../support/oauth/authorizationServer';
import { ask, machine, openEndpoint } from '../../../support/oauth/openEndpoint';
import { Person } from '../../../support/oauth/person';
import { ProtectedServer, type ProtectionOptions } from '../../../support/oauth/protectedServer';

const servers: { close(): Promise<void> }[] = [];
const { signal } = new AbortController();

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('where to sign in', () => {
  test.each([
    ['at the place that the refusal names', { describes: 'named' }],
    ['at the well-known place with the path', { describes: 'path' }],
    ['at the well-known place of the origin', { describes: 'root' }],
    ['with an issuer that has a path', { authorization: { path: '/tenant' } }],
    ['with an OpenID provider', { authorization: { describes: 'openid' } }],
    [
      'with an OpenID provider that has a path',
      { authorization: { describes: 'openid', path: '/t' } },
    ],
    [
      'at the origin of a server with a page at each path',
      { describes: 'root', servesPages: true },
    ],
    [
      'with an OpenID provider with a page at each path',
      { authorization: { describes: 'openid', servesPages: true } },
    ],
  ] satisfies [string, ProtectionOptions][])('%s', async (_where, options) => {
    const { server, fetch, authorizer, person } = await openEndpoint(options);
    const { issuer } = server.issuer;
    await expect(ask(fetch, server.url)).rejects.toMatchObject({
      code: 'signInNeeded',
      args: { issuer },
    });
    expect(person.opened).toEqual([]);
    await authorizer.signIn(person, signal);
    expect(await ask(fetch, server.url)).toBe(200);
    expect(server.issuer.authorizations).toMatchObject([{ resource: server.url }]);
    expect(server.issuer.tokenRequests).toMatchObject([{ resource: server.url }]);
  });

  test('a server that describes nothing refuses as before', async () => {
    const { server, fetch, denied } = await openEndpoint({ describes: 'nothing' });
    expect(await ask(fetch, server.url)).toBe(401);
    expect(denied).toEqual([]);
  });

  test.each([
    ['signInOtherResource', { callsItself: 'https://other.example/mcp' }],
    ['signInIssuerDiffers', { authorization: { callsItself: 'https://other.example' } }],
    ['signInServerSilent', { authorization: { describes: 'nothing' } }],
  ] satisfies [string, ProtectionOptions][])('%s is refused', async (code, options) => {
    const { server, fetch, authorizer, person } = await openEndpoint(options);
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code });
    await expect(authorizer.signIn(person, signal)).rejects.toMatchObject({ code });
    expect(person.asked).toEqual([]);
  });
});

describe('the client', () => {
  test('is registered as a native program', async () => {
    const { server, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    expect(server.issuer.registrations).toMatchObject([
      {
        application_type: 'native',
        client_name: 'MCP Roundhouse',
        redirect_uris: [person.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    ]);
  });

  test('is registered once for one address', async () => {
    const { server, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    await authorizer.signIn(person, signal);
    expect(server.issuer.registrations).toHaveLength(1);
    expect(person.wanted).toEqual([undefined, person.redirectUri]);
    await authorizer.signIn(new Person('http://127.0.0.1:10/callback'), signal);
    expect(server.issuer.registrations).toHaveLength(2);
  });

  test('of the entry goes before everything else', async () => {
    const clients = { ours: 'client-secret' };
    const { server, fetch, authorizer, person } = await openEndpoint(
      { authorization: { clients, takesDocuments: true, methods: ['client_secret_post'] } },
      { clientId: 'ours', clientSecret: 'client-secret', clientMetadataUrl: 'https://a.example/c' },
    );
    await authorizer.signIn(person, signal);
    expect(await ask(fetch, server.url)).toBe(200);
    expect(server.issuer.authorizations).toMatchObject([{ client_id: 'ours' }]);
    expect(server.issuer.registrations).toEqual([]);
  });

  test('of the entry returns to a port that can be registered', async () => {
    const clients = { ours: 'client-secret' };
    const { authorizer, person } = await openEndpoint(
      { authorization: { clients, methods: ['client_secret_post'] } },
      { clientId: 'ours', clientSecret: 'client-secret' },
    );
    await authorizer.signIn(person, signal);
    await authorizer.signIn(person, signal);
    const wanted = 'http://127.0.0.1:33418/callback';
    expect(person.wanted).toEqual([wanted, wanted]);
  });

  test('of the entry goes to its own issuer only', async () => {
    const settings = { clientId: 'ours', issuer: 'https://mine.example' };
    const { authorizer, person } = await openEndpoint({}, settings);
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInOtherIssuer' });
    expect(person.opened).toEqual([]);
  });

  test('is our document where one is set and taken', async () => {
    const clientMetadataUrl = 'https://client.example/metadata.json';
    const { server, authorizer, person } = await openEndpoint(
      { authorization: { takesDocuments: true } },
      { clientMetadataUrl },
    );
    await authorizer.signIn(person, signal);
    expect(server.issuer.authorizations).toMatchObject([{ client_id: clientMetadataUrl }]);
    expect(server.issuer.registrations).toEqual([]);
  });

  test('has to be entered where nothing else works', async () => {
    const { authorizer, person } = await openEndpoint({ authorization: { registers: false } });
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInNoClient' });
  });

  test('is registered anew where its server has forgotten it', async () => {
    const { server, fetch, authorizer, person, denied } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.forgetClients();
    server.issuer.expire();
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInEnded' });
    expect(denied).toMatchObject([{ code: 'signInEnded' }]);
    await authorizer.signIn(person, signal);
    expect(server.issuer.registrations).toHaveLength(2);
    expect(await ask(fetch, server.url)).toBe(200);
  });

  test('of one authorization server is not used at another', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const first = server.issuer;
    servers.push(first);
    server.issuer = await new AuthorizationServer().listen();
    const { issuer } = server.issuer;
    await expect(ask(fetch, server.url)).rejects.toMatchObject({
      code: 'signInNeeded',
      args: { issuer },
    });
    await authorizer.signIn(person, signal);
    expect(await ask(fetch, server.url)).toBe(200);
    expect(server.issuer.registrations).toHaveLength(1);
    expect(first.tokenRequests).toHaveLength(1);
  });

  test('without a person gets a token by its secret', async () => {
    const clients = { machine: 'machine-secret' };
    const { server, fetch, store } = await openEndpoint(
      { authorization: { clients }, scope: 'read' },
      ({ issuer: { issuer } }) => ({ ...machine, issuer }),
    );
    expect(await ask(fetch, server.url)).toBe(200);
    expect(server.issuer.tokenRequests).toMatchObject([{ scope: 'read', resource: server.url }]);
    expect(store.stored).toBe(0);
  });
});

describe('what comes back', () => {
  test.each([
    ['another state', 'signInForged', { forgesState: true }],
    ['another issuer', 'signInForged', { iss: 'wrong' }],
    [
      'another issuer that was not promised',
      'signInForged',
      { iss: 'wrong', advertisesIss: false },
    ],
    ['no issuer where one was promised', 'signInForged', { iss: 'missing' }],
    ['a refusal', 'signInCancelled', { denies: true }],
  ] as const)('%s leaves nobody signed in', async (_what, code, authorization) => {
    const { server, authorizer, person, store } = await openEndpoint({ authorization });
    await expect(authorizer.signIn(person, signal)).rejects.toMatchObject({ code });
    expect(server.issuer.tokenRequests).toEqual([]);
    expect(store.kept.size).toBe(0);
  });

  test('no issuer is fine where none was promised', async () => {
    const { authorizer, person, store } = await openEndpoint({
      authorization: { iss: 'missing', advertisesIss: false },
    });
    await authorizer.signIn(person, signal);
    expect(store.kept.size).toBe(1);
  });

  test('a server without PKCE is not gone to', async () => {
    const { authorizer, person } = await openEndpoint({ authorization: { withoutPkce: true } });
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInNoPkce' });
    expect(person.asked).toEqual([]);
  });
});

describe('scopes', () => {
  test.each([
    ['as the refusal names', 'read', { scope: 'read', scopes: ['all'] }],
    ['as the server lists', 'a b', { scopes: ['a', 'b'] }],
    ['none where none is known', undefined, {}],
    [
      'with offline access where it can be had',
      'read offline_access',
      {
        scope: 'read',
        authorization: { scopes: ['read', 'offline_access'] },
      },
    ],
  ] satisfies [string, string | undefined, ProtectionOptions][])(
    '%s',
    async (_how, scope, options) => {
      const { server, fetch, authorizer, person } = await openEndpoint(options);
      await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
      await authorizer.signIn(person, signal);
      expect(server.issuer.authorizations[0]?.['scope']).toBe(scope);
    },
  );

  test('more of them are asked for besides those before, once', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint({
      scope: 'read',
      callScope: 'write',
    });
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await authorizer.signIn(person, signal);
    const call = ask(fetch, server.url, 'tools/call');
    await expect(call).rejects.toMatchObject({
      code: 'signInMoreRights',
      args: { scope: 'write' },
    });
    await authorizer.signIn(person, signal);
    expect(server.issuer.authorizations.map(({ scope }) => scope)).toEqual(['read', 'read write']);
    expect(await ask(fetch, server.url, 'tools/call')).not.toBe(403);
  });

  test('that were asked for in vain are not asked for again', async () => {
    const { server, fetch, authorizer, person, denied } = await openEndpoint({
      scope: 'read',
      callScope: 'write',
    });
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await authorizer.signIn(person, signal);
    await expect(ask(fetch, server.url, 'tools/call')).rejects.toMatchObject({
      code: 'signInMoreRights',
    });
    await authorizer.signIn(person, signal);
    for (const [token, grant] of server.issuer.access)
      server.issuer.access.set(token, { ...grant, scope: 'read' });
    expect(await ask(fetch, server.url, 'tools/call')).toBe(403);
    expect(denied.map(({ code }) => code)).toEqual(['signInNeeded']);
    expect(authorizer.wantsMoreRights).toBe(false);
  });
});

describe('refreshing', () => {
  const refreshes = ({ issuer }: ProtectedServer): (string | undefined)[] =>
    issuer.tokenRequests
      .filter(({ grant_type: type }) => type === 'refresh_token')
      .map((one) => one['refresh_token']);

  test('twenty refused requests get one token', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint({
      authorization: { tokenDelayMs: 50 },
    });
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    const asked = Array.from({ length: 20 }, () => ask(fetch, server.url));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(refreshes(server)).toHaveLength(1);
    server.issuer.expire();
    expect(await ask(fetch, server.url)).toBe(200);
    expect(new Set(refreshes(server)).size).toBe(2);
  });

  test('a request that was refused for an old token is only repeated', async () => {
    const { server, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const old = await authorizer.token();
    server.issuer.expire();
    const refusal = { status: 401, token: old, wantsProof: false };
    const [first, second] = await Promise.all([
      authorizer.refused(refusal),
      authorizer.refused(refusal),
    ]);
    expect(await authorizer.refused(refusal)).toBe(first);
    expect(second).toBe(first);
    expect(refreshes(server)).toHaveLength(1);
  });

  test('a rotated token is used only once it is kept', async () => {
    const { server, fetch, authorizer, person, store } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    const load = store.load.bind(store);
    store.load = async (key) => {
      const kept = await load(key);
      store.isAway = true;
      return kept;
    };
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNoWindow' });
    expect(refreshes(server)).toHaveLength(1);
    store.load = load;
    store.isAway = false;
    const before = server.refused.length;
    expect(await ask(fetch, server.url)).toBe(200);
    expect(server.refused.length - before).toBe(1);
    expect(refreshes(server)).toHaveLength(1);
  });

  test('without a window nothing is refreshed', async () => {
    const { server, fetch, authorizer, person, store, denied } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    store.isAway = true;
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNoWindow' });
    expect(refreshes(server)).toEqual([]);
    expect(denied).toEqual([]);
  });

  test('two hosts with one store do not use a token twice one after the other', async () => {
    const { server, fetch, authorizer, person, another } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const other = another();
    expect(await ask(other.fetch, server.url)).toBe(200);
    server.issuer.expire();
    expect(await ask(fetch, server.url)).toBe(200);
    expect(await ask(other.fetch, server.url)).toBe(200);
    expect(refreshes(server)).toHaveLength(1);
  });

  test('a host of another machine waits for what replaces a token that was used', async () => {
    const { server, fetch, authorizer, person, store, denied, another } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const other = another();
    expect(await ask(other.fetch, server.url)).toBe(200);
    server.issuer.expire();
    const [[key = '', before] = []] = store.kept;
    expect(await ask(fetch, server.url)).toBe(200);
    const after = store.kept.get(key);
    const load = store.load.bind(store);
    const settled = async (): Promise<void> => void Object.assign(store, { load });
    Object.assign(store, { load: async () => before, settled });
    server.issuer.troubled = { status: 400, body: '{"error":"invalid_grant"}' };
    expect(await ask(other.fetch, server.url)).toBe(200);
    expect(refreshes(server)).toHaveLength(2);
    expect(store.kept.get(key)).toBe(after);
    expect(denied).toEqual([]);
  });

  test('a token that is refused after another host has signed out brings nothing back', async () => {
    const { server, authorizer, person, store, another } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const other = another();
    expect(await ask(other.fetch, server.url)).toBe(200);
    const [[, before] = []] = store.kept;
    await authorizer.signOut(signal);
    const load = store.load.bind(store);
    const settled = async (): Promise<void> => void Object.assign(store, { load });
    Object.assign(store, { load: async () => before, settled });
    await expect(ask(other.fetch, server.url)).rejects.toMatchObject({ code: 'signInEnded' });
    expect(store.kept.size).toBe(0);
  });

  test('a revoked token ends the sign-in, and opens nothing', async () => {
    const { server, fetch, authorizer, person, store, denied } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.revokeAll();
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInEnded' });
    expect(denied).toMatchObject([{ code: 'signInEnded' }]);
    expect(person.opened).toHaveLength(1);
    expect([...store.kept.values()].join()).not.toContain('refresh-');
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    expect(refreshes(server)).toHaveLength(1);
  });

  test('an authorization server that fails for a while ends nothing', async () => {
    const { server, fetch, authorizer, person, denied } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    await server.issuer.close();
    const code = expect.stringMatching(/^(unreachable|connectionClosed)$/) as string;
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code });
    expect(denied).toEqual([]);
    await server.issuer.listen();
  });
});

describe('signing in and out', () => {
  test('two windows share one sign-in', async () => {
    const { server, authorizer, person } = await openEndpoint();
    const other = new Person('http://127.0.0.1:10/callback');
    await Promise.all([authorizer.signIn(person, signal), authorizer.signIn(other, signal)]);
    expect(server.issuer.authorizations).toHaveLength(1);
    expect([person.opened.length, other.opened.length]).toEqual([1, 0]);
  });

  test('who shares a sign-in goes on where the window that led it is gone', async () => {
    const { server, authorizer } = await openEndpoint();
    const gone = new UserError('hostGone');
    const closed = Object.assign(new Person(), { lead: () => Promise.reject(gone) });
    const first = expect(authorizer.signIn(closed, signal)).rejects.toBe(gone);
    const others = [10, 11].map((port) => new Person(`http://127.0.0.1:${port}/callback`));
    await Promise.all(others.map((other) => authorizer.signIn(other, signal)));
    await first;
    expect(server.issuer.authorizations).toHaveLength(1);
    expect(others.map(({ opened }) => opened.length)).toEqual([1, 0]);
  });

  test('a person who asks for a sign-in gets a page of their own, and who waits for another one shares it', async () => {
    const { server, authorizer, person } = await openEndpoint();
    let withdrawn: AbortSignal | undefined;
    const lead = (_occasion: unknown, cut: AbortSignal): Promise<string> => {
      withdrawn = cut;
      return new Promise(() => undefined);
    };
    const left = Object.assign(new Person('http://127.0.0.1:10/callback'), { lead });
    const sharing = new Person('http://127.0.0.1:11/callback');
    const before = [authorizer.signIn(left, signal), authorizer.signIn(sharing, signal)];
    await vi.waitFor(() => expect(withdrawn).toBeDefined());
    await authorizer.signIn(person, signal, true);
    await Promise.all(before);
    expect(withdrawn?.aborted).toBe(true);
    expect([person.opened.length, sharing.opened.length]).toEqual([1, 0]);
    expect(left.asked).toHaveLength(1);
    expect(server.issuer.tokenRequests).toHaveLength(1);
  });

  test('a sign-in that nobody waits for any more is given up', async () => {
    const { authorizer, person, store } = await openEndpoint();
    const leaving = new AbortController();
    let given: AbortSignal | undefined;
    const waiting = authorizer.signIn(
      {
        prepare: async () => person.redirectUri,
        lead: (_occasion, abort) => {
          given = abort;
          leaving.abort();
          return new Promise((_resolve, reject) =>
            abort.addEventListener('abort', () => reject(abort.reason as Error)),
          );
        },
        drop: () => undefined,
      },
      leaving.signal,
    );
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(given?.aborted).toBe(true);
    expect(store.kept.size).toBe(0);
  });

  test('signing out forgets everything and takes the tokens back', async () => {
    const { server, fetch, authorizer, person, store } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const given = await authorizer.token();
    await authorizer.signOut(signal);
    expect(store.kept.size).toBe(0);
    expect(server.issuer.revoked).toHaveLength(2);
    expect(server.issuer.revoked).toContain(given?.value);
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
  });

  test('credentials change only while no other host of the machine uses them', async () => {
    const { server, fetch, authorizer, person, store } = await openEndpoint();
    let isAlone = false;
    const changes: boolean[] = [];
    const save = store.store.bind(store);
    Object.assign(store, {
      alone: async (_key: string, task: () => Promise<unknown>) => {
        isAlone = true;
        return task().finally(() => (isAlone = false));
      },
      store: (...change: Parameters<typeof save>) => {
        changes.push(isAlone);
        return save(...change);
      },
    });
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    expect(await ask(fetch, server.url)).toBe(200);
    await authorizer.signOut(signal);
    expect(changes).toEqual([true, true, true]);
  });

  test('a token goes to its own server only', async () => {
    const { fetch, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    const other = await ProtectedServer.start();
    servers.push(other);
    expect(await ask(fetch, other.url)).toBe(401);
    expect(other.mcp.callers).toEqual([]);
  });
});
