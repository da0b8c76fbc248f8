import { urlOf } from './urlOf';

/** How requests leave a machine. Proxies may hold credentials, which are secrets. */
export interface Network {
  /** The proxy for `http:` addresses. */
  readonly httpProxy?: string | undefined;
  /** The proxy for `https:` addresses. */
  readonly httpsProxy?: string | undefined;
  /** Hosts that are reached without a proxy, as `NO_PROXY` writes them. */
  readonly noProxy?: string | undefined;
  /** Absolute paths of files with certificates (PEM) to trust beside those that are known. */
  readonly caFiles?: readonly string[] | undefined;
  /** Trusts what the system trusts, too, where Node can tell. */
  readonly systemCertificates?: boolean | undefined;
  /** `false`: certificates are not verified. */
  readonly strictTls?: boolean | undefined;
}

/** The proxy through which an address is reached; none for this machine, nor for what is exempt. */
export function proxyFor(url: URL, network: Network): URL | undefined {
  const written = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (!written || isLoopback(url.hostname) || isExempt(url, network.noProxy ?? ''))
    return undefined;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const proxy = urlOf(text);
  return proxy?.protocol === 'http:' || proxy?.protocol === 'https:' ? proxy : undefined;
}

/** Whether a host is this machine, however it is written. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
}

/** Whether one of the entries of a `NO_PROXY` is the host, a domain above it, or everything. */
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
