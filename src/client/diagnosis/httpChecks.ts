import { isIP } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { lookup } from 'node:dns/promises';
import { UserError } from '../../base/errors';
import { isProxyKind, proxyFor, type Network } from '../../network/network';
import { addressOf, causeOf, openSocket, type Address } from '../../network/sockets';
import { urlOf, isHttpUrl } from '../../network/urlOf';
import type { ResolvedHttp } from '../../ipc/launch';
import { SignInBounds } from '../../network/signInBounds';
import { certificatesIn } from '../../network/trustedRoots';
import { isNamedSecret } from '../launch/launchSecrets';
import { bareRequest, type BareResponse, networkPathOf } from './networkPath';
import { failed, passed, warned, type Check, type Verdict } from './check';
import { checkSignIn } from './signInCheck';
import { checkTls } from './tlsCheck';

/** Checks each step of the network path to a remote server; none for a local socket. */
export function httpChecks(launch: ResolvedHttp): Check[] {
  if (!isHttpUrl(launch.url)) return [];
  const url = new URL(launch.url);
  const { network = {} } = launch;
  const isSecure = url.protocol === 'https:';
  // Behind a proxy, only the proxy resolves the server's name.
  const address = addressOf(proxyFor(url, network) ?? url);
  const files = isSecure ? (network.caFiles ?? []) : [];
  const path = networkPathOf(network);
  let answer: BareResponse | undefined;
  const ask = async (signal: AbortSignal): Promise<Verdict> => {
    const accept = 'application/json, text/event-stream';
    answer = await bareRequest(url, { accept, signal, ...(await path) });
    return statusVerdict(answer, launch);
  };
  const signIn = async (signal: AbortSignal): Promise<Verdict | undefined> => {
    // A refusal of the credentials of the entry is told by its start.
    if (answer?.status !== 401 || credentialNames(launch).length > 0) return undefined;
    const bounds = new SignInBounds(url, launch.oauth ?? {});
    await bounds.answered(url, answer.remoteAddress);
    const challenge = answer.headers['www-authenticate'];
    return checkSignIn(url, challenge, { bounds, signal, ...(await path) });
  };
  const checks: readonly (Check | false)[] = [
    { name: 'proxy', run: async () => checkProxy(url, network) },
    ...files.map((file): Check => ({ name: 'certificates', run: () => checkCertificates(file) })),
    isIP(address.host) === 0 && { name: 'name', run: () => checkName(address.host) },
    { name: 'connection', needs: 'name', run: (signal) => checkConnection(address, signal) },
    isSecure && {
      name: 'tls',
      needs: 'connection',
      run: async (signal) => checkTls(url, await path, signal),
    },
    { name: 'http', needs: isSecure ? 'tls' : 'connection', run: orGarbled(ask) },
    { name: 'signIn', timeoutMs: 15_000, run: signIn },
  ];
  return checks.filter((check) => check !== false);
}

/** Reports a server that answers, but not in HTTP. */
function orGarbled(ask: (signal: AbortSignal) => Promise<Verdict>): Check['run'] {
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
function statusVerdict({ status, headers }: BareResponse, launch: ResolvedHttp): Verdict {
  if (status === 401 || status === 403) {
    const names = credentialNames(launch);
    if (names.length > 0) return passed('httpWantsCredentials', { status, names });
    // The check of the sign-in follows a 401, and warns where nobody can sign in.
    if (status === 401) return passed('httpWantsSignIn', { status });
    return warned('httpWantsSignIn', { status });
  }
  if (status >= 500) return failed('httpBroken', { status });
  if (status === 404) return warned('httpNotFound', { status });
  if (status >= 300 && status < 400) {
    const { location } = headers;
    const target = location ? urlOf(location, launch.url) : undefined;
    return warned('httpRedirects', { status, to: target ? target.origin + target.pathname : '' });
  }
  return passed('httpAnswers', { status });
}

/** Names of the headers of an entry that look like credentials. */
function credentialNames({ headers }: ResolvedHttp): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isNamedSecret(name, value) ? [name] : [],
  );
}

/** Names the proxy of a URL, without its credentials. */
export function checkProxy(url: URL, network: Network): Verdict {
  const proxy = proxyFor(url, network);
  if (proxy) return passed('proxyUsed', { proxy: proxy.host });
  const written = url.protocol === 'https:' ? network.httpsProxy : network.httpProxy;
  if (!written) return passed('proxyUnset');
  const [, kind = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(written) ?? [];
  return isProxyKind(kind) ? passed('proxyExempt') : warned('proxyUnsupported', { kind });
}

/** Checks a file of `NODE_EXTRA_CA_CERTS`, because Node ignores one that it cannot read. */
async function checkCertificates(file: string): Promise<Verdict> {
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
async function checkName(host: string): Promise<Verdict> {
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
async function checkConnection(address: Address, signal: AbortSignal): Promise<Verdict> {
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
