import type { Disposable } from '../base/disposable';
import { isObject } from '../base/json';
import { acceptsEvents } from './checks';
import { EventStream } from './eventStream';
import { legacyVersion, legacyVersions } from './greeting';
import { rpcCodes, type Posted, type PostedRequest } from './messages';
import { refuse } from './refuse';
import { Reply } from './reply';
import type { Session } from './session';
import type { SessionFacts } from './sessionSeal';
import type { Sessions } from './sessions';
import type { Visit } from './visit';

/** The only revision that has batches. */
const batchVersion = '2025-03-26';

/** Serves clients of the legacy era: each has a session (2025-11-25, "Transports"). */
export class LegacyDoor implements Disposable {
  constructor(private readonly sessions: Sessions) {}

  /** Takes what a client posted. */
  async serve(visit: Visit, posted: Posted): Promise<void> {
    const { request, response, grant, server } = visit;
    const greeting = posted.requests.find(({ method }) => method === 'initialize');
    const session = greeting
      ? this.sessions.open(grant, factsOf(greeting, server.id))
      : this.#sessionOf(visit);
    if (!session) return;
    if (posted.isBatch && (greeting || session.facts.version !== batchVersion)) {
      if (greeting) this.sessions.end(session);
      const error = { code: rpcCodes.invalidRequest, message: 'Batches are not served' };
      return refuse(response, 400, {}, error);
    }
    if (greeting) response.setHeader('Mcp-Session-Id', session.id);
    await session.receive(
      visit,
      posted,
      new Reply(response, posted, acceptsEvents(request.headers)),
    );
    if (!session.isGreeted) this.sessions.end(session);
  }

  /** Opens the stream for what comes unasked. */
  listen(visit: Visit): void {
    const { request, response } = visit;
    if (!acceptsEvents(request.headers)) return refuse(response, 406);
    this.#sessionOf(visit)?.listen(visit, new EventStream(response));
  }

  /** Ends a session. */
  end(visit: Visit): void {
    const session = this.#sessionOf(visit);
    if (!session) return;
    session.ended();
    this.sessions.end(session);
    visit.response.writeHead(204).end();
  }

  dispose(): void {
    this.sessions.dispose();
  }

  /** The session that a request names; without one the request is refused here. */
  #sessionOf({ request, response, grant, server }: Visit): Session | undefined {
    const { 'mcp-session-id': id, 'mcp-protocol-version': version } = request.headers;
    const isServed = version === undefined || legacyVersions.includes(String(version));
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
