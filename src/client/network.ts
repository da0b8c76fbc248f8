import { environmentValue, type Environment } from '../base/environment';
import type { Network } from '../network/network';

/** The editor's network settings (`http.*`). */
interface NetworkSettings {
  readonly proxy?: string | undefined;
  readonly proxyAuthorization?: string | null | undefined;
  readonly noProxy?: readonly string[] | undefined;
  /** `off`: extensions do not use the proxy of the settings. */
  readonly proxySupport?: string | undefined;
  readonly systemCertificates?: boolean | undefined;
  readonly proxyStrictSSL?: boolean | undefined;
}

/**
 * The network of a window: its settings, else its environment. As in the editor, `HTTP_PROXY` is for `https:` as well
 * where nothing else is; unlike there, `ALL_PROXY` counts.
 */
export function networkOf(environment: Environment, settings: NetworkSettings = {}): Network {
  const of = (name: string): string | undefined =>
    // Programs accept both cases and prefer the lower one.
    environmentValue(environment, name.toLowerCase()) || environmentValue(environment, name);
  const isOn = settings.proxySupport !== 'off';
  const set = (isOn && settings.proxy) || undefined;
  const authorization = (isOn && settings.proxyAuthorization?.trim()) || undefined;
  const [http, everything] = [of('HTTP_PROXY'), of('ALL_PROXY')];
  const exempt = [...(settings.noProxy ?? []), of('NO_PROXY') ?? ''].filter(Boolean).join(',');
  const caFile = environmentValue(environment, 'NODE_EXTRA_CA_CERTS');
  return {
    ...defined('httpProxy', set ?? http ?? everything),
    ...defined('httpsProxy', set ?? of('HTTPS_PROXY') ?? everything ?? http),
    ...defined('proxyAuthorization', authorization),
    ...defined('noProxy', exempt),
    ...(caFile && { caFiles: [caFile] }),
    ...(settings.systemCertificates && { systemCertificates: true }),
    ...(settings.proxyStrictSSL === false && { strictTls: false }),
  };
}

/** Leaves out empty keys, because they would make two equal launches different. */
function defined(key: keyof Network, value: string | undefined): Network {
  return value ? { [key]: value } : {};
}
