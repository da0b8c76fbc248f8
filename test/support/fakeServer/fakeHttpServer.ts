import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ResolvedHttp } from '../../../src/ipc/launch';
import { listenHere } from '../listenHere';
import { createFakeMcp, type FakeIo, type FakeMcp, type FakeOptions } from './fakeMcp.mjs';
import { isModern } from './fakeModern.mjs';
import { HttpTroubles, provoke, type AnswerTrouble, type TroubleAt } from './httpTroubles';

/** What a fake server can do over HTTP. */
export interface FakeHttpOptions extends FakeOptions {
  /** Milliseconds that a connection without requests is kept; five seconds unless it is said. */
  readonly keepAliveTimeout?: number;
  /** Knows only HTTP+SSE: GET on the path opens the stream, POST there is refused with 405. */
  readonly legacySse?: boolean;
  /** Answers by JSON bodies instead of streams. */
  readonly json?: boolean;
  /** The status for requests without the header `authorization: Bearer good`. */
  readonly unauthorized?: 401 | 403;
  /** Refuses everything with this status, and quotes address and authorization in its answer. */
  readonly quoting?: number;
  /** Legacy requests need no session, and get none. */
  readonly stateless?: boolean;
  /** The status for an unknown session; 404 by default. */
  readonly unknownSession?: 400 | 404;
  /** Forgets a session after it had that many requests. */
  readonly forgetAfter?: number;
  /** Ends the stream of every tool call without an answer. */
  readonly dropCalls?: boolean;
  /** Drops the stream for what the server says by itself so many milliseconds after it opened. */
  readonly dropStreamMs?: number;
  /** Answers that a dropped stream did not bring come by a GET with the id of its last event. */
  readonly resumable?: boolean;
  /** What goes wrong with which requests; the first that fits counts. */
  readonly troubles?: readonly TroubleAt[];
  /** How far its clock is ahead. */
  readonly dateSkewMs?: number;
  /** Absolute path of a Unix socket to listen on instead of a port. */
  readonly socket?: string;
}

/** The session for all requests without one. */
const commonSession = 'common';

interface Session {
  readonly mcp: FakeMcp;
  stream: ServerResponse | undefined;
  requests: number;
  /** Answers that were lost, by the id of the event before. */
  readonly missed: Map<string, Promise<object>>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
}

/** A fake server on a port of its own, in this process. */
export class FakeHttpServer {
  /** `METHOD rpc-method` of everything that arrived. */
  readonly requests: string[] = [];
  /** Path, query and authorization of everything that arrived. */
  readonly callers: { readonly url: string; readonly authorization: string | undefined }[] = [];
  readonly sessions = new Map<string, Session>();
  readonly troubles: HttpTroubles;
  /** How many requests are being answered, streams included. */
  open = 0;
  readonly #io: Omit<FakeIo, 'push'>;
  #server: Server;
  #port: number;
  /** Nothing is done before it has resolved. */
  #hanging: Promise<void> = Promise.resolve();

  /** `io` ends or stops the process where the server has one of its own. */
  constructor(
    private options: FakeHttpOptions,
    port = 0,
    io: Omit<FakeIo, 'push'> = { exit: () => this.forgetSessions() },
  ) {
    this.#port = port;
    this.#io = { hang: (milliseconds) => this.#hang(milliseconds), ...io };
    this.troubles = new HttpTroubles(options.troubles ?? []);
    this.#server = this.#create();
  }

  /** Stays valid after {@link close}. */
  get url(): string {
    const { socket } = this.options;
    return socket === undefined ? `http://127.0.0.1:${this.#port}/mcp` : `unix://${socket}#/mcp`;
  }

  launch(type: ResolvedHttp['type'] = 'http', headers: Record<string, string> = {}): ResolvedHttp {
    return { type, url: this.url, headers };
  }

  /** Listens where it listened before, if it did. */
  async listen(): Promise<this> {
    const { socket } = this.options;
    if (socket === undefined) this.#port = await listenHere(this.#server, this.#port);
    else await once(this.#server.listen(socket), 'listening');
    return this;
  }

  /** Forgets every session, as a restarted server does, and ends their streams. */
  forgetSessions(): void {
    for (const session of this.sessions.values()) session.stream?.destroy();
    this.sessions.clear();
  }

  /** Drops every connection; the sessions stay. */
  dropConnections(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Comes back on the same port without its sessions, as after a deployment, which may have brought `changes`. */
  async restart(changes: FakeHttpOptions = {}): Promise<void> {
    await this.close();
    this.options = { ...this.options, ...changes };
    this.forgetSessions();
    this.#hanging = Promise.resolve();
    this.#server = this.#create();
    await this.listen();
  }

  #create(): Server {
    const { keepAliveTimeout = 5_000 } = this.options;
    return createServer({ keepAliveTimeout }, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  #hang(milliseconds: number): Promise<void> {
    this.#hanging =
      milliseconds === Infinity
        ? new Promise(() => undefined)
        : new Promise((resolve) => setTimeout(resolve, milliseconds));
    return this.#hanging;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    response.once('close', () => (this.open -= 1));
    const body = await text(request);
    const message = body === '' ? {} : (JSON.parse(body) as Message);
    this.requests.push(`${request.method} ${message.method ?? ''}`.trim());
    const { unauthorized, quoting, dateSkewMs } = this.options;
    const { authorization } = request.headers;
    this.callers.push({ url: request.url ?? '', authorization });
    await this.#hanging;
    if (dateSkewMs) response.setHeader('date', new Date(Date.now() + dateSkewMs).toUTCString());
    const trouble = this.troubles.next(request, message.method);
    const next = await provoke(trouble, request, response);
    if (next === undefined) return;
    if (quoting !== undefined) {
      const quoted = JSON.stringify({ error: `Not accepted: ${request.url} ${authorization}` });
      response.writeHead(quoting, { 'content-type': 'application/json' }).end(quoted);
    } else if (unauthorized && authorization !== 'Bearer good') {
      response.writeHead(unauthorized).end();
    } else if (this.options.legacySse) await this.#serveSse(request, response, message);
    else await this.#serveStreamable(request, response, message, next);
  }

  #open(id: string): Session {
    const session: Session = {
      stream: undefined,
      requests: 0,
      missed: new Map(),
      mcp: createFakeMcp(this.options, {
        ...this.#io,
        push: (message) => void session.stream?.write(event(message)),
      }),
    };
    this.sessions.set(id, session);
    return session;
  }

  /** The session, unless it has had all the requests that it is remembered for. */
  #session(id: string): Session | undefined {
    const session = this.sessions.get(id);
    const { forgetAfter } = this.options;
    if (!session || forgetAfter === undefined || ++session.requests <= forgetAfter) return session;
    session.stream?.destroy();
    this.sessions.delete(id);
    return undefined;
  }

  async #serveSse(
    request: IncomingMessage,
    response: ServerResponse,
    message: object,
  ): Promise<void> {
    const id = new URL(request.url ?? '', this.url).searchParams.get('session');
    if (request.method === 'GET') {
      const fresh = randomUUID();
      this.#openStream(this.#open(fresh), response);
      response.write(`event: endpoint\ndata: /mcp?session=${fresh}\n\n`);
      return;
    }
    const session = this.#session(id ?? '');
    response.writeHead(session ? 202 : 405).end();
    await session?.mcp.receive(message, (answer) => void session.stream?.write(event(answer)));
  }

  /** Whether it needs no session of its own, as none of the modern era does. */
  #isSessionless(message: Message): boolean {
    const { era, stateless } = this.options;
    return isModern(message) ? era !== undefined : stateless === true;
  }

  #openStream(session: Session, response: ServerResponse): void {
    session.stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const { dropStreamMs } = this.options;
    if (dropStreamMs !== undefined) setTimeout(() => response.destroy(), dropStreamMs);
  }

  async #serveStreamable(
    request: IncomingMessage,
    response: ServerResponse,
    message: Message,
    trouble: 'go on' | AnswerTrouble,
  ): Promise<void> {
    const id = String(request.headers['mcp-session-id'] ?? randomUUID());
    const session = this.#isSessionless(message)
      ? (this.sessions.get(commonSession) ?? this.#open(commonSession))
      : message.method === 'initialize'
        ? this.#open(id)
        : this.#session(id);
    const missed = session?.missed.get(String(request.headers['last-event-id']));
    if (!session) response.writeHead(this.options.unknownSession ?? 404).end();
    else if (request.method === 'DELETE') {
      session.stream?.end();
      this.sessions.delete(id);
      response.writeHead(204).end();
    } else if (missed) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(event(await missed));
    } else if (request.method === 'GET') this.#openStream(session, response);
    else if (message.id === undefined || message.method === undefined) {
      response.writeHead(202).end();
      await session.mcp.receive(message, () => undefined);
    } else await this.#answer(session, id, response, { message, trouble });
  }

  async #answer(
    session: Session,
    id: string,
    response: ServerResponse,
    { message, trouble }: { message: Message; trouble: 'go on' | AnswerTrouble },
  ): Promise<void> {
    const { json, dropCalls } = this.options;
    const type = json ? 'application/json' : 'text/event-stream';
    const isKept = !this.#isSessionless(message);
    response.writeHead(200, { 'content-type': type, ...(isKept && { 'mcp-session-id': id }) });
    response.flushHeaders();
    if (trouble === 'dropped' || (dropCalls && message.method === 'tools/call')) {
      response.end();
      return;
    }
    if (trouble === 'droppedAfterEvent') return this.#answerLater(session, response, message);
    await session.mcp.receive(message, (answer) => {
      const isAnswer = 'id' in answer && !('method' in answer);
      const written = json ? (isAnswer ? JSON.stringify(answer) : '') : event(answer);
      if (isAnswer && trouble !== 'go on') breakOff(response, written, trouble);
      else if (isAnswer) response.end(written);
      else response.write(written);
    });
  }

  async #answerLater(session: Session, response: ServerResponse, message: Message): Promise<void> {
    const eventId = randomUUID();
    const answered = new Promise<object>((resolve) => {
      void session.mcp.receive(message, (answer) => 'id' in answer && resolve(answer));
    });
    if (this.options.resumable) session.missed.set(eventId, answered);
    response.end(`id: ${eventId}\nretry: 10\ndata: \n\n`);
    await answered;
  }
}

function breakOff(response: ServerResponse, written: string, how: AnswerTrouble): void {
  response.write(written.slice(0, written.length / 2), () => {
    if (how === 'half') response.destroy();
    else response.end();
  });
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Starts a fake HTTP server on a free port. */
export function startFakeHttpServer(options: FakeHttpOptions = {}): Promise<FakeHttpServer> {
  return new FakeHttpServer(options).listen();
}
