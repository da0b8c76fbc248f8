import { describe, expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { Authorizers } from '../../../../src/connection/authorization/authorizers';
import { fetchFor } from '../../../../src/connection/transports/http/fetchFor';
import { authorizerFor } from '../../../support/oauth/authorizerFor';
import { ask, machine, openEndpoint } from '../../../support/oauth/openEndpoint';
import type { ProtectedServer } from '../../../support/oauth/protectedServer';

const { signal } = new AbortController();

const refreshes = ({ issuer }: ProtectedServer): number =>
  issuer.tokenRequests.filter(({ grant_type: type }) => type === 'refresh_token').length;

describe('an authorization server that fails for a moment', () => {
  test.each([
    ['an error page', { status: 503, body: '<p>secret-of-the-page</p>' }],
    ['a word that it may pass', { status: 400, body: '{"error":"temporarily_unavailable"}' }],
    ['too many requests', { status: 429, body: '{"error":"too_many_requests"}' }],
    ['an error of its own', { status: 500, body: '{"error":"server_error"}' }],
  ])('signs nobody out: %s', async (_what, troubled) => {
    const { server, fetch, authorizer, person, denied } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    server.issuer.troubled = troubled;
    const failure: unknown = await ask(fetch, server.url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({ code: 'signInBroken' });
    expect(JSON.stringify((failure as UserError).reason)).not.toContain('secret-of-the-page');
    expect(denied).toEqual([]);
    server.issuer.troubled = undefined;
    expect(await ask(fetch, server.url)).toBe(200);
  });

  test('is not taken for none where it describes itself', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint();
    server.metadataStatus = 503;
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInServerSilent' });
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInServerSilent' });
    expect(person.asked).toEqual([]);
    server.metadataStatus = undefined;
    await authorizer.signIn(person, signal);
    expect(await ask(fetch, server.url)).toBe(200);
  });
});

describe('signing out', () => {
  test('during a refresh takes back what that gets', async () => {
    const { server, fetch, authorizer, person, store } = await openEndpoint({
      authorization: { tokenDelayMs: 100 },
    });
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    const asked = ask(fetch, server.url).catch(() => undefined);
    await vi.waitFor(() => expect(refreshes(server)).toBe(1));
    await authorizer.signOut(signal);
    await asked;
    expect(store.kept.size).toBe(0);
    expect(await authorizer.token()).toBeUndefined();
    expect(server.issuer.revoked).toHaveLength(2);
    expect(server.issuer.access.size).toBe(0);
  });

  test('while more rights are wanted leaves the next sign-in to ask for all', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint({
      scope: 'read',
      scopes: ['read', 'list'],
      callScope: 'write',
    });
    await authorizer.signIn(person, signal);
    const call = ask(fetch, server.url, 'tools/call');
    await expect(call).rejects.toMatchObject({ code: 'signInMoreRights' });
    await authorizer.signOut(signal);
    expect(authorizer.wantsMoreRights).toBe(false);
    await authorizer.signIn(person, signal);
    await authorizer.signOut(signal);
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await authorizer.signIn(person, signal);
    const scopes = server.issuer.authorizations.map(({ scope }) => scope);
    expect(scopes).toEqual(['read', 'read list', 'read']);
  });

  test('ends it for all who reach the server by other ways', async () => {
    const { server, authorizer, person, store, another } = await openEndpoint();
    await authorizer.signOut(signal);
    const authorizers = new Authorizers(store, fetchFor);
    const direct = another(authorizers);
    await direct.authorizer.signIn(person, signal);
    const network = { noProxy: 'other.example' };
    const other = authorizerFor({ ...server.launch(), network }, store, authorizers);
    expect(await other.token()).toBeDefined();
    await other.signOut(signal);
    expect(await direct.authorizer.token()).toBeUndefined();
    await expect(ask(direct.fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
  });
});

describe('who reach a server as one client', () => {
  test('refresh once, whatever their network', async () => {
    const { server, person, store, another } = await openEndpoint({
      authorization: { tokenDelayMs: 50 },
    });
    const authorizers = new Authorizers(store, fetchFor);
    const one = another(authorizers);
    await one.authorizer.signIn(person, signal);
    const token = await one.authorizer.token();
    const network = { noProxy: 'other.example' };
    const other = authorizerFor({ ...server.launch(), network }, store, authorizers);
    expect(await other.token()).toBe(token);
    server.issuer.expire();
    const refusal = { status: 401, token, wantsProof: false };
    const [first, second] = await Promise.all([
      one.authorizer.refused(refusal),
      other.refused(refusal),
    ]);
    expect(second).toBe(first);
    expect(refreshes(server)).toBe(1);
  });

  test('are known as long as somebody does, or something was not kept yet', async () => {
    const { server, person, store } = await openEndpoint();
    const authorizers = new Authorizers(store, fetchFor);
    const [one, other] = [0, 1].map(() => authorizerFor(server.launch(), store, authorizers));
    await one?.signIn(person, signal);
    expect(authorizers.size).toBe(1);
    one?.dispose();
    one?.dispose();
    expect(authorizers.size).toBe(1);
    const old = await other?.token();
    server.issuer.expire();
    const load = store.load.bind(store);
    store.load = async (key) => {
      const kept = await load(key);
      store.isAway = true;
      return kept;
    };
    const refusal = { status: 401, token: old, wantsProof: false };
    await expect(other?.refused(refusal)).rejects.toMatchObject({ code: 'signInNoWindow' });
    other?.dispose();
    await new Promise(setImmediate);
    expect(authorizers.size).toBe(1);
    store.load = load;
    store.isAway = false;
    const next = authorizerFor(server.launch(), store, authorizers);
    expect(await next.refused(refusal)).toBeDefined();
    expect(refreshes(server)).toBe(1);
    next.dispose();
    await vi.waitFor(() => expect(authorizers.size).toBe(0));
  });

  test('without a person are one only with the same secrets', async () => {
    const { server, store } = await openEndpoint();
    const authorizers = new Authorizers(store, fetchFor);
    const users = ['one', 'one', 'other'].map((clientSecret) =>
      authorizerFor(server.launch({ ...machine, clientSecret }), store, authorizers),
    );
    expect(authorizers.size).toBe(2);
    for (const user of users) user.dispose();
    await vi.waitFor(() => expect(authorizers.size).toBe(0));
  });
});

describe('what is refused for its token and for its scope at a time', () => {
  test.each([[[401, 403]], [[403, 401]]])('%j: each gets its own answer', async (statuses) => {
    const { server, authorizer, person } = await openEndpoint({ scope: 'read' });
    await authorizer.signIn(person, signal);
    const token = await authorizer.token();
    server.issuer.expire();
    const asked = statuses.map((status) => {
      const scope = status === 403 ? 'write' : 'read';
      return authorizer.refused({ status, token, scope, wantsProof: false });
    });
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes[statuses.indexOf(401)]).toMatchObject({ status: 'fulfilled' });
    expect(outcomes[statuses.indexOf(403)]).toMatchObject({
      status: 'rejected',
      reason: { code: 'signInMoreRights', args: { scope: 'write' } },
    });
    expect(authorizer.wantsMoreRights).toBe(true);
    await authorizer.signIn(person, signal);
    expect(server.issuer.authorizations.at(-1)?.['scope']?.split(' ')).toContain('write');
  });

  test('one request that was refused for both says what is missing', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint({
      scope: 'read',
      callScope: 'write',
    });
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await authorizer.signIn(person, signal);
    server.issuer.expire();
    const call = ask(fetch, server.url, 'tools/call');
    await expect(call).rejects.toMatchObject({ code: 'signInMoreRights' });
    expect(refreshes(server)).toBe(1);
  });
});

describe('a person who allows no more', () => {
  test('stays signed in', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint({
      scope: 'read',
      callScope: 'write',
    });
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await authorizer.signIn(person, signal);
    await expect(ask(fetch, server.url, 'tools/call')).rejects.toMatchObject({
      code: 'signInMoreRights',
    });
    const lead = person.lead.bind(person);
    person.lead = () => Promise.reject(new UserError('signInCancelled'));
    const again = authorizer.signIn(person, signal);
    await expect(again).rejects.toMatchObject({ code: 'signInCancelled' });
    expect(person.dropped).toBe(1);
    expect(await ask(fetch, server.url)).toBe(200);
    server.issuer.expire();
    expect(await ask(fetch, server.url)).toBe(200);
    person.lead = lead;
    await authorizer.signIn(person, signal);
    expect(server.issuer.registrations).toHaveLength(1);
  });

  test('who gives up the first sign-in gets another registration', async () => {
    const { server, fetch, authorizer, person } = await openEndpoint();
    await authorizer.signIn(person, signal);
    server.issuer.revokeAll();
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInEnded' });
    const lead = person.lead.bind(person);
    person.lead = () => Promise.reject(new UserError('signInCancelled'));
    const again = authorizer.signIn(person, signal);
    await expect(again).rejects.toMatchObject({ code: 'signInCancelled' });
    person.lead = lead;
    await authorizer.signIn(person, signal);
    expect(server.issuer.registrations).toHaveLength(2);
  });
});
