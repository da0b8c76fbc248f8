import { environmentValue, type Environment } from '../base/environment';
import { passed, warned, type Finding } from './check';

/**
 * What proxies are set for an address. Roundhouse connects without one, so a proxy that is meant for the
 * address is a warning. `editorProxy`: the editor's `http.proxy`. No value is told: it may hold a password.
 */
export function proxyFinding(
  url: URL,
  environment: Environment,
  editorProxy: string | undefined,
): Finding {
  const own = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const names = [own, 'ALL_PROXY'].filter((name) => valueOf(environment, name));
  if (editorProxy) names.push('http.proxy');
  if (names.length === 0) return passed('proxyUnset');
  const exempt = valueOf(environment, 'NO_PROXY') ?? '';
  if (isLoopback(url.hostname) || isExempt(url, exempt)) return passed('proxyExempt', { names });
  return warned('proxyUnused', { names });
}

/** Whether an address is on this machine, however it is written. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
}

/** Programs take either case; the lower one comes first. */
function valueOf(environment: Environment, name: string): string | undefined {
  return environmentValue(environment, name.toLowerCase()) || environmentValue(environment, name);
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
