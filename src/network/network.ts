import { BlockList, isIP } from 'node:net';
import { urlOf } from './urlOf';

/**
 * The network settings of requests. They come from the window with each launch, because one host may serve windows
 * with different ones. As a part of the launch they also decide which windows share a server. Proxies may hold
 * credentials, which are secrets, as the authorization is.
 */
export interface Network {
  /** The proxy for `http:` URLs. */
  readonly httpProxy?: string | undefined;
  /** The proxy for `https:` URLs. */
  readonly httpsProxy?: string | undefined;
  /** The value of `Proxy-Authorization` for any HTTP proxy, instead of the credentials in its URL. */
  readonly proxyAuthorization?: string | undefined;
  /** Hosts that are reached without a proxy, in the format of `NO_PROXY`. */
  readonly noProxy?: string | undefined;
  /** Absolute paths of files with additional trusted certificates (PEM). */
  readonly caFiles?: readonly string[] | undefined;
  /** Trusts the certificates of the system as well, if Node can read them. */
  readonly systemCertificates?: boolean | undefined;
  /** `false`: certificates are not verified. */
  readonly strictTls?: boolean | undefined;
}

/** The proxy for a URL; `undefined` for exempt hosts, and for this machine, which is never behind a proxy. */
export function proxyFor(url: URL, network: Network): URL | undefined {
  const written = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (!written || isLoopback(url.hostname) || isExempt(url, network.noProxy ?? ''))
    return undefined;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const proxy = urlOf(text);
  return proxy && isProxyKind(proxy.protocol.slice(0, -1)) ? proxy : undefined;
}

/** True for the scheme of a proxy that is understood. */
export function isProxyKind(scheme: string): boolean {
  return /^(?:https?|socks(?:5h?)?)$/i.test(scheme);
}

/** True for a proxy that carries connections of any protocol, where others know HTTP. */
export function isSocks({ protocol }: URL): boolean {
  return protocol.startsWith('socks');
}

/** True if requests for a URL go to the proxy itself, in the absolute form (RFC 9112, 3.2.2). */
export function isForwarded(url: URL, proxy: URL): boolean {
  return !isSocks(proxy) && url.protocol === 'http:';
}

/** True if a host is this machine, however it is written. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|0\.0\.0\.0|127(?:\.\d+){3}|\[::1?\])$/i.test(host);
}

/** True if an entry of `NO_PROXY` is the host, a domain above it, a range that has its address, or `*`. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replaceAll(/^\[|\]$/g, '');
  const used = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      // A plain IPv6 address has no port.
      const [, v6, other, itsPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
      const name = v6 ?? other ?? entry;
      if (name === '' || (itsPort !== undefined && itsPort !== used)) return false;
      if (name === '*') return true;
      if (isIP(host) !== 0) return isInRange(host, name);
      const domain = name.replace(/^\*?\./, '');
      return host === domain || host.endsWith(`.${domain}`);
    });
}

/** True if an IP address is this one, or in this range (`10.0.0.0/8`). No address is in an invalid range. */
function isInRange(host: string, range: string): boolean {
  const [, address = '', bits] = /^(.*?)(?:\/(\d+))?$/.exec(range) ?? [];
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  try {
    if (bits === undefined) list.addAddress(address, ipType(address));
    else list.addSubnet(address, Number(bits), ipType(address));
  } catch {
    return false;
  }
  return list.check(host, ipType(host));
}

/** The family of an IP address, as {@link BlockList} names it. */
export function ipType(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
