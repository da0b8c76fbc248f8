import type { UserError } from '../../src/base/errors';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { McpObject, ServerSnapshot, ServerState } from '../../src/ipc/state';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { attach } from './hostFixture';

export const watchedId = 'folder:a/till';

/** One server of a host through the eyes of one of its windows, with every state that it went through. */
export class WatchedServer {
  /** Each state that differs in kind, step or reason from the one before. */
  readonly states: string[] = [];
  readonly #stop: () => void;

  constructor(readonly client: HostClient) {
    this.#stop = client.servers.subscribe((servers) => {
      const state = servers.get(watchedId)?.state;
      const name = state && nameOf(state);
      if (name !== undefined && name !== this.states.at(-1)) this.states.push(name);
    });
  }

  static async open(
    host: Host,
    launch: ResolvedLaunch,
    options: ServerOptions = {},
  ): Promise<WatchedServer> {
    return new WatchedServer(await attach(host, { [watchedId]: launch }, 0, options));
  }

  /** @throws while the host has not told it. */
  get snapshot(): ServerSnapshot {
    const snapshot = this.client.servers.peek().get(watchedId);
    if (!snapshot) throw new Error('not known yet');
    return snapshot;
  }

  get state(): ServerState {
    return this.snapshot.state;
  }

  start(): Promise<void> {
    return this.client.start(watchedId, true);
  }

  call(tool: string, args: McpObject = {}, signal?: AbortSignal): Promise<McpObject> {
    const request = { server: watchedId, tool, arguments: args, gesture: false };
    return this.client.callTool(request, signal);
  }

  /** The reason of a call that fails. */
  async failure(call: Promise<unknown>): Promise<UserError['reason']> {
    const error: unknown = await call.then(
      () => new Error('it was answered'),
      (thrown: unknown) => thrown,
    );
    if (error instanceof Error && 'reason' in error) return (error as UserError).reason;
    throw error;
  }

  /** Codes, or texts, of its log. */
  async log(): Promise<string[]> {
    return (await this.client.send('logs', { id: watchedId })).map(
      ({ reason, text }) => reason?.code ?? text,
    );
  }

  async close(): Promise<void> {
    this.#stop();
    await this.client.end();
  }
}

function nameOf(state: ServerState): string {
  switch (state.kind) {
    case 'starting':
      return `starting ${state.step}`;
    case 'degraded':
      return `degraded ${state.what.code}`;
    case 'backingOff':
    case 'failed':
      return `${state.kind} ${state.error.code}`;
    default:
      return state.kind;
  }
}
