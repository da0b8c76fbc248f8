import { environmentValue, type Environment } from '../base/environment';
import type { Network } from '../network/network';

/** What the editor's settings say of the network (`http.*`). */
export interface NetworkSettings {
  readonly proxy?: string | undefined;
  readonly noProxy?: readonly string[] | undefined;
  /** `off`: the proxy of the settings is not for extensions. */
  readonly proxySupport?: string | undefined;
  readonly systemCertificates?: boolean | undefined;
  readonly proxyStrictSSL?: boolean | undefined;
}

/** The network of a window: what its settings say, else its environment, as the editor itself goes by it. */
export function networkOf(environment: Environment, settings: NetworkSettings = {}): Network {
  const of = (name: string): string | undefined =>
    // Programs take either case; the lower one comes first.
    environmentValue(environment, name.toLowerCase()) || environmentValue(environment, name);
  const set = (settings.proxySupport !== 'off' && settings.proxy) || undefined;
  const everything = of('ALL_PROXY');
  const exempt = [...(settings.noProxy ?? []), of('NO_PROXY') ?? ''].filter(Boolean).join(',');
  const caFile = environmentValue(environment, 'NODE_EXTRA_CA_CERTS');
  return {
    ...defined('httpProxy', set ?? of('HTTP_PROXY') ?? everything),
    ...defined('httpsProxy', set ?? of('HTTPS_PROXY') ?? everything),
    ...defined('noProxy', exempt),
    ...(caFile && { caFiles: [caFile] }),
    ...(settings.systemCertificates && { systemCertificates: true }),
    ...(settings.proxyStrictSSL === false && { strictTls: false }),
  };
}

/** What is not there must not tell two launches apart. */
function defined(key: keyof Network, value: string | undefined): Network {
  return value ? { [key]: value } : {};
}
