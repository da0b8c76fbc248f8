import { isIP } from 'node:net';
import { UserError } from '../../base/errors';
import { proxyFor } from '../../network/network';
import { addressOf, causeOf } from '../../network/sockets';
import { urlOf, isHttpUrl } from '../../network/urlOf';
import { isNamedSecret } from '../launch/secretsIn';
import type { ResolvedHttp } from '../../ipc/launch';
import { SignInBounds } from '../../network/signInBounds';
import { bareRequest, type BareAnswer } from './bareRequest';
import { certificatesFinding } from './certificates';
import { failed, passed, warned, type Check, type Finding } from './check';
import { proxyFinding } from './proxyFinding';
import { connectionFinding, nameFinding } from './reachChecks';
import { signInFinding } from './signInFinding';
import { tlsFinding } from './tlsFinding';
import { wayOver } from './way';

/** The way to a remote server, step by step; none where it is a socket of this machine. */
export function httpChecks(launch: ResolvedHttp): Check[] {
  if (!isHttpUrl(launch.url)) return [];
  const url = new URL(launch.url);
  const { network = {} } = launch;
  const isSecure = url.protocol === 'https:';
  // What is behind a proxy, the proxy alone can know.
  const address = addressOf(proxyFor(url, network) ?? url);
  const files = isSecure ? (network.caFiles ?? []) : [];
  const way = wayOver(network);
  let answer: BareAnswer | undefined;
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
    return signInFinding(url, challenge, { bounds, signal, ...(await way) });
  };
  const isName = isIP(address.host) === 0;
  return [
    { name: 'proxy', run: async () => proxyFinding(url, network) },
    ...files.map(
      (file) => ({ name: 'certificates', run: () => certificatesFinding(file) }) as const,
    ),
    ...(isName ? [{ name: 'name', run: () => nameFinding(address.host) } as const] : []),
    { name: 'connection', needs: 'name', run: (signal) => connectionFinding(address, signal) },
    ...(isSecure
      ? [
          {
            name: 'tls',
            needs: 'connection',
            run: async (signal) => tlsFinding(url, await way, signal),
          } satisfies Check,
        ]
      : []),
    { name: 'http', needs: isSecure ? 'tls' : 'connection', run: orGarbled(ask) },
    { name: 'signIn', limit: 15_000, run: signIn },
  ];
}

/** What answers, but not in HTTP. */
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

/** A server may refuse this request, which opens no session: only that it answers tells something. */
function statusFinding(
  { status, headers }: BareAnswer,
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
