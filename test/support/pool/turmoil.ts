import { setTimeout as delay } from 'node:timers/promises';
import type { McpObject } from '../../../src/ipc/state';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { Seeded } from '../seeded';
import { Caller, chatOnce, Tally } from './caller';
import { randomFault, type FaultScene } from './randomFault';
import type { SharedHost } from './sharedHost';
import type { SoakServer } from './soakServers';

/** A pool, and the windows that use it: the first all servers, the second some of them. */
export interface ServerPool {
  readonly host: SharedHost;
  readonly servers: readonly SoakServer[];
  readonly shared: readonly SoakServer[];
  readonly first: HostClient;
  readonly second: HostClient;
}

/** Faults of which the host must find out by itself have this time before the end, in milliseconds. */
const detection = 45_000;

/** Everything that happens to a pool at once: faults, calls, chat, visitors, and a person who helps. */
export class Turmoil {
  /** How often each fault has happened. */
  readonly faults = new Map<string, number>();
  readonly tally = new Tally();
  /** Servers that were given up and that a person started again. */
  persons = 0;
  readonly #busy = new Set<SoakServer>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: ServerPool,
    private readonly seed: number,
  ) {}

  /**
   * Goes on until a time of the monotonic clock; resolves when nothing of it goes on. `pause`:
   * milliseconds between two faults, on average.
   */
  async run(end: number, pause: number): Promise<void> {
    const { servers, shared, first, second } = this.pool;
    const callers = [
      ...[1, 2, 3].map((at) => new Caller(first, servers, this.seed + at, this.tally)),
      ...[4, 5].map((at) => new Caller(second, shared, this.seed + at, this.tally)),
    ];
    await Promise.all([this.#provoke(end, pause), this.#visit(end), this.#chat(end)]);
    await Promise.all([...callers.map((caller) => caller.stop()), ...this.#underWay]);
    for (const { http } of servers) http?.troubles.clear();
  }

  /** A person starts a server again that was given up. */
  help({ id }: SoakServer): void {
    const { first } = this.pool;
    if (first.servers.peek().get(id)?.state.kind !== 'failed') return;
    this.persons += 1;
    this.#during(first.start(id, true));
  }

  async #provoke(end: number, pause: number): Promise<void> {
    const { servers, first } = this.pool;
    const random = new Seeded(this.seed);
    const call = (server: SoakServer, tool: string, args: McpObject = {}): void => {
      const request = { server: server.id, tool, arguments: args, gesture: false };
      this.#during(this.tally.count(first.callTool(request)));
    };
    const scene: FaultScene = { random, client: first, call };
    while (performance.now() < end) {
      const mayLast = end - performance.now() > detection;
      const { fault, server } = randomFault(random, servers, mayLast);
      if (!this.#busy.has(server)) {
        this.faults.set(fault.name, (this.faults.get(fault.name) ?? 0) + 1);
        this.#busy.add(server);
        const over = Promise.resolve(fault.provoke(server, scene));
        this.#during(over.finally(() => this.#busy.delete(server)));
      }
      if (random.once(5)) this.help(random.pick(servers));
      await delay(random.below(2 * pause));
    }
  }

  /** Windows that come, use some of the servers, and go, also in the middle of a call. */
  async #visit(end: number): Promise<void> {
    const { host, servers } = this.pool;
    const random = new Seeded(this.seed + 6);
    while (performance.now() < end) {
      const some = servers.filter(() => random.once(4));
      const window = await host.attach(some);
      const callers =
        some.length > 0 ? [new Caller(window, some, random.below(1_000_000), new Tally())] : [];
      await delay(random.below(3_000));
      const leaving = host.leave(window);
      await Promise.all(callers.map((caller) => caller.stop()));
      await leaving;
      await delay(random.below(1_000));
    }
  }

  async #chat(end: number): Promise<void> {
    const { second, shared } = this.pool;
    const random = new Seeded(this.seed + 7);
    while (performance.now() < end) {
      await this.tally.count(chatOnce(second, random.pick(shared).id));
      await delay(random.below(500));
    }
  }

  /** Waited for at the end; what it fails with is told by the state of the server. */
  #during(work: Promise<unknown>): void {
    const settled: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
  }
}
