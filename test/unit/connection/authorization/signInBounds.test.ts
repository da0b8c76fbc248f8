import { describe, expect, test } from 'vitest';
import { signInBounds } from '../../../../src/connection/authorization/signInBounds';
import { openDoor } from '../../../support/oauth/openDoor';

const { signal } = new AbortController();
const far = new URL('https://mcp.example/mcp');
const near = new URL('https://10.0.0.7/mcp');
const own = new URL('http://localhost:3000/mcp');

test.each([
  ['encrypted, anywhere', far, 'https://id.example/token'],
  ['its own origin, even in plain', new URL('http://mcp.example/mcp'), 'http://mcp.example/token'],
  ['the same network', near, 'https://192.168.1.1/token'],
  ['out of the network', near, 'https://id.example/token'],
  ['this machine, for a server of it', own, 'http://127.0.0.1:4000/token'],
  ['out of this machine', own, 'https://id.example/token'],
  ['a name with figures', far, 'https://10.0.0.1.example/token'],
])('%s: a sign-in may lead there', (_what, server, address) => {
  expect(() => signInBounds(server, {})(address)).not.toThrow();
});

test.each([
  ['http://127.0.0.1:8080/', 'signInStrayAddress'],
  ['https://localhost/', 'signInStrayAddress'],
  ['https://localhost./', 'signInStrayAddress'],
  ['https://2130706433/', 'signInStrayAddress'],
  ['https://0.0.0.0/', 'signInStrayAddress'],
  ['https://[::1]/', 'signInStrayAddress'],
  ['https://[::ffff:127.0.0.1]/', 'signInStrayAddress'],
  ['http://169.254.169.254/latest/meta-data', 'signInStrayAddress'],
  ['https://[fe80::1]/', 'signInStrayAddress'],
  ['https://[::ffff:10.0.0.1]/', 'signInStrayAddress'],
  ['https://172.20.0.1/', 'signInStrayAddress'],
  ['https://192.168.0.1/', 'signInStrayAddress'],
  ['https://router.local/', 'signInStrayAddress'],
  ['https://intranet/', 'signInStrayAddress'],
  ['http://id.example/token', 'signInInsecure'],
  ['file:///etc/passwd', 'signInInsecure'],
])('a server of the internet cannot send us to %s', (address, code) => {
  expect(() => signInBounds(far, {})(address)).toThrow(expect.objectContaining({ code }));
});

test('one of a network cannot send us to this machine, nor to what is not encrypted', () => {
  const bounds = signInBounds(near, {});
  expect(() => bounds('https://localhost/')).toThrow('signInStrayAddress');
  expect(() => bounds('http://10.0.0.8/')).toThrow('signInInsecure');
});

test('what the entry names is what the person wants', () => {
  const identity = { issuer: 'https://idp.local', clientId: 'a', idToken: 'b' };
  const bounds = signInBounds(far, { issuer: 'https://10.1.1.1/tenant', identity });
  expect(() => bounds('https://10.1.1.1/token')).not.toThrow();
  expect(() => bounds('https://idp.local/token')).not.toThrow();
  expect(() => bounds('https://10.1.1.2/token')).toThrow('signInStrayAddress');
});

const stray = 'http://10.255.255.1/x';

describe('a document that leads astray is not followed', () => {
  test.each(['registration_endpoint', 'authorization_endpoint', 'token_endpoint'])(
    'in %s',
    async (endpoint) => {
      const authorization = { describesAlso: { [endpoint]: stray } };
      const { authorizer, person, store } = await openDoor({ authorization });
      const failure = authorizer.signIn(person, signal);
      await expect(failure).rejects.toMatchObject({ code: 'signInInsecure' });
      expect(person.opened.some((page) => page.startsWith(stray))).toBe(false);
      expect(store.kept.size).toBe(0);
    },
  );

  test('in what a server says of itself', async () => {
    const { server, authorizer, person } = await openDoor({ authorizationServer: stray });
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInInsecure' });
    expect(person.asked).toEqual([]);
    expect(server.issuer.registrations).toEqual([]);
  });

  test('in revocation_endpoint, which ends the sign-in here all the same', async () => {
    const authorization = { describesAlso: { revocation_endpoint: stray } };
    const { authorizer, person, store } = await openDoor({ authorization });
    await authorizer.signIn(person, signal);
    await authorizer.signOut(signal);
    expect(store.kept.size).toBe(0);
  });
});
