import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UserError } from '../base/errors';
import { ipType, isLoopback } from './network';
import { addressOf, type Address } from './sockets';
import { publicUrl } from './urlOf';

/** The distance of a host. 2: this machine; 1: a network around it; 0: anywhere. */
export type Nearness = 0 | 1 | 2;

/** Addresses of this machine. */
const ownAddresses = blocks(['0.0.0.0/8', '127.0.0.0/8'], ['::1/128']);

/** Addresses that the internet does not route (the registries of special addresses, RFC 6890). */
const nearAddresses = blocks(
  [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ['64:ff9b:1::/48', '100::/64', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
);

/** Names of private networks only (RFC 6762, 8375, and those that ICANN reserves). */
const nearName = /^[^.]+$|\.(?:local|internal|lan|home\.arpa)$/i;

/**
 * The nearness of an IP address. An IPv6 address that stands for an IPv4 one (mapped, NAT64) is as near as that one.
 */
export function nearnessOf(address: string): Nearness {
  const [ip = ''] = address.split('%');
  if (isIP(ip) === 0) return 0;
  const type = ipType(ip);
  if (ownAddresses.check(ip, type)) return 2;
  return nearAddresses.check(ip, type) ? 1 : 0;
}

/** The nearness of a URL's host as written: an address, or a name that implies it. */
export function writtenNearness({ hostname }: URL): Nearness {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) return nearnessOf(host);
  if (isLoopback(host)) return 2;
  return nearName.test(host) ? 1 : 0;
}

/**
 * The nearness of a URL's host: the farthest address of its name, or {@link writtenNearness} if it has
 * none.
 */
export async function nearnessNow(url: URL): Promise<Nearness> {
  const found = await addressesOf(addressOf(url).host).catch(() => []);
  if (found.length === 0) return writtenNearness(url);
  return Math.min(...found.map(({ address }) => nearnessOf(address))) as Nearness;
}

export interface Judgement {
  /** The nearest permitted address; 2 permits all. */
  readonly nearest: Nearness;
  /** True if a proxy resolves the name: an unknown name is permitted. */
  readonly isElsewhere?: boolean | undefined;
}

/**
 * The address to connect to for a URL. Its name is resolved once, all results are judged, and the connection uses
 * these. A second lookup might lead to this machine (DNS rebinding).
 * @throws UserError `strayAddress` (url, address) where one is too near; the error of the name service.
 */
export async function judgedAddress(
  url: URL,
  { nearest, isElsewhere }: Judgement,
): Promise<Address> {
  const target = addressOf(url);
  if (nearest === 2) return target;
  const shown = publicUrl(url);
  if (writtenNearness(url) > nearest) throw new UserError('strayAddress', { url: shown });
  const found = await addressesOf(target.host).catch((error: unknown) => {
    if (isElsewhere) return [];
    throw error;
  });
  const stray = found.find(({ address }) => nearnessOf(address) > nearest);
  if (stray) throw new UserError('strayAddress', { url: shown, address: stray.address });
  return { ...target, lookup: lookupIn(found) };
}

function addressesOf(host: string): Promise<dns.LookupAddress[]> {
  return dns.promises.lookup(host, { all: true });
}

/** A lookup that returns fixed addresses. */
function lookupIn(found: readonly dns.LookupAddress[]): LookupFunction {
  return (_host, { all }, settle) => {
    const [first] = found;
    if (all) settle(null, [...found]);
    else settle(null, first?.address ?? '', first?.family);
  };
}

function blocks(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (subnet: string, type: 'ipv4' | 'ipv6', prefix = '', length = 0): void => {
    const [net = '', bits] = subnet.split('/');
    list.addSubnet(prefix + net, length + Number(bits), type);
  };
  for (const subnet of ipv4) {
    // The mapped IPv6 addresses (`::ffff:0:0/96`) are among these.
    add(subnet, 'ipv4');
    for (const prefix of ['::', '::ffff:0:', '64:ff9b::']) add(subnet, 'ipv6', prefix, 96);
  }
  for (const subnet of ipv6) add(subnet, 'ipv6');
  return list;
}
