import { UserError } from '../../../base/errors';
import { canonicalJson } from '../../../base/json';
import type { ResolvedHttp } from '../../../ipc/launch';
import type { Nearness } from '../../../network/nearness';
import { isLoopback } from '../../../network/network';
import { urlOf } from '../../../network/urlOf';
import { userAgent } from '../../../protocol/meta';
import { decoded, discard, encodings } from './body';
import { endpointOf } from './endpoint';
import type { HttpRequest } from './httpRequest';
import { headerOf, type HttpFetch, type HttpResponse } from './httpResponse';
import { Route } from './route';

const mostRedirects = 5;

/** The headers of every request; those that it has itself take precedence. */
const usualHeaders = { 'user-agent': userAgent };
/** Compressing costs more than sending where nothing is far. */
const farHeaders = { ...usualHeaders, 'accept-encoding': encodings };

/** The route of each network, shared so that its connections are reused. */
const routes = new Map<string, Route>();

/**
 * `fetch` for a server and the hosts that it names: no time limit for bodies, proxies and certificates of the launch,
 * HTTP/2 where offered, compressed bodies. Redirects are followed within the origin and to its TLS, and returned
 * otherwise. `nearest` is the nearest address that requests may go to; by default, none is refused.
 * @throws UserError `unreachable` where the request was not sent, `proxyUnreachable`, `proxyRefused`,
 * `connectionClosed` where the response broke off or did not come, `protocolError` for an invalid status,
 * `strayAddress` where the address is too near; the signal's reason where it was aborted. TypeError or URIError for a
 * malformed URL of the launch.
 */
export function fetchFor(
  launch: Pick<ResolvedHttp, 'url' | 'network'>,
  nearest: Nearness = 2,
): HttpFetch {
  const { url, socketPath } = endpointOf(launch.url);
  const { origin } = url;
  const route = routeOver(launch);
  const isOwnNear = isLoopback(url.hostname);
  return async (input, { method = 'GET', headers = {}, body, signal } = {}) => {
    const target = typeof input === 'string' ? new URL(input) : input;
    const isOwn = target.origin === origin;
    const isNear = isOwn ? isOwnNear : isLoopback(target.hostname);
    const sent = { ...(isNear ? usualHeaders : farHeaders), ...headers };
    let request: HttpRequest = {
      url: target,
      method,
      headers: sent,
      body,
      signal,
      nearest,
      socketPath: isOwn ? socketPath : undefined,
    };
    for (let hop = 0; ; hop += 1) {
      const answer = await route.send(request);
      const next = hop < mostRedirects ? redirected(request, answer) : undefined;
      if (!next) return checked(answer);
      void discard(answer);
      request = next;
    }
  };
}

function routeOver({ network = {} }: Pick<ResolvedHttp, 'network'>): Route {
  const key = canonicalJson(network);
  const route = routes.get(key) ?? new Route(network);
  routes.set(key, route);
  return route;
}

/** The redirected request; a message is only redirected if its method stays. */
function redirected(request: HttpRequest, answer: HttpResponse): HttpRequest | undefined {
  const { status } = answer;
  const keepsMethod = status === 307 || status === 308;
  const isRead = request.method === 'GET' && [301, 302, 303].includes(status);
  if (!(keepsMethod || isRead)) return undefined;
  const url = urlOf(headerOf(answer, 'location') ?? '', request.url);
  return url && isSameServer(request.url, url) ? { ...request, url } : undefined;
}

/** True for the same origin, and for the same host once it asks for TLS. */
function isSameServer(from: URL, to: URL): boolean {
  if (to.origin === from.origin) return true;
  return from.protocol === 'http:' && to.protocol === 'https:' && to.host === from.host;
}

/** The response with its body decompressed. @throws UserError `protocolError` for a status that is none. */
function checked(answer: HttpResponse): HttpResponse {
  const { status, body } = answer;
  if (status < 200 || status > 599) {
    body.destroy();
    throw new UserError('protocolError', { message: `The answer has the status ${status}.` });
  }
  const readable = decoded(body, headerOf(answer, 'content-encoding'));
  // An error before or after it is read concerns nobody.
  readable.on('error', () => undefined);
  return readable === body ? answer : { ...answer, body: readable };
}
