import { generateKeySync, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { UserError, type Reason } from '../base/errors';
import { defaultCallLimits, type CallLimits } from '../tools/callLimits';
import { parseMessage } from '../protocol/parseMessage';
import type { RpcFailure } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import type { GatewayRefusalKind } from '../ipc/calls';
import {
  readBody,
  bearerToken,
  definitionOf,
  isForModels,
  isKnownOrigin,
  isOwnHost,
  serverIdOf,
  type RequestContext,
} from './httpRequest';
import { GatewayPorts, type PortOptions } from './gatewayPorts';
import type { Grant } from './gatewayServer';
import { LegacyEndpoint } from './legacy/legacyEndpoint';
import { readPosted, type Posted } from './messages';
import { isModernPost } from './modern/modernMessages';
import { ModernEndpoint } from './modern/modernEndpoint';
import { refuse } from './httpResponse';
import type { Tokens } from './tokens';
import { Sessions, SessionSeal } from './legacy/sessions';

export interface GatewayOptions extends PortOptions {
  readonly access: Pick<Tokens, 'open' | 'leftAt' | 'onOpened'>;
  /** A reason as an English sentence, for clients that know no codes. */
  readonly describe: (reason: Reason) => string;
  /** Time limits of a request that is passed on. */
  readonly limits?: CallLimits;
  /** The longest body in bytes. */
  readonly maxBody?: number;
  readonly maxSessions?: number;
  /**
   * Milliseconds in which requests wait for their windows after the start, and after the preferred port came later; 0
   * unless given. Clients of an earlier host may come back before their windows.
   */
  readonly settling?: number;
  /** Shared with later hosts, so that sessions outlive this one. */
  readonly sessionKey?: KeyObject | undefined;
  /** Called when a request is refused. `detail`: the header of a `host` or `origin`, the User-Agent for a `token`. */
  readonly onRefused?: ((kind: GatewayRefusalKind, detail: string) => void) | undefined;
}

const defaultMaxBody = 64 * 1024 * 1024;
const defaultMaxSessions = 1_000;

/** Milliseconds for which requests wait after their window has left, because a reload brings it back. */
const windowReload = 15_000;

/** Seconds after which a client is to try again whose window is not open. */
const retryAfter = 5;

/**
 * The host's MCP endpoint on the loopback interface: Streamable HTTP of both eras, one path per server. A POST whose
 * message or header names the modern era goes to `ModernEndpoint`, every other to `LegacyEndpoint`. A client sees a
 * server of either era under its configured name.
 */
export class Gateway {
  readonly #legacy: LegacyEndpoint;
  readonly #modern: ModernEndpoint;
  readonly #access: GatewayOptions['access'];
  readonly #maxBody: number;
  #settledAt: number;
  readonly #onRefused: GatewayOptions['onRefused'];
  /** Callbacks that end the waits of requests that came before their windows. */
  readonly #waiting = new Set<() => void>();

  private constructor(
    private readonly ports: GatewayPorts,
    { access, describe, limits = defaultCallLimits, ...bounds }: GatewayOptions,
  ) {
    this.#access = access;
    this.#maxBody = bounds.maxBody ?? defaultMaxBody;
    const { settling = 0 } = bounds;
    this.#settledAt = performance.now() + settling;
    this.#onRefused = bounds.onRefused;
    const options = { limits, describe };
    const seal = new SessionSeal(bounds.sessionKey ?? generateKeySync('hmac', { length: 256 }));
    const sessions = new Sessions(options, seal, bounds.maxSessions ?? defaultMaxSessions);
    this.#legacy = new LegacyEndpoint(sessions);
    this.#modern = new ModernEndpoint(options);
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      this.#serve(request, response).catch(() => {
        // The client went before its request was complete, or this is a bug.
        if (response.headersSent) response.destroy();
        else refuse(response, 500);
      });
    };
    ports.serve(answer, () => {
      this.#settledAt = performance.now() + settling;
    });
  }

  /** Listens on 127.0.0.1. Rejects when no port at all can be had. */
  static async start(options: GatewayOptions): Promise<Gateway> {
    return new Gateway(await GatewayPorts.open(options), options);
  }

  get port(): number {
    return this.ports.current;
  }

  get origin(): string {
    return originAt(this.port);
  }

  /** The origin for entries that are kept; where another host has its port, it leads there until that one ends. */
  get lastingOrigin(): string {
    return originAt(this.ports.lasting);
  }

  /** Ends every session and connection; resolves when the ports are free. */
  async stop(): Promise<void> {
    for (const end of this.#waiting) end();
    this.#legacy.dispose();
    this.#modern.dispose();
    await this.ports.close();
  }

  /** Serves only requests with a token, so that nobody learns of servers that are not theirs. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method } = request;
    const fault = this.#strangerIn(request);
    if (fault) {
      this.#onRefused?.(fault, headers[fault] ?? '');
      return refuse(response, 403);
    }
    const id = serverIdOf(request.url);
    if (id === undefined) return refuse(response, 404);
    const { socket } = request;
    const token = bearerToken(headers) ?? '';
    const open = (): Grant | undefined => this.#access.open(token, socket);
    const leftAt = (): number | undefined => this.#access.leftAt(token, socket);
    const turnAway = (): void =>
      // A window may also have left and come back while its request was read.
      refuseToken(response, leftAt() !== undefined || open() !== undefined);
    let grant = open();
    let server = grant?.server(id);
    if (!server) {
      const until = Math.max(this.#settledAt, (leftAt() ?? -Infinity) + windowReload);
      await this.#settled(response, until, () => open()?.server(id) !== undefined);
      grant = open();
      server = grant?.server(id);
    }
    if (!grant) {
      if (leftAt() === undefined) this.#onRefused?.('token', headers['user-agent'] ?? '');
      return turnAway();
    }
    if (!server) return refuse(response, 404);
    const forModels = grant.chat !== undefined && isForModels(headers);
    const definition = definitionOf(headers);
    const requestContext = { request, response, grant, server, forModels, definition, turnAway };
    switch (method) {
      case 'POST':
        return this.#post(requestContext);
      case 'GET':
        return this.#legacy.listen(requestContext);
      case 'DELETE':
        return this.#legacy.end(requestContext);
      default:
        return refuse(response, 405, { Allow: 'GET, POST, DELETE' });
    }
  }

  /**
   * Waits for the window of a request, for a bounded time after the host's start or the window's end. VS Code's chat may
   * come back before its window, and takes any refusal, 503 too, for its end. It would open no stream again.
   */
  async #settled(response: ServerResponse, until: number, isOpen: () => boolean): Promise<void> {
    const wait = until - performance.now();
    if (wait <= 0) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        opened.dispose();
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, wait);
      const opened = this.#access.onOpened(() => {
        if (isOpen()) end();
      });
      this.#waiting.add(end);
      response.once('close', end);
    });
  }

  #strangerIn({ headers }: IncomingMessage): 'host' | 'origin' | undefined {
    if (!this.ports.all.some((port) => isOwnHost(headers.host, port))) return 'host';
    return isKnownOrigin(headers.origin) ? undefined : 'origin';
  }

  async #post(requestContext: RequestContext): Promise<void> {
    const { request, response, grant, turnAway } = requestContext;
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return refuse(response, 415);
    }
    const posted = await readMessages(request, this.#maxBody);
    if (posted === undefined) return refuse(response, 413, { Connection: 'close' });
    // The token may have been revoked, or its window have left, while the body came in.
    if (grant.revoked.aborted) return turnAway();
    if ('error' in posted) return refuse(response, 400, {}, posted.error, posted.id);
    const endpoint = isModernPost(request.headers, posted) ? this.#modern : this.#legacy;
    await endpoint.serve(requestContext, posted);
  }
}

function originAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * Refuses a request for its token. Where only the window is away, clients must not take the token for a wrong one,
 * because they would ask for a sign-in, and some never try again.
 */
function refuseToken(response: ServerResponse, isKnown: boolean): void {
  if (!isKnown) return refuse(response, 401, { 'WWW-Authenticate': 'Bearer' });
  const message = 'The VS Code window of this token is not open, or has no servers';
  refuse(response, 503, { 'Retry-After': retryAfter }, { code: rpcCodes.refused, message });
}

/**
 * The messages of a body, or the failure that refuses it; `undefined` where it is too long. Only the sources of
 * values keep the text then, while the caller waits for answers.
 */
async function readMessages(
  request: IncomingMessage,
  limit: number,
): Promise<Posted | RpcFailure | undefined> {
  const { invalidRequest, parseError } = rpcCodes;
  const failure = (code: number, message: string): RpcFailure => ({
    jsonrpc: '2.0',
    error: { code, message },
  });
  const body = await readBody(request, limit);
  if (body === undefined) return undefined;
  try {
    const posted = readPosted(parseMessage(body));
    return posted ?? failure(invalidRequest, 'Not JSON-RPC, or an id of too many digits');
  } catch (error) {
    if (!(error instanceof UserError)) return failure(parseError, 'Parse error');
    return failure(invalidRequest, 'Request too deep, or of too many values');
  }
}
