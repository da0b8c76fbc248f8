import { expect, test } from 'vitest';
import { AuthorizationServer } from '../../../support/oauth/authorizationServer';
import { ask, machine, openEndpoint } from '../../../support/oauth/openEndpoint';

// What a person has entered goes to whom they meant it for, wherever the server says that it belongs.

const { signal } = new AbortController();
const clients = { machine: 'machine-secret', ours: 'client-secret' };
const authorization = { clients, methods: ['client_secret_post'] };
const ours = { clientId: 'ours', clientSecret: 'client-secret' };

test.each([
  ['client_credentials', machine],
  ['jwt-bearer', { clientId: 'machine', grant: 'jwt-bearer', assertion: 'workload' }],
  [
    'enterprise',
    {
      clientId: 'machine',
      grant: 'enterprise',
      identity: { issuer: 'https://idp.example', clientId: 'a', idToken: 'b' },
    },
  ],
] as const)('a client of the grant %s has to say where it belongs', async (_grant, settings) => {
  const { server, fetch } = await openEndpoint({ authorization }, settings);
  await expect(ask(fetch, server.url)).rejects.toMatchObject({
    code: 'signInIncomplete',
    args: { key: 'issuer' },
  });
  expect(server.issuer.tokenRequests).toEqual([]);
});

test('a client without a person goes to no other authorization server than its own', async () => {
  const settings = { ...machine, issuer: 'https://mine.example' };
  const { server, fetch } = await openEndpoint({ authorization }, settings);
  await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInOtherIssuer' });
  expect(server.issuer.tokenRequests).toEqual([]);
});

test('the secret of an entry stays with the authorization server that a person has agreed to', async () => {
  const { server, fetch, authorizer, person } = await openEndpoint({ authorization }, ours);
  await authorizer.signIn(person, signal);
  expect(await ask(fetch, server.url)).toBe(200);
  const first = server.issuer;
  const other = await new AuthorizationServer(authorization).listen();
  server.issuer = other;
  try {
    await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInNeeded' });
    await expect(authorizer.signIn(person, signal)).rejects.toMatchObject({
      code: 'signInOtherIssuer',
      args: { issuer: other.issuer, owner: first.issuer },
    });
    expect(other.authorizations).toEqual([]);
    expect(other.tokenRequests).toEqual([]);
    // To sign out is to forget where it belongs.
    await authorizer.signOut(signal);
    await authorizer.signIn(person, signal);
    expect(await ask(fetch, server.url)).toBe(200);
  } finally {
    await first.close();
  }
});

test('it stays there when that server has forgotten the client', async () => {
  const { server, fetch, authorizer, person } = await openEndpoint({ authorization }, ours);
  await authorizer.signIn(person, signal);
  server.issuer.forgetClients();
  server.issuer.expire();
  await expect(ask(fetch, server.url)).rejects.toMatchObject({ code: 'signInEnded' });
  const first = server.issuer;
  server.issuer = await new AuthorizationServer(authorization).listen();
  const again = authorizer.signIn(person, signal);
  await expect(again).rejects.toMatchObject({ code: 'signInOtherIssuer' });
  await first.close();
});

test('what is kept is kept under a name that says nothing of the address', async () => {
  const { server, authorizer, person, store } = await openEndpoint();
  await authorizer.signIn(person, signal);
  const keys = [...store.kept.keys()];
  expect(keys).toHaveLength(1);
  expect(keys.join()).not.toContain(new URL(server.url).pathname);
  expect(keys.join()).toMatch(/^[\w-]{43}$/);
});
