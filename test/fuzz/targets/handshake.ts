import { UserError } from '../../../src/base/errors';
import { isObject } from '../../../src/base/json';
import { negotiate } from '../../../src/connection/negotiate';
import { Peer } from '../../../src/connection/peer';
import { handshakeSchema } from '../../../src/ipc/state';
import type { Transport, TransportEvents } from '../../../src/connection/transports/transport';
import { holds, type Target } from '../target';
import { jsonOf } from './pieces';
import { dispatchMessages } from '../../../src/protocol/jsonRpc';

const modern =
  '{"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x"}}}}';
const legacy =
  '{"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"},"instructions":"?"}}';
const kinds = ['stdio', 'http', 'sse'] as const;

/** What a server answers to the question for its era and to `initialize`: one value for each request. */
export const handshake: Target = {
  name: 'handshake',
  reads: 'the answers of a server to its handshake',
  seeds: [
    `[${modern}]`,
    `[{"error":{"code":-32601,"message":"no"}},${legacy}]`,
    `[{"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}},${modern}]`,
    `[{"error":{"code":-32022,"message":"no","data":{"supported":["2025-06-18"]}}},${legacy}]`,
    `[{"result":{}},${legacy},1]`,
    `[${legacy},2]`,
  ],
  words: ['"supportedVersions":', '"2026-07-28"', '"2025-11-25"', '-32022', '-32020', '"_meta":'],
  async run(input) {
    const answers = jsonOf(input);
    if (!Array.isArray(answers)) return;
    const transport = new Answering(kinds[answers.length % 3] ?? 'stdio', answers);
    const peer = new Peer(transport, silent);
    await peer.start();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new UserError('timedOut')), 20);
    const known = { era: 'legacy', protocolVersion: '', serverInfo: {}, capabilities: {} } as const;
    try {
      const agreed = await negotiate(peer, {
        transport,
        capabilities: {},
        probeTimeout: 2,
        signal: late.signal,
        ...(input.length % 2 === 0 && { known: { ...known, checkedAt: Date.now() } }),
      });
      const { success } = handshakeSchema.safeParse(agreed);
      holds(success, 'a handshake is malformed', () => agreed);
      holds(transport.spoken.at(-1) === agreed.protocolVersion, 'another version is spoken');
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    } finally {
      clearTimeout(timer);
    }
  },
};

const silent = {
  notified: () => undefined,
  requested: () => undefined,
  troubled: (error: Error) => {
    if (!(error instanceof UserError)) throw error;
  },
  closed: () => undefined,
};

/** A server that has one answer after another; when it has none any more it ends. */
class Answering implements Transport {
  readonly spoken: string[] = [];
  #events: TransportEvents | undefined;
  #next = 0;

  constructor(
    readonly kind: Transport['kind'],
    private readonly answers: readonly unknown[],
  ) {}

  async start(events: TransportEvents): Promise<void> {
    this.#events = events;
  }

  async send(message: object): Promise<void> {
    if (!('id' in message)) return;
    await Promise.resolve();
    const answer = this.answers[this.#next];
    this.#next += 1;
    const { id } = message;
    const told = isObject(answer) ? { jsonrpc: '2.0', id, ...answer } : answer;
    if (!this.#events || dispatchMessages(told, this.#events) > 0) return;
    throw new UserError(this.#next % 2 === 0 ? 'connectionClosed' : 'httpError', { status: 404 });
  }

  setProtocolVersion(version: string): void {
    this.spoken.push(version);
  }

  async close(): Promise<void> {
    this.#events?.closed();
  }
}
