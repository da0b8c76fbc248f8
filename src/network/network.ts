import { urlOf } from './urlOf';

/**
 * The network settings of requests. They come from the window with each launch, because one host may serve windows
 * with different ones. As a part of the launch they also decide which windows share a server. Proxies may hold
 * credentials, which are secrets.
 */
export interface Network {
  /** The proxy for `http:` URLs. */
  readonly httpProxy?: string | undefined;
  /** The proxy for `https:` URLs. */
  readonly httpsProxy?: string | undefined;
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
  return proxy?.protocol === 'http:' || proxy?.protocol === 'https:' ? proxy : undefined;
}

/** True if a host is this machine, however it is written. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
}

/** True if an entry of `NO_PROXY` is the host, a domain above it, or `*`. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase();
  const used = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', itsPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (name === '' || (itsPort !== undefined && itsPort !== used)) return false;
      const domain = name.replace(/^\*?\./, '');
      return name === '*' || host === domain || host.endsWith(`.${domain}`);
    });
}
