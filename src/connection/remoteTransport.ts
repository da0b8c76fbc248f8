import { UserError } from '../base/errors';
import type { ResolvedHttp } from '../ipc/launch';
import { authorized, type Authorizer } from './authorization/authorizer';
import { endpointOf } from './transports/http/endpoint';
import { fetchFor } from './transports/http/fetchFor';
import { HttpTransport } from './transports/http/httpTransport';
import { SseTransport } from './transports/sseTransport';
import type { Transport } from './transports/transport';

const transports = { http: HttpTransport, sse: SseTransport } as const;

/** The transport to a remote server; `authorizer` authorizes its requests. @throws UserError `invalidUrl`. */
export function remoteTransport(
  type: keyof typeof transports,
  launch: ResolvedHttp,
  authorizer: Authorizer | undefined,
): Transport {
  try {
    const fetch = fetchFor(launch);
    const { url } = endpointOf(launch.url);
    return new transports[type](launch, authorizer ? authorized(fetch, authorizer, url) : fetch);
  } catch (error) {
    throw new UserError('invalidUrl', {}, { cause: error });
  }
}
