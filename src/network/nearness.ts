import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UserError } from '../base/errors';
import { isLoopback } from './network';
import { addressOf, type Address } from './sockets';

/** How near to this machine something is. 2: this machine; 1: a network around it; 0: anywhere. */
export type Nearness = 0 | 1 | 2;

/** What leads to this machine. */
const ownAddresses = blocks(['0.0.0.0/8', '127.0.0.0/8'], ['::1/128']);

/** What leads nowhere in the internet (the registries of special addresses, RFC 6890), so at most to somebody near. */
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

/** Names that only a network of one's own has (RFC 6762, 8375, and what ICANN keeps for that). */
const nearName = /^[^.]+$|\.(?:local|internal|lan|home\.arpa)$/i;

/** How near an IP address is; one of IPv6 that stands for one of IPv4 (mapped, NAT64) is as near as that one. */
export function nearnessOf(address: string): Nearness {
  const [ip = ''] = address.split('%');
  const family = isIP(ip);
  if (family === 0) return 0;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (ownAddresses.check(ip, type)) return 2;
  return nearAddresses.check(ip, type) ? 1 : 0;
}

/** How near the host of a URL is by what is written there: as an address, or as a name that tells it. */
export function writtenNearness({ hostname }: URL): Nearness {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) return nearnessOf(host);
  if (isLoopback(host)) return 2;
  return nearName.test(host) ? 1 : 0;
}

/**
 * How near the host of a URL is: the farthest of all that its name leads to, or what is written where it leads
 * nowhere.
 */
export async function nearnessNow(url: URL): Promise<Nearness> {
  const found = await addressesOf(addressOf(url).host).catch(() => []);
  if (found.length === 0) return writtenNearness(url);
  return Math.min(...found.map(({ address }) => nearnessOf(address))) as Nearness;
}

/** How an address is judged. */
export interface Judgement {
  /** The nearest that it may be; 2 judges nothing. */
  readonly nearest: Nearness;
  /** Somebody else looks up the name, such as a proxy: what this machine does not know is let pass. */
  readonly isElsewhere?: boolean | undefined;
}

/**
 * Where to connect for a URL. Its name is looked up once and everything that it leads to is judged; the connection
 * is made to that, since the name may lead elsewhere a moment later (DNS rebinding).
 * @throws UserError `strayAddress` (url, address) where any of it is too near; the error of the name service.
 */
export async function judgedAddress(
  url: URL,
  { nearest, isElsewhere }: Judgement,
): Promise<Address> {
  const target = addressOf(url);
  if (nearest === 2) return target;
  const shown = url.origin + url.pathname;
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

/** A name service that knows one name. */
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
    // Those of IPv6 that are mapped (`::ffff:0:0/96`) are among these.
    add(subnet, 'ipv4');
    for (const prefix of ['::', '::ffff:0:', '64:ff9b::']) add(subnet, 'ipv6', prefix, 96);
  }
  for (const subnet of ipv6) add(subnet, 'ipv6');
  return list;
}
