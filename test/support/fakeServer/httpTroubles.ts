import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What goes wrong with one HTTP request. */
export type Trouble =
  /** This status instead of an answer. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The headers come late. */
  | { readonly headersAfterMs: number }
  /** The connection is reset before a byte came. */
  | 'reset'
  /** The same on a connection that was used before: the server closed it a moment too early. */
  | 'resetReused'
  /** Nothing comes, and the connection stays. */
  | 'silence'
  /** A redirect to itself. */
  | 'redirectLoop'
  /** A page instead of JSON or events. */
  | 'page'
  /** Half of the answer, then a reset. */
  | 'half'
  /** Half of the answer, then a proper end. */
  | 'halfEnded'
  /** A stream of events that ends before the first one. */
  | 'dropped'
  /** A stream that ends after an event with an id; the answer can be had by it where `resumable`. */
  | 'droppedAfterEvent';

/** Which requests meet with a {@link Trouble}. */
export interface TroubleAt {
  /** A JSON-RPC method, or an HTTP method; absent means every request. */
  readonly on?: string;
  /** So many such requests come through first. */
  readonly after?: number;
  /** How many have the trouble then: 1 unless given. */
  readonly times?: number | 'always';
  readonly what: Trouble;
}

/** Troubles that only the answer has, after the server has done what it was asked for. */
export type AnswerTrouble = 'half' | 'halfEnded' | 'dropped' | 'droppedAfterEvent';

/** Deals out the troubles of a fake HTTP server. */
export class HttpTroubles {
  readonly #plans: { readonly at: TroubleAt; seen: number }[];
  readonly #usedSockets = new WeakSet<Socket>();

  constructor(plan: readonly TroubleAt[]) {
    this.#plans = plan.map((at) => ({ at, seen: 0 }));
  }

  /** From now on. */
  add(at: TroubleAt): void {
    this.#plans.push({ at, seen: 0 });
  }

  /** Ends all troubles. */
  clear(): void {
    this.#plans.length = 0;
  }

  /** The trouble of a request that has just come. */
  next({ method, socket }: IncomingMessage, rpcMethod: string | undefined): Trouble | undefined {
    const isReused = this.#usedSockets.has(socket);
    this.#usedSockets.add(socket);
    for (const plan of this.#plans) {
      const { on, after = 0, times = 1, what } = plan.at;
      if (on !== undefined && on !== method && on !== rpcMethod) continue;
      if (what === 'resetReused' && !isReused) continue;
      plan.seen += 1;
      if (plan.seen > after && (times === 'always' || plan.seen <= after + times)) return what;
    }
    return undefined;
  }
}

/**
 * Lets a request meet with its trouble. Gives what the answer has to meet with yet, or nothing where
 * the request is done with.
 */
export async function provoke(
  trouble: Trouble | undefined,
  { url, socket }: IncomingMessage,
  response: ServerResponse,
): Promise<'go on' | AnswerTrouble | undefined> {
  switch (trouble) {
    case undefined:
      return 'go on';
    case 'reset':
    case 'resetReused':
      socket.resetAndDestroy();
      return undefined;
    case 'silence':
      return undefined;
    case 'redirectLoop':
      response.writeHead(307, { location: url }).end();
      return undefined;
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
      return undefined;
    case 'half':
    case 'halfEnded':
    case 'dropped':
    case 'droppedAfterEvent':
      return trouble;
    default:
      if ('headersAfterMs' in trouble) {
        await new Promise((resolve) => setTimeout(resolve, trouble.headersAfterMs));
        return 'go on';
      }
      response.writeHead(trouble.status, trouble.headers).end(trouble.body);
      return undefined;
  }
}
