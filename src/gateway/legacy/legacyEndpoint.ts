import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { rpcCodes } from '../../protocol/rpcCodes';
import { acceptsEvents, type RequestContext } from '../httpRequest';
import { EventStream, Reply, refuse } from '../httpResponse';
import { legacyVersion, servedLegacy } from '../handshakeResult';
import type { Posted, PostedRequest } from '../messages';
import type { Session } from './session';
import type { SessionFacts, Sessions } from './sessions';

/** The only revision that has batches. */
const batchVersion = '2025-03-26';

/** Serves clients of the legacy era: each has a session (2025-11-25, "Transports"). */
export class LegacyEndpoint implements Disposable {
  constructor(private readonly sessions: Sessions) {}

  /** Handles the messages of a POST. */
  async serve(requestContext: RequestContext, posted: Posted): Promise<void> {
    const { request, response, grant, server } = requestContext;
    const initialize = posted.requests.find(({ method }) => method === 'initialize');
    const session = initialize
      ? this.sessions.open(grant, factsOf(initialize, server.id))
      : this.#sessionOf(requestContext);
    if (!session) return;
    if (posted.isBatch && (initialize || session.facts.version !== batchVersion)) {
      if (initialize) this.sessions.end(session);
      const error = { code: rpcCodes.invalidRequest, message: 'Batches are not served' };
      return refuse(response, 400, {}, error);
    }
    if (initialize) response.setHeader('Mcp-Session-Id', session.id);
    await session.receive(
      requestContext,
      posted,
      new Reply(response, posted, acceptsEvents(request.headers)),
    );
    if (!session.isInitialized) this.sessions.end(session);
  }

  /** Opens the stream for messages that belong to no request. */
  listen(requestContext: RequestContext): void {
    const { request, response } = requestContext;
    if (!acceptsEvents(request.headers)) return refuse(response, 406);
    this.#sessionOf(requestContext)?.listen(requestContext, new EventStream(response));
  }

  /** Ends a session. */
  end(requestContext: RequestContext): void {
    const session = this.#sessionOf(requestContext);
    if (!session) return;
    session.ended();
    this.sessions.end(session);
    requestContext.response.writeHead(204).end();
  }

  dispose(): void {
    this.sessions.dispose();
  }

  /** The session that a request names; without one the request is refused here. */
  #sessionOf({ request, response, grant, server }: RequestContext): Session | undefined {
    const { 'mcp-session-id': id, 'mcp-protocol-version': version } = request.headers;
    const isServed = version === undefined || servedLegacy.includes(String(version));
    const isNamed = typeof id === 'string' && isServed;
    const session = isNamed ? this.sessions.find(id, grant, server.id) : undefined;
    if (!session) refuse(response, isNamed ? 404 : 400);
    return session;
  }
}

function factsOf({ params }: PostedRequest, serverId: string): SessionFacts {
  const { protocolVersion, capabilities, clientInfo } = params;
  return {
    serverId,
    version: legacyVersion(protocolVersion),
    capabilities: isObject(capabilities) ? capabilities : {},
    ...(isObject(clientInfo) && { info: clientInfo }),
  };
}
