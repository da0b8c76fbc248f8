import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import {
  judgedAddress,
  nearnessNow,
  nearnessOf,
  writtenNearness,
  type Nearness,
} from '../../../src/network/nearness';
import { serveNames } from '../../support/nameService';

test.each<[string, Nearness, string]>([
  ['127.0.0.1', 2, 'loopback'],
  ['127.255.255.254', 2, 'loopback'],
  ['::1', 2, 'loopback'],
  ['0.0.0.0', 2, 'unspecified, which connects to this machine'],
  ['::', 2, 'unspecified'],
  ['::ffff:127.0.0.1', 2, 'loopback, mapped'],
  ['::ffff:7f00:1', 2, 'loopback, mapped, in hexadecimal'],
  ['::ffff:0:127.0.0.1', 2, 'loopback, translated'],
  ['::127.0.0.1', 2, 'loopback, compatible'],
  ['64:ff9b::127.0.0.1', 2, 'loopback, by NAT64'],
  ['64:ff9b::7f00:1', 2, 'loopback, by NAT64, in hexadecimal'],
  ['10.0.0.1', 1, 'private'],
  ['172.16.0.1', 1, 'private'],
  ['172.31.255.255', 1, 'private'],
  ['192.168.0.1', 1, 'private'],
  ['::ffff:10.0.0.1', 1, 'private, mapped'],
  ['64:ff9b::10.0.0.1', 1, 'private, by NAT64'],
  ['64:ff9b:1::808:808', 1, 'NAT64 of a network'],
  ['169.254.169.254', 1, 'link-local: the metadata of clouds'],
  ['::ffff:a9fe:a9fe', 1, 'link-local, mapped'],
  ['64:ff9b::a9fe:a9fe', 1, 'link-local, by NAT64'],
  ['fe80::1', 1, 'link-local'],
  ['fe80::1%eth0', 1, 'link-local of an interface'],
  ['fc00::1', 1, 'unique local'],
  ['fdff::1', 1, 'unique local'],
  ['fec0::1', 1, 'site-local'],
  ['100.64.0.1', 1, 'shared (CGNAT)'],
  ['100.127.255.255', 1, 'shared (CGNAT)'],
  ['198.18.0.1', 1, 'benchmarks'],
  ['198.19.255.255', 1, 'benchmarks'],
  ['192.0.0.8', 1, 'of the protocol'],
  ['224.0.0.1', 1, 'multicast'],
  ['ff02::1', 1, 'multicast'],
  ['255.255.255.255', 1, 'broadcast'],
  ['2002:7f00:1::', 1, '6to4'],
  ['100::1', 1, 'discarded'],
  ['8.8.8.8', 0, 'public'],
  ['::ffff:8.8.8.8', 0, 'public, mapped'],
  ['64:ff9b::808:808', 0, 'public, by NAT64'],
  ['2606:4700::1111', 0, 'public'],
  ['9.255.255.255', 0, 'below 10/8'],
  ['11.0.0.0', 0, 'above 10/8'],
  ['100.63.255.255', 0, 'below 100.64/10'],
  ['100.128.0.0', 0, 'above 100.64/10'],
  ['128.0.0.1', 0, 'above 127/8'],
  ['172.15.255.255', 0, 'below 172.16/12'],
  ['172.32.0.0', 0, 'above 172.16/12'],
  ['198.17.255.255', 0, 'below 198.18/15'],
  ['198.20.0.0', 0, 'above 198.18/15'],
  ['223.255.255.255', 0, 'below 224/4'],
  ['', 0, 'not known'],
])('%s is at %i: %s', (address, nearness) => {
  expect(nearnessOf(address)).toBe(nearness);
});

test.each<[string, Nearness]>([
  ['https://localhost/', 2],
  ['https://localhost./', 2],
  ['https://a.localhost/', 2],
  ['https://2130706433/', 2],
  ['https://0x7f.1/', 2],
  ['https://[::1]/', 2],
  ['https://intranet/', 1],
  ['https://router.local/', 1],
  ['https://nas.home.arpa/', 1],
  ['https://169.254.169.254/', 1],
  ['https://10.0.0.1.example/', 0],
  ['https://local.example/', 0],
])('%s is written as at %i', (url, nearness) => {
  expect(writtenNearness(new URL(url))).toBe(nearness);
});

const url = new URL('https://name.example:8443/token?secret=1');

test.each<[string, Nearness, string[]]>([
  ['this machine', 0, ['127.0.0.1']],
  ['one of several', 0, ['8.8.8.8', '2606:4700::1111', '::1']],
  ['a network', 0, ['10.0.0.1']],
  ['this machine, for a server of a network', 1, ['10.0.0.1', '::ffff:127.0.0.1']],
])('a name that leads too near is refused: %s', async (_what, nearest, addresses) => {
  serveNames({ 'name.example': [addresses] });
  await expect(judgedAddress(url, { nearest })).rejects.toMatchObject({
    code: 'strayAddress',
    args: { url: 'https://name.example:8443/token', address: addresses.at(-1) },
  });
});

/** What a connection to an address is made to. */
function leadsTo(lookup: LookupFunction | undefined): unknown {
  let led: unknown;
  lookup?.('name.example', { all: true }, (_error, found) => (led = found));
  return led;
}

test('a connection is made to what was judged, whatever the name leads to by then', async () => {
  const asked = serveNames({ 'name.example': [['8.8.8.8', '8.8.4.4'], ['127.0.0.1']] });
  const address = await judgedAddress(url, { nearest: 0 });
  expect(address).toMatchObject({ host: 'name.example', port: 8443 });
  const found = [
    { address: '8.8.8.8', family: 4 },
    { address: '8.8.4.4', family: 4 },
  ];
  expect(leadsTo(address.lookup)).toEqual(found);
  let one: unknown;
  address.lookup?.('name.example', {}, (_error, first, family) => (one = [first, family]));
  expect(one).toEqual(['8.8.8.8', 4]);
  expect(asked).toEqual(['name.example']);
  await expect(judgedAddress(url, { nearest: 0 })).rejects.toThrow('strayAddress');
});

test('what is written too near is not even looked up', async () => {
  const asked = serveNames({ 'router.local': [['8.8.8.8']] });
  const judged = judgedAddress(new URL('https://router.local/'), { nearest: 0 });
  await expect(judged).rejects.toMatchObject({ code: 'strayAddress' });
  expect(asked).toEqual([]);
});

test('a name that nobody knows is refused, unless somebody else looks it up', async () => {
  serveNames({});
  await expect(judgedAddress(url, { nearest: 0 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const judgement = { nearest: 0, isElsewhere: true } as const;
  expect(await judgedAddress(url, judgement)).toMatchObject({ host: 'name.example', port: 8443 });
});

test('where anything may be asked, nothing is looked up', async () => {
  const asked = serveNames({ 'name.example': [['127.0.0.1']] });
  const address = await judgedAddress(url, { nearest: 2 });
  expect(address).toEqual({ host: 'name.example', port: 8443 });
  expect(asked).toEqual([]);
});

test('a host is as near as the farthest that its name leads to', async () => {
  serveNames({ 'name.example': [['127.0.0.1', '10.0.0.1'], ['::1'], ['8.8.8.8', '::1'], []] });
  const found = [];
  for (let look = 0; look < 4; look += 1) found.push(await nearnessNow(url));
  expect(found).toEqual([1, 2, 0, 0]);
  expect(await nearnessNow(new URL('https://router.local/'))).toBe(1);
});
