import { randomUUID } from 'node:crypto';
import type { Reason, UserError } from '../../src/base/errors';
import type { ResolvedLaunch, ResolvedStdio } from '../../src/ipc/launch';
import type { McpObject, ServerSnapshot, ServerState } from '../../src/ipc/state';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { FakeHttpProcess } from '../support/fakeServer/fakeHttpProcess';
import {
  startFakeHttpServer,
  type FakeHttpOptions,
  type FakeHttpServer,
} from '../support/fakeServer/fakeHttpServer';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { newJournal } from '../support/fakeServer/processes';
import { inheriting, journalled, runVariable } from './census';

export const serverId = 'folder:a/server';
export const neighbourId = 'folder:a/neighbour';

/** What the server offers unless its row says otherwise. */
const allTools =
  'echo slow sleep crash busy hang stop mute cut flood storm huge fail forever'.split(' ');

/** Where the servers run, and who watches them. */
export interface Stage {
  readonly client: HostClient;
  /** The process of the host, where it has one of its own. */
  hostPid(): number | undefined;
  /** The same with whatever guards it. */
  hostPids(): number[];
  /** Resolves when host and servers have ended. */
  stop(): Promise<void>;
}

/** A state of the server, and when it was told. */
export interface Sighting {
  readonly at: number;
  readonly state: ServerState;
  readonly failure: Reason | undefined;
}

/** How a call ended. */
export interface CallEnd {
  readonly at: number;
  /** Absent where it was answered. */
  readonly reason?: string;
}

/** A running fault: what its row may use, and what was seen. */
export class Scene {
  readonly run = randomUUID();
  readonly sightings: Sighting[] = [];
  readonly noted: string[] = [];
  /** The fake over HTTP in a process of its own, where the row has one. */
  remote: FakeHttpProcess | undefined;
  readonly #journals = { server: newJournal(), neighbour: newJournal() };
  readonly #calls: Promise<CallEnd>[] = [];
  #cancelling = new AbortController();
  readonly #closing: (() => unknown)[] = [];
  #http: FakeHttpServer | undefined;
  #stage: Stage | undefined;
  #left: Promise<void> | undefined;

  /** The fake over HTTP. @throws where the row has none. */
  get http(): FakeHttpServer {
    if (!this.#http) throw new Error('this fault has no HTTP server');
    return this.#http;
  }

  /** How many requests of this method the fake over HTTP has had. */
  requestsOf(method: string): number {
    return this.http.requests.filter((request) => request === `POST ${method}`).length;
  }

  get stage(): Stage {
    if (!this.#stage) throw new Error('the servers are not declared yet');
    return this.#stage;
  }

  get client(): HostClient {
    return this.stage.client;
  }

  /** Every call so far. */
  get calls(): readonly Promise<CallEnd>[] {
    return this.#calls;
  }

  /** From now on everything the client hears of the server is kept. */
  watch(stage: Stage): void {
    this.#stage = stage;
    const { client } = stage;
    const unsubscribe = client.servers.subscribe((servers) => {
      const snapshot = servers.get(serverId);
      if (!snapshot) return;
      const { state, lastFailure } = snapshot;
      this.sightings.push({ at: performance.now(), state, failure: lastFailure?.reason });
    });
    const log = client.onLog(({ id, reason, text }) => {
      if (id === serverId) this.noted.push(reason?.code ?? text);
    });
    this.closeAtEnd(unsubscribe);
    this.closeAtEnd(() => log.dispose());
  }

  /** A fake server over stdio whose processes are counted. */
  stdio(options: FakeStdioOptions): ResolvedStdio {
    const journal = this.#journals.server;
    return this.counted(fakeStdio({ tools: allTools, ...options, journal }));
  }

  /** A fake server over HTTP in this process. */
  async serve(options: FakeHttpOptions): Promise<ResolvedLaunch> {
    const server = await startFakeHttpServer({ tools: allTools, ...options });
    this.#http = server;
    this.closeAtEnd(() => server.close());
    return server.launch();
  }

  neighbour(): ResolvedLaunch {
    return this.counted(fakeStdio({ journal: this.#journals.neighbour }));
  }

  counted(launch: ResolvedStdio): ResolvedStdio {
    return { ...launch, env: { ...launch.env, [runVariable]: this.run } };
  }

  snapshot(): ServerSnapshot | undefined {
    return this.client.servers.peek().get(serverId);
  }

  /** What the client is offered. */
  toolNames(): string[] {
    return (this.client.catalog(serverId).peek()?.tools ?? []).map(({ name }) => name);
  }

  /** Sends a signal to the server's own process only. */
  kill(signal: NodeJS.Signals): void {
    send(signal, this.snapshot()?.pid);
  }

  killHost(signal: NodeJS.Signals = 'SIGKILL'): void {
    send(signal, this.stage.hostPid());
  }

  /** Begins a call that counts. */
  call(tool: string, args: McpObject = {}): void {
    this.#calls.push(this.#outcomeOf(tool, args, this.#cancelling.signal));
  }

  /** Cancels all calls that are open. */
  cancelCalls(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** Calls a tool that answers; @throws what it failed with. */
  async echo(id = serverId): Promise<void> {
    const request = { server: id, tool: 'echo', arguments: { text: 'hello' }, gesture: false };
    await this.client.callTool(request);
  }

  /** Ends client, servers and host, once. */
  leave(): Promise<void> {
    this.#left ??= this.#stage?.stop();
    return this.#left ?? Promise.resolve();
  }

  closeAtEnd(close: () => unknown): void {
    this.#closing.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).toReversed()) await close();
  }

  /** The processes of the server that run. */
  serverProcesses(): number[] {
    return journalled(this.#journals.server);
  }

  /** All processes of the scene that run. */
  allProcesses(): number[] {
    const named = Object.values(this.#journals).flatMap(journalled);
    return [...new Set([...named, ...inheriting(this.run)])];
  }

  async #outcomeOf(tool: string, args: McpObject, signal: AbortSignal): Promise<CallEnd> {
    const request = { server: serverId, tool, arguments: args, gesture: false };
    try {
      await this.client.callTool(request, signal);
      return { at: performance.now() };
    } catch (error) {
      const reason = signal.aborted ? 'cancelled' : (error as UserError).code;
      return { at: performance.now(), reason };
    }
  }
}

/** @throws where there is no process: a signal to nobody would reach this one. */
function send(signal: NodeJS.Signals, pid: number | undefined): void {
  if (pid === undefined) throw new Error(`There is no process for ${signal}.`);
  process.kill(pid, signal);
}
