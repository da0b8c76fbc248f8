import { isIP } from 'node:net';
import { UserError } from '../../base/errors';
import { proxyFor, type Network } from '../../network/network';
import { addressOf, causeOf, openSocket, type Address } from '../../network/sockets';
import { urlOf, isHttpUrl } from '../../network/urlOf';
import { isNamedSecret } from '../launch/launchSecrets';
import type { ResolvedHttp } from '../../ipc/launch';
import { SignInBounds } from '../../network/signInBounds';
import { bareRequest, type BareResponse, networkPathOf } from './networkPath';
import { failed, passed, warned, type Check, type Finding } from './check';
import { checkSignIn } from './signInCheck';
import { checkTls } from './tlsCheck';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesIn } from '../../network/trustedRoots';
import { lookup } from 'node:dns/promises';

/** Checks each step of the network path to a remote server; none for a local socket. */
export function httpChecks(launch: ResolvedHttp): Check[] {
  if (!isHttpUrl(launch.url)) return [];
  const url = new URL(launch.url);
  const { network = {} } = launch;
  const isSecure = url.protocol === 'https:';
  // Behind a proxy, only the proxy resolves the server's name.
  const address = addressOf(proxyFor(url, network) ?? url);
  const files = isSecure ? (network.caFiles ?? []) : [];
  const way = networkPathOf(network);
  let answer: BareResponse | undefined;
  const ask = async (signal: AbortSignal): Promise<Finding> => {
    const accept = 'application/json, text/event-stream';
    answer = await bareRequest(url, { accept, signal, ...(await way) });
    return statusFinding(answer, launch);
  };
  const signIn = async (signal: AbortSignal): Promise<Finding | undefined> => {
    if (answer?.status !== 401) return undefined;
    const bounds = new SignInBounds(url, launch.oauth ?? {});
    await bounds.answered(url, answer.remoteAddress);
    const challenge = answer.headers['www-authenticate'];
    return checkSignIn(url, challenge, { bounds, signal, ...(await way) });
  };
  const isName = isIP(address.host) === 0;
  return [
    { name: 'proxy', run: async () => checkProxy(url, network) },
    ...files.map((file) => ({ name: 'certificates', run: () => checkCertificates(file) }) as const),
    ...(isName ? [{ name: 'name', run: () => checkName(address.host) } as const] : []),
    { name: 'connection', needs: 'name', run: (signal) => checkConnection(address, signal) },
    ...(isSecure
      ? [
          {
            name: 'tls',
            needs: 'connection',
            run: async (signal) => checkTls(url, await way, signal),
          } satisfies Check,
        ]
      : []),
    { name: 'http', needs: isSecure ? 'tls' : 'connection', run: orGarbled(ask) },
    { name: 'signIn', timeoutMs: 15_000, run: signIn },
  ];
}

/** Reports a server that answers, but not in HTTP. */
function orGarbled(ask: (signal: AbortSignal) => Promise<Finding>): Check['run'] {
  return async (signal) => {
    try {
      return await ask(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UserError) throw error;
      return failed('httpGarbled', { cause: causeOf(error) });
    }
  };
}

/** A server may refuse this request without a session, so most statuses pass. */
function statusFinding(
  { status, headers }: BareResponse,
  { url, headers: sent }: ResolvedHttp,
): Finding {
  if (status === 401 || status === 403) {
    const names = Object.entries(sent).flatMap(([name, value]) =>
      isNamedSecret(name, value) ? [name] : [],
    );
    if (names.length > 0) return passed('httpWantsCredentials', { status, names });
    return warned('httpWantsSignIn', { status });
  }
  if (status >= 500) return failed('httpBroken', { status });
  if (status === 404) return warned('httpNotFound', { status });
  if (status >= 300 && status < 400) {
    const { location } = headers;
    const target = location ? urlOf(location, url) : undefined;
    return warned('httpRedirects', { status, to: target ? target.origin + target.pathname : '' });
  }
  return passed('httpAnswers', { status });
}

/** Names the proxy of a URL, without its credentials. */
export function checkProxy(url: URL, network: Network): Finding {
  const proxy = proxyFor(url, network);
  if (proxy) return passed('proxyUsed', { proxy: proxy.host });
  const written = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (!written) return passed('proxyUnset');
  const [, kind = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(written) ?? [];
  return /^https?$/i.test(kind) ? passed('proxyExempt') : warned('proxyUnsupported', { kind });
}

/** Checks a file of `NODE_EXTRA_CA_CERTS`, because Node ignores one that it cannot read. */
async function checkCertificates(file: string): Promise<Finding> {
  try {
    const text = await readFile(file, 'utf8');
    const certificates = certificatesIn(text).map((pem) => new X509Certificate(pem));
    if (certificates.length === 0) throw new Error('no certificate');
    return passed('extraCertificates', { file, count: certificates.length });
  } catch {
    return warned('extraCertificatesUnreadable', { file });
  }
}

/** Checks that a host name resolves. */
async function checkName(host: string): Promise<Finding> {
  try {
    const found = await lookup(host, { all: true });
    return passed('nameKnown', { host, addresses: found.map(({ address }) => address) });
  } catch (error) {
    const cause = causeOf(error);
    return cause === 'ENOTFOUND'
      ? failed('nameUnknown', { host })
      : failed('nameServiceFails', { host, cause });
  }
}

/** Checks that an address accepts connections. */
async function checkConnection(address: Address, signal: AbortSignal): Promise<Finding> {
  const { host, port } = address;
  try {
    const socket = await openSocket(address, signal);
    const at = `${socket.remoteAddress ?? host} ${socket.remotePort ?? port}`;
    socket.destroy();
    return passed('connectionTaken', { at });
  } catch (error) {
    signal.throwIfAborted();
    const cause = causeOf(error);
    if (cause === 'ECONNREFUSED') return failed('connectionRefused', { host, port });
    return failed('connectionFails', { host, port, cause });
  }
}
