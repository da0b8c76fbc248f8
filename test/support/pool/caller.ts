import { setTimeout as delay } from 'node:timers/promises';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { UserError } from '../../../src/base/errors';
import { isObject } from '../../../src/base/json';
import type { McpObject } from '../../../src/ipc/state';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { openChat } from '../chatClient';
import { Seeded } from '../seeded';
import type { SoakServer } from './soakServers';

/** How calls ended. */
export class Tally {
  answered = 0;
  cancelled = 0;
  /** How many failed with which reason. */
  readonly failures = new Map<string, number>();
  /** Milliseconds that the longest call took. */
  longest = 0;

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Waits for a call; never rejects. */
  async count(call: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    const start = performance.now();
    try {
      await call;
      this.answered += 1;
    } catch (error) {
      const code = codeOf(error);
      if (signal?.aborted) this.cancelled += 1;
      // That is an answer, too.
      else if (code === 'serverError') this.answered += 1;
      else this.failures.set(code, (this.failures.get(code) ?? 0) + 1);
    }
    this.longest = Math.max(this.longest, performance.now() - start);
  }
}

/** The code of a reason; over the gateway that is the data of the error. */
export function codeOf(error: unknown): string {
  if (error instanceof UserError) return error.code;
  if (error instanceof McpError && isObject(error.data)) return String(error.data['code']);
  return String(error);
}

/** Milliseconds between two calls, at most. */
const longestRest = 60;

const plans: readonly ((random: Seeded) => { tool: string; args: McpObject })[] = [
  () => ({ tool: 'echo', args: { text: 'hello' } }),
  (random) => ({ tool: 'sleep', args: { ms: random.below(300) } }),
  (random) => ({ tool: 'progress', args: { steps: 1 + random.below(5), interval: 10 } }),
  (random) => ({ tool: 'huge', args: { bytes: random.below(100_000) } }),
  () => ({ tool: 'fail', args: {} }),
];

/** Calls tools of one server after the other, until it is stopped; every fourth call is cancelled. */
export class Caller {
  #over = false;
  readonly #calling: Promise<void>;

  constructor(
    private readonly client: HostClient,
    private readonly servers: readonly SoakServer[],
    seed: number,
    private readonly tally: Tally,
  ) {
    this.#calling = this.#call(new Seeded(seed));
  }

  /** Resolves when its last call has ended. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#calling;
  }

  async #call(random: Seeded): Promise<void> {
    while (!this.#over) {
      const { id } = random.pick(this.servers);
      const { tool, args } = random.pick(plans)(random);
      const request = { server: id, tool, arguments: args, gesture: false };
      const cancelAfter = random.once(4) ? random.below(100) : undefined;
      const signal = cancelAfter === undefined ? undefined : AbortSignal.timeout(cancelAfter);
      const call = this.client.callTool({ ...request, onProgress: () => undefined }, signal);
      await this.tally.count(call, signal);
      await delay(random.below(longestRest));
    }
  }
}

/** Milliseconds of one call through the gateway: longer than any limit of the host. */
const chatTimeout = 120_000;

/** The same through the gateway: a session with one server, a call, the end of the session. */
export async function chatOnce(client: HostClient, id: string): Promise<void> {
  const chat = await openChat(client, id);
  try {
    await chat.listTools();
    await chat.callTool({ name: 'echo', arguments: { text: 'hello' } }, undefined, {
      timeout: chatTimeout,
    });
  } finally {
    await chat.close();
  }
}
