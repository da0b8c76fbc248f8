import { onTestFinished } from 'vitest';
import { UserError, type Reason } from '../../src/base/errors';
import { McpConnection, type McpOptions } from '../../src/connection/mcpConnection';
import type { RequestId, RpcError, RpcMessage, RpcRequest } from '../../src/protocol/jsonRpc';
import type {
  SendOptions,
  Transport,
  TransportEvents,
} from '../../src/connection/transports/transport';
import type { McpObject } from '../../src/ipc/state';

/** What a server does with a request: a result, an error, a failure of the transport, its end, or nothing. */
export type MemoryAnswer =
  | { readonly result: McpObject }
  | { readonly error: RpcError }
  | { readonly fails: UserError }
  | { readonly unanswered: UserError }
  | 'exit'
  | 'silence';

export type MemoryHandler = (params: McpObject, request: RpcRequest) => MemoryAnswer;

/** A server in this process, with the transport that leads to it. What it has no answer for is refused. */
export class MemoryServer implements Transport {
  /** Everything that came. */
  readonly received: RpcMessage[] = [];
  readonly sent: { readonly method: string; readonly options: SendOptions }[] = [];
  readonly spoken: string[] = [];
  sessionId: string | undefined;
  lost: Reason | undefined;
  #events: TransportEvents | undefined;

  constructor(
    readonly kind: Transport['kind'],
    readonly answers: Record<string, MemoryAnswer | MemoryHandler>,
  ) {}

  /** The methods of everything that came, in order; replies are `reply`. */
  get methods(): readonly string[] {
    return this.received.map((message) => ('method' in message ? message.method : 'reply'));
  }

  /** The requests of a method that came. */
  requests(method: string): readonly RpcRequest[] {
    return this.received.filter(
      (message): message is RpcRequest =>
        'method' in message && 'id' in message && message.method === method,
    );
  }

  /** Says something by itself. */
  say(message: object, during?: RequestId): void {
    this.#events?.message({ jsonrpc: '2.0', ...message } as RpcMessage, during);
  }

  /** Opens its stream again, on which it may have said something meanwhile. */
  reopen(): void {
    this.#events?.missed?.();
  }

  /** Asks the client; gives the reply. */
  async ask(method: string, params: McpObject = {}, during?: RequestId): Promise<RpcMessage> {
    const id = `ask ${this.received.length}`;
    const reply = new Promise<RpcMessage>((resolve) => this.#replies.set(id, resolve));
    this.say({ id, method, params }, during);
    return reply;
  }

  readonly #replies = new Map<unknown, (reply: RpcMessage) => void>();

  async start(events: TransportEvents): Promise<void> {
    this.#events = events;
  }

  async send(message: RpcMessage, options: SendOptions = {}): Promise<void> {
    this.received.push(structuredClone(message));
    if (!('method' in message)) this.#replies.get(message.id)?.(message);
    if (!('method' in message) || !('id' in message)) return;
    this.sent.push({ method: message.method, options });
    await this.#answer(message);
  }

  setProtocolVersion(version: string): void {
    this.spoken.push(version);
  }

  async close(): Promise<void> {
    this.#events?.closed();
  }

  /** Ends by itself. */
  exit(reason: Reason = { code: 'exited', args: { exit: 1 } }): void {
    this.lost = reason;
    this.#events?.closed();
  }

  async #answer(request: RpcRequest): Promise<void> {
    const { id, method, params = {} } = request;
    const found = this.answers[method] ?? { error: { code: -32601, message: 'Method not found' } };
    const answer = typeof found === 'function' ? found(params, request) : found;
    if (answer === 'silence') return;
    if (answer === 'exit') this.exit();
    else if ('fails' in answer) throw answer.fails;
    else if ('unanswered' in answer) this.#events?.unanswered(id, answer.unanswered);
    else {
      // As over a wire: later, and in the order in which it was asked for.
      await Promise.resolve();
      this.say({ id, ...answer });
    }
  }
}

/** How a refusal over HTTP looks, with the JSON-RPC error of its body. */
export function httpRefusal(status: number, cause?: RpcError): UserError {
  const code = status === 401 || status === 403 ? 'unauthorized' : 'httpError';
  return new UserError(code, { url: 'http://server.test/mcp', status }, { cause });
}

/** What a server of the legacy era answers to `initialize`. */
export const legacyGreeting: MemoryHandler = ({ protocolVersion }) => ({
  result: {
    protocolVersion,
    capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
    serverInfo: { name: 'memory', version: '1' },
    instructions: 'Old.',
  },
});

/** What a server of the modern era answers to `server/discover`. */
export const modernGreeting: MemoryAnswer = {
  result: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
    instructions: 'New.',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'memory', version: '2' } },
  },
};

/** An initialised connection to the server, closed with the test. */
export async function connectionTo(
  server: MemoryServer,
  options: Partial<McpOptions> = {},
): Promise<McpConnection> {
  const connection = new McpConnection(server, { onLog: () => undefined, ...options });
  onTestFinished(() => connection.close());
  await connection.start();
  await connection.greet(new AbortController().signal);
  return connection;
}
