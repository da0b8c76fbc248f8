import { BlockList, isIP } from 'node:net';
import { UserError } from '../../base/errors';
import { isLoopback } from '../../base/network';
import { urlOf } from '../../base/urlOf';
import type { OAuthSettings } from '../../contract/authorization';
import { publicUrl } from '../requestErrors';

/**
 * Lets an address pass that a sign-in may lead to.
 * @throws UserError `signInStrayAddress`, `signInInsecure`.
 */
export type SignInBounds = (address: string | URL) => void;

/** IPv6 addresses that stand for one of IPv4 count as that one. */
const ownAddresses = blocks(['0.0.0.0/8', '127.0.0.0/8'], ['::/128', '::1/128']);
const nearAddresses = blocks(
  ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ['fc00::/7', 'fe80::/10'],
);
/** Names that only a network of one's own has (RFC 6762, 8375, and what ICANN keeps for that). */
const nearName = /^[^.]+$|\.(?:local|internal|lan|home\.arpa)$/i;

/**
 * Where a sign-in for a server may lead, since that server says where. Whatever the entry itself names is
 * fine. All else has to be encrypted, and no nearer to this machine than the server: one of the internet
 * has no business with what only we can reach (2026-07-28, security best practices, "SSRF").
 */
export function signInBounds(server: URL, { issuer, identity }: OAuthSettings): SignInBounds {
  const entered = [server.href, issuer, identity?.issuer, identity?.tokenEndpoint];
  const origins = new Set(entered.flatMap((url = '') => urlOf(url)?.origin ?? []));
  return (address) => {
    const url = new URL(address);
    if (origins.has(url.origin)) return;
    if (nearness(url) > nearness(server)) {
      throw new UserError('signInStrayAddress', { url: publicUrl(url) });
    }
    if (url.protocol !== 'https:' && nearness(url) < 2) {
      throw new UserError('signInInsecure', { issuer: publicUrl(url) });
    }
  };
}

/** 2: this machine; 1: a network around it; 0: anywhere. */
function nearness({ hostname }: URL): 0 | 1 | 2 {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family === 0) {
    if (isLoopback(host)) return 2;
    return nearName.test(host) ? 1 : 0;
  }
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (ownAddresses.check(host, type)) return 2;
  return nearAddresses.check(host, type) ? 1 : 0;
}

function blocks(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (subnets: readonly string[], type: 'ipv4' | 'ipv6'): void => {
    for (const subnet of subnets) {
      const [net = '', prefix] = subnet.split('/');
      list.addSubnet(net, Number(prefix), type);
    }
  };
  add(ipv4, 'ipv4');
  add(ipv6, 'ipv6');
  return list;
}
