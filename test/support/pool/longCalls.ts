import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'vitest';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import type { McpObject } from '../../../src/ipc/state';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { openChat } from '../chatClient';
import { startFakeHttpServer } from '../fakeServer/fakeHttpServer';
import { fakeStdio } from '../fakeServer/fakeServer';
import { codeOf } from './caller';
import { SharedHost } from './sharedHost';

/** A call that was made, and how it ended. */
export interface LongCall {
  readonly transport: 'stdio' | 'http';
  /** Whose call it is: a window's, or that of chat over the gateway. */
  readonly way: 'window' | 'chat';
  readonly tells: 'nothing' | 'progress';
  readonly limit: 'patient' | 'strict';
  readonly isCancelled: boolean;
  /** `answered`, `cancelled` or the code of a reason. */
  readonly end: string;
  /** How often progress was told. */
  readonly told: number;
  readonly seconds: number;
}

/** What the servers say when all calls have ended. */
export interface LongCalls {
  readonly calls: readonly LongCall[];
  /** How many calls each server was told to cancel: at the limit, and by a person. */
  readonly cancelled: Readonly<Record<LongCall['transport'], { limit: number; person: number }>>;
  /** States other than running, and restarts. */
  readonly troubles: readonly string[];
}

type CallPlan = Omit<LongCall, 'end' | 'told' | 'seconds'>;

const transports = ['stdio', 'http'] as const;
const ways = ['window', 'chat'] as const;
const steps = 14;
const tools = ['sleep', 'progress', 'cancelled'];

const kinds: readonly Pick<CallPlan, 'tells' | 'limit' | 'isCancelled'>[] = [
  { tells: 'nothing', limit: 'patient', isCancelled: false },
  { tells: 'nothing', limit: 'strict', isCancelled: false },
  { tells: 'progress', limit: 'strict', isCancelled: false },
  { tells: 'nothing', limit: 'patient', isCancelled: true },
  { tells: 'progress', limit: 'strict', isCancelled: true },
];

/**
 * Makes calls of so many seconds on a real host, all at the same time. The strict limit is five sevenths
 * of that, the patient one ten; a person cancels after six.
 */
export async function makeLongCalls(seconds: number): Promise<LongCalls> {
  const host = new SharedHost();
  const http = await startFakeHttpServer({ tools });
  try {
    const scene = await LongCallScene.open(
      host,
      { stdio: fakeStdio({ tools }), http: http.launch() },
      seconds,
    );
    return await scene.play();
  } finally {
    await host.end();
    host.remove();
    await http.close();
  }
}

class LongCallScene {
  private constructor(
    private readonly window: HostClient,
    private readonly chats: ReadonlyMap<string, Client>,
    private readonly seconds: number,
  ) {}

  static async open(
    host: SharedHost,
    launches: Record<LongCall['transport'], ResolvedLaunch>,
    seconds: number,
  ): Promise<LongCallScene> {
    const limits = { patient: (seconds * 10) / 7, strict: (seconds * 5) / 7 };
    const servers = transports.flatMap((transport) =>
      (['patient', 'strict'] as const).map((limit) => ({
        id: idOf({ transport, limit }),
        launch: launches[transport],
        options: { callTimeoutSeconds: limits[limit] },
      })),
    );
    const window = await host.attach(servers);
    await Promise.all(servers.map(({ id }) => window.start(id, true)));
    const chats = new Map<string, Client>();
    for (const { id } of servers) chats.set(id, await openChat(window, id));
    return new LongCallScene(window, chats, seconds);
  }

  async play(): Promise<LongCalls> {
    const plans = transports.flatMap((transport) =>
      ways.flatMap((way) => kinds.map((kind) => ({ transport, way, ...kind }))),
    );
    const person = new AbortController();
    const calling = Promise.all(plans.map((plan) => this.#call(plan, person)));
    await delay((this.seconds * 6_000) / 7);
    const limit = await this.#cancelled();
    person.abort();
    const calls = await calling;
    const all = await this.#cancelled();
    const of = (transport: LongCall['transport']): { limit: number; person: number } => ({
      limit: limit[transport],
      person: all[transport] - limit[transport],
    });
    await Promise.all([...this.chats.values()].map((chat) => chat.close()));
    return {
      calls,
      cancelled: { stdio: of('stdio'), http: of('http') },
      troubles: this.#troubles(),
    };
  }

  async #call(plan: CallPlan, person: AbortController): Promise<LongCall> {
    const start = performance.now();
    let told = 0;
    const signal = plan.isCancelled ? person.signal : undefined;
    const end = await this.#answer(plan, () => (told += 1), signal).then(
      () => 'answered',
      (error: unknown) => (signal?.aborted ? 'cancelled' : codeOf(error)),
    );
    return { ...plan, end, told, seconds: (performance.now() - start) / 1_000 };
  }

  #answer(plan: CallPlan, onProgress: () => void, signal?: AbortSignal): Promise<unknown> {
    const id = idOf(plan);
    const milliseconds = this.seconds * 1_000;
    const [tool, args]: [string, McpObject] =
      plan.tells === 'nothing'
        ? ['sleep', { ms: milliseconds }]
        : ['progress', { steps, interval: milliseconds / steps }];
    if (plan.way === 'window') {
      const request = { server: id, tool, arguments: args, gesture: true, onProgress };
      return this.window.callTool(request, signal);
    }
    const chat = this.chats.get(id);
    if (!chat) throw new Error(`there is no chat with ${id}`);
    return chat.callTool({ name: tool, arguments: args }, undefined, {
      // The limits in question are those of the host.
      timeout: milliseconds * 3,
      onprogress: onProgress,
      ...(signal && { signal }),
    });
  }

  /** How many calls each server was told to cancel so far. */
  async #cancelled(): Promise<Record<LongCall['transport'], number>> {
    const counts = transports.map(async (transport) => {
      const server = idOf({ transport, limit: 'patient' });
      const request = { server, tool: 'cancelled', arguments: {}, gesture: true };
      const { content } = await this.window.callTool(request);
      const [first] = content as { text: string }[];
      return (JSON.parse(first?.text ?? '[]') as unknown[]).length;
    });
    const [stdio = 0, http = 0] = await Promise.all(counts);
    return { stdio, http };
  }

  #troubles(): string[] {
    const snapshots = [...this.window.servers.peek().values()];
    return snapshots
      .filter(({ state, restarts }) => state.kind !== 'running' || restarts > 0)
      .map(({ id, state, restarts }) => `${id} ${state.kind}, ${restarts} restarts`);
  }
}

function idOf({ transport, limit }: Pick<LongCall, 'transport' | 'limit'>): string {
  return `folder:a/${transport}-${limit}`;
}

/** A busy machine may be late by so many seconds. */
const late = 2;

/** What must hold for calls of so many seconds. */
export function expectLongCalls({ calls, cancelled, troubles }: LongCalls, seconds: number): void {
  for (const call of calls) {
    const { end, after } = expected(call, seconds);
    expect(call).toMatchObject({ end });
    expect(call.seconds).toBeGreaterThan(after - 0.5);
    expect(call.seconds).toBeLessThan(after + late);
    if (call.tells === 'progress') expect(call.told).toBeGreaterThan(10);
    else expect(call.told).toBe(0);
  }
  // A call at its limit, and two that a person cancels, each by a window and by chat.
  const told = { limit: 2, person: 4 };
  expect(cancelled).toEqual({ stdio: told, http: told });
  expect(troubles).toEqual([]);
}

function expected(
  { tells, limit, isCancelled }: LongCall,
  seconds: number,
): { end: string; after: number } {
  if (isCancelled) return { end: 'cancelled', after: (seconds * 6) / 7 };
  if (tells === 'nothing' && limit === 'strict') {
    return { end: 'timedOut', after: (seconds * 5) / 7 };
  }
  return { end: 'answered', after: seconds };
}
