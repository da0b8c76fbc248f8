import { expect, test } from 'vitest';
import type { OAuthSettings } from '../../../src/ipc/authorization';
import { SignInBounds } from '../../../src/network/signInBounds';
import { serveNames } from '../../support/nameService';

const far = 'https://mcp.example/mcp';
const near = 'https://10.0.0.7/mcp';
const own = 'http://localhost:3000/mcp';

/** The bounds of a server that has answered from an address; `proxy`: through one. */
async function boundsOf(server: string, from: string, settings: OAuthSettings = {}) {
  const bounds = new SignInBounds(new URL(server), settings);
  await bounds.answered(new URL(server), from === 'proxy' ? undefined : from);
  return bounds;
}

test.each([
  ['encrypted, anywhere', far, '8.8.8.8', 'https://id.example/token'],
  ['its own origin, even in plain', 'http://mcp.example/mcp', '8.8.8.8', 'http://mcp.example/t'],
  ['the same network', near, '10.0.0.7', 'https://192.168.1.1/token'],
  ['the same network, by names', far, '10.0.0.7', 'https://corporate.example/token'],
  ['the same network, by names and a proxy', 'https://corporate.example/mcp', 'proxy', near],
  ['all at benchmark addresses, as some VPNs have it', far, '198.18.0.4', 'https://vpn.example/'],
  ['out of the network', near, '10.0.0.7', 'https://id.example/token'],
  ['this machine, for a server of it', own, '127.0.0.1', 'http://127.0.0.1:4000/token'],
  ['this machine, by names', 'http://dev.example/mcp', '::1', 'http://localhost:4000/token'],
  ['out of this machine', own, '127.0.0.1', 'https://id.example/token'],
  ['a name with figures', far, '8.8.8.8', 'https://10.0.0.1.example/token'],
  ['a name that only the browser or the proxy knows', far, '8.8.8.8', 'https://unknown.example/'],
])('%s: a sign-in may lead there', async (_what, server, from, address) => {
  serveNames({
    'mcp.example': [['8.8.8.8']],
    'id.example': [['8.8.4.4']],
    'corporate.example': [['10.1.2.3']],
    'vpn.example': [['198.18.0.9']],
    '10.0.0.1.example': [['8.8.4.4']],
  });
  const bounds = await boundsOf(server, from);
  await expect(bounds.judge(new URL(address))).resolves.toBeUndefined();
});

test.each([
  ['http://127.0.0.1:8080/', 'strayAddress'],
  ['https://localhost/', 'strayAddress'],
  ['https://localhost./', 'strayAddress'],
  ['https://2130706433/', 'strayAddress'],
  ['https://0.0.0.0/', 'strayAddress'],
  ['https://[::1]/', 'strayAddress'],
  ['https://[::ffff:127.0.0.1]/', 'strayAddress'],
  ['http://169.254.169.254/latest/meta-data', 'strayAddress'],
  ['https://[64:ff9b::169.254.169.254]/', 'strayAddress'],
  ['https://[fe80::1]/', 'strayAddress'],
  ['https://[fd00::1]/', 'strayAddress'],
  ['https://[::ffff:10.0.0.1]/', 'strayAddress'],
  ['https://172.20.0.1/', 'strayAddress'],
  ['https://192.168.0.1/', 'strayAddress'],
  ['https://100.64.0.1/', 'strayAddress'],
  ['https://198.18.0.1/', 'strayAddress'],
  ['https://router.local/', 'strayAddress'],
  ['https://intranet/', 'strayAddress'],
  ['https://rebound.example/', 'strayAddress'],
  ['https://mixed.example/', 'strayAddress'],
  ['http://id.example/token', 'signInInsecure'],
  ['file:///etc/passwd', 'signInInsecure'],
])('a server of the internet cannot send us to %s', async (address, code) => {
  serveNames({
    'mcp.example': [['8.8.8.8']],
    'rebound.example': [['127.0.0.1']],
    'mixed.example': [['8.8.8.8', 'fd00::1']],
  });
  for (const from of ['8.8.8.8', '64:ff9b::808:808', 'proxy', '']) {
    const bounds = await boundsOf(far, from);
    await expect(async () => bounds.judge(new URL(address))).rejects.toMatchObject({ code });
  }
});

test('one of a network cannot send us to this machine, nor to what is not encrypted', async () => {
  serveNames({ 'rebound.example': [['10.0.0.1', '127.0.0.1']] });
  const bounds = await boundsOf(near, '10.0.0.7');
  const judge = async (url: string): Promise<void> => bounds.judge(new URL(url));
  await expect(judge('https://localhost/')).rejects.toThrow('strayAddress');
  await expect(judge('https://rebound.example/')).rejects.toThrow('strayAddress');
  await expect(judge('http://10.0.0.8/')).rejects.toThrow('signInInsecure');
});

test('a server that has answered from afar comes no nearer by another look at its name', async () => {
  serveNames({ 'mcp.example': [['127.0.0.1']] });
  const bounds = await boundsOf(far, '8.8.8.8');
  await bounds.answered(new URL(far), '127.0.0.1');
  await bounds.answered(new URL(far), undefined);
  await expect(async () => bounds.judge(new URL('https://10.0.0.1/'))).rejects.toThrow(
    'strayAddress',
  );
  const moving = await boundsOf(far, '127.0.0.1');
  expect(moving.nearest(new URL('https://10.0.0.1/'))).toBe(2);
  await moving.answered(new URL(far), '8.8.8.8');
  expect(moving.nearest(new URL('https://10.0.0.1/'))).toBe(0);
});

test('a server that is near by its name stays so wherever it answers from', async () => {
  const bounds = await boundsOf(near, '8.8.8.8');
  expect(bounds.nearest(new URL('https://10.0.0.1/'))).toBe(1);
});

test.each([
  ['http://id.example/token?code=1', 'http://id.example/token'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
])('%s is refused by its address without its query', async (address, issuer) => {
  const bounds = await boundsOf(far, '8.8.8.8');
  const args = { issuer };
  expect(() => bounds.nearest(new URL(address))).toThrow(
    expect.objectContaining({ code: 'signInInsecure', args }),
  );
});

test('where others answer from counts for nothing', async () => {
  const bounds = await boundsOf(far, '10.0.0.7');
  await bounds.answered(new URL('https://id.example/'), '8.8.8.8');
  expect(bounds.nearest(new URL('https://10.0.0.1/'))).toBe(1);
});

test('a server that has not answered yet is as near as it is written', () => {
  const nearest = (server: string) =>
    new SignInBounds(new URL(server), {}).nearest(new URL('https://id.example/'));
  expect([far, near, own].map(nearest)).toEqual([0, 1, 2]);
});

test('what the entry names is what the person wants', async () => {
  serveNames({ 'idp.local': [['127.0.0.1']] });
  const identity = { issuer: 'https://idp.local', clientId: 'a', idToken: 'b' };
  const bounds = await boundsOf(far, '8.8.8.8', { issuer: 'https://10.1.1.1/tenant', identity });
  expect(bounds.nearest(new URL('https://10.1.1.1/token'))).toBe(2);
  expect(bounds.nearest(new URL('https://idp.local/token'))).toBe(2);
  expect(bounds.nearest(new URL('https://10.1.1.2/token'))).toBe(0);
});
