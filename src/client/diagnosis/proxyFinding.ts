import { proxyFor, type Network } from '../../network/network';
import { passed, warned, type Finding } from './check';

/** Through which proxy an address is reached. Its credentials are not told. */
export function proxyFinding(url: URL, network: Network): Finding {
  const proxy = proxyFor(url, network);
  if (proxy) return passed('proxyUsed', { proxy: proxy.host });
  const written = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (!written) return passed('proxyUnset');
  const [, kind = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(written) ?? [];
  return /^https?$/i.test(kind) ? passed('proxyExempt') : warned('proxyUnsupported', { kind });
}
