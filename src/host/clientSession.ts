import { setImmediate as nextTurn } from 'node:timers/promises';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { maskSecrets } from '../config/maskSecrets';
import { callTool, readFrom, type CallContext } from '../tools/callTool';
import { runTest } from '../tools/runTest';
import { resultForModel } from '../tools/results/resultForModel';
import { findHandle, toolForModel } from '../tools/lookup';
import { StoredResults } from '../tools/results/storedResults';
import { ToolSearch } from '../tools/toolSearch';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { Channel, Handlers } from '../ipc/channel';
import type { ExternalOffer } from '../ipc/externalClients';
import type { LaunchAnswer } from '../ipc/launch';
import type { ServerRequestMethod } from '../ipc/serverRequest';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type Declaration,
  type ServerOptions,
} from '../ipc/contract';
import type { ChatSessions } from '../gateway/chatSessions';
import type { ClientSubscriptions } from '../gateway/clientSubscriptions';
import { isDesired } from '../ipc/serverStates';
import { emptyCatalog, type McpObject } from '../ipc/state';
import type { TrafficMessages } from '../ipc/traffic';
import { maskedMessage } from '../tools/audit/briefArguments';
import type { ReleaseTime } from '../servers/serverPool';
import { CrossServerChecks } from '../servers/crossServerChecks';
import { ServerHandle } from '../servers/serverHandle';
import type { Activity, ClientQuestion, HandleClient } from '../servers/serverClients';
import { newTraffic, trafficOf } from '../servers/traffic';
import { ClientCalls } from './clientCalls';
import type { Host } from './host';
import { LargePayloads } from './largePayloads';
import { Notifier, ServerNotifier } from './notifier';
import { ProcessUsageSampler, type MeasuredServer } from './processUsageSampler';

const { attach, ...servedAfterAttach } = hostRequests;

/** Milliseconds for a client to attach, in which one of another contract reads why it cannot. */
const attachTimeout = 2_000;

/** A client's access to the gateway, and that of the external clients that come for its servers. */
export interface Admission {
  /** Absent where no gateway runs. */
  readonly address:
    { readonly origin: string; readonly lastingOrigin: string; readonly token: string } | undefined;
  /** The sessions that its chat has there. */
  readonly chat: ChatSessions | undefined;
  /** Takes external clients on these terms from now on. */
  readonly welcome: (offer: ExternalOffer) => Promise<void>;
}

/** One attached window or terminal: its servers, and the responses to its requests. */
export class ClientSession implements Disposable {
  readonly handles = new Map<string, ServerHandle>();
  readonly #declared = signal<readonly ServerHandle[]>([]);
  /** The handles as a signal. */
  readonly declared: ReadonlySignal<readonly ServerHandle[]> = this.#declared;
  readonly #crossServerChecks = new CrossServerChecks(this.#declared);
  /** Results too long for this client's models. */
  readonly results: StoredResults;
  readonly calls: ClientCalls;
  readonly #serverNotifiers = new Map<string, ServerNotifier>();
  readonly #store = new DisposableStore();
  readonly #declares = new Sequencer();
  readonly #notifier: Notifier;
  readonly #client: AttachedClient;
  readonly #usage = new ProcessUsageSampler();
  readonly #search = new ToolSearch();
  readonly #payloads: LargePayloads | undefined;
  #chat: ChatSessions | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly host: Host,
  ) {
    this.#client = new AttachedClient(channel);
    this.results = this.#store.add(new StoredResults(host.resultStore));
    this.calls = this.#store.add(new ClientCalls(channel, host.audit));
    this.#notifier = this.#store.add(new Notifier(channel));
    if (host.results !== undefined) {
      this.#payloads = this.#store.add(new LargePayloads(host.results));
    }
    this.#serveAttach();
  }

  /**
   * Ends the session of a client that is gone. Its servers outlive it by the grace, because a reload brings it back.
   */
  dispose(): void {
    this.#declared.value = [];
    if (this.place !== undefined) this.host.interrupted.note(this.place, this.wantedByHand());
    for (const id of this.handles.keys()) this.#remove(id, 'later');
    this.#store.dispose();
  }

  /** Identifies its workspace. */
  get place(): string | undefined {
    return this.#client.place;
  }

  /** When its window was used last, by `performance.now()`. */
  get lastUsed(): number {
    return this.#client.lastUsed;
  }

  /** Serves nothing else before, and closes the channel of a client that does not attach in time. */
  #serveAttach(): void {
    const { channel, host } = this;
    const timer = setTimeout(() => channel.dispose(), attachTimeout);
    this.#store.add(() => clearTimeout(timer));
    this.#store.add(
      channel.handle(attach, async ({ contract, graceSeconds, ...client }) => {
        if (contract !== contractVersion) {
          throw new UserError('contractMismatch', { host: contractVersion, client: contract });
        }
        clearTimeout(timer);
        host.setGrace(graceSeconds);
        const { answers, signsIn, gatewayToken, place } = client;
        this.#client.attached(answers, signsIn, place);
        if (signsIn) this.#store.add(host.credentials.add(channel, () => this.lastUsed));
        this.calls.attached(place);
        const interrupted = place === undefined ? [] : host.interruptedAt(place);
        const admission = host.admit(this, gatewayToken);
        this.#chat = admission.chat;
        this.#store.add(channel.serve(servedAfterAttach, this.#handlers(admission)));
        return { pid: process.pid, build: host.build, gateway: admission.address, interrupted };
      }),
    );
  }

  /** The routing table: a handler for each request of an attached client. */
  #handlers({ welcome }: Admission): Handlers<typeof servedAfterAttach> {
    const { host, calls, results } = this;
    return {
      declare: ({ servers }) => this.#declares.run(() => this.#declare(servers)),
      focus: async () => this.#client.used('focus'),
      welcome,

      start: ({ id, gesture, resume: resumes, keepsQuarantine }) => {
        const lifts = gesture && !keepsQuarantine;
        return this.#command(id, (handle) => handle.start(gesture, { resumes, lifts }));
      },
      stop: ({ id }) => this.#command(id, (handle) => handle.stop()),
      restart: ({ id, gesture }) => this.#command(id, (handle) => handle.restart(gesture)),
      signIn: ({ id }, abort) => this.#command(id, (handle) => handle.signIn(abort)),
      signOut: ({ id }, abort) => this.#command(id, (handle) => this.#signOut(handle, abort)),

      catalog: async ({ id }) => this.#find(id).catalog.peek() ?? emptyCatalog,
      logs: async ({ id }) => {
        this.#notifier.log.flush();
        return this.#find(id)
          .readLog()
          .map((entry) => ({ id, ...entry }));
      },
      stateHistory: async ({ id }) => [...this.#find(id).history],
      toolUsage: async ({ id }) => (await this.#find(id).knowledge.toolUse()) ?? null,
      figures: async ({ id }) => {
        const days = await this.#find(id).knowledge.figures();
        return days ? { days, export: host.metrics.state } : null;
      },
      exportMetrics: async ({ endpoint }) => {
        host.metrics.endpoint = endpoint;
      },
      clearFigures: ({ id }) => this.#find(id).knowledge.clearFigures(),
      resources: ({ ids, tree }) =>
        this.#usage.sample(
          ids.flatMap((id) => this.#processOf(id)),
          tree,
        ),
      watchResources: async ({ id, uris }) => this.#subscriptionsOf(id).watch(uris),
      setLogLevel: async ({ id, level }) => this.#subscriptionsOf(id).setLevel(level),

      searchTools: async ({ query, limit, servers }) => {
        const wanted = servers && new Set(servers);
        const handles = [...this.handles.values()].filter(({ id }) => wanted?.has(id) ?? true);
        return this.#search.find(handles, query, limit);
      },
      describeTool: async ({ server, tool }) => {
        const handle = this.#find(server);
        return { server: handle.id, tool: toolForModel(handle, tool) };
      },
      callTool: async ({ callId, route = 'person', ...call }, abort) => {
        const { tool, result } = await this.#during(callId, abort, (context) =>
          callTool(this.handles.values(), { ...call, route }, context, calls),
        );
        if (route === 'person' || route === 'app') return result;
        const { describe } = host;
        return resultForModel(result, { tool, takes: 'texts', results, describe }, abort);
      },
      read: async ({ callId, ...request }, abort) => {
        const result = await this.#during(callId, abort, (context) =>
          readFrom(this.handles.values(), request, context),
        );
        return this.#payloads?.put(result, abort) ?? { result };
      },
      runTest: ({ callId, ...request }, abort) =>
        this.#during(callId, abort, (context) =>
          runTest(this.handles.values(), request, context, calls, host.testReader),
        ),

      limitTraffic: async (limits) => {
        host.trafficLimits = limits;
      },
      traffic: async ({ id, ...wanted }, abort) => {
        // Empty while the server is gone, and a signal, so that a waiting request goes on when it is back.
        const servers = (): readonly ServerHandle[] =>
          id === undefined
            ? this.#declared.value
            : this.#declared.value.filter((handle) => handle.id === id);
        if (wanted.after !== undefined) await newTraffic(servers, wanted.after, abort);
        return trafficOf(servers(), wanted);
      },
      trafficMessages: async ({ id, ...record }) => {
        const messages = this.#find(id).traffic?.messages(record);
        return (messages && maskedMessages(messages)) ?? null;
      },

      calls: (wanted) => calls.list(wanted),
      forgetCalls: () => calls.forget(),
      limitResults: async (limits) => {
        results.limits = limits;
      },
      readResult: ({ result, part }, abort) => results.read(result, part, abort),
      findResult: async ({ result }) => results.find(result),
      toolChanges: async ({ id }) => this.#find(id).scan.changes(),
      acceptTools: async ({ id, tools }) => this.#find(id).scan.accept(tools),
      carryKnowledge: ({ from, to }) =>
        host.pool.known.carry(from, to, (text) => host.pool.holdsSecret(text)),
    };
  }

  /** @throws UserError `unknownServer`. */
  #find(id: string): ServerHandle {
    return findHandle(this.handles.values(), id);
  }

  /** The notifier of a server; from its first use on, the client is told of the server. */
  #notifierOf(handle: ServerHandle): ServerNotifier {
    const { id } = handle;
    const notifier =
      this.#serverNotifiers.get(id) ??
      new ServerNotifier(handle, this.#chat?.of(id), this.#notifier);
    this.#serverNotifiers.set(id, notifier);
    return notifier;
  }

  #subscriptionsOf(id: string): ClientSubscriptions {
    return this.#notifierOf(this.#find(id)).subscriptions;
  }

  #processOf(id: string): MeasuredServer[] {
    const handle = this.handles.get(id);
    const pid = handle?.snapshot.peek().pid;
    const masked = (text: string): string => maskSecrets('', handle?.log?.masked(text) ?? text);
    return pid === undefined ? [] : [{ id, pid, masked }];
  }

  async #command(id: string, run: (handle: ServerHandle) => Promise<void>): Promise<void> {
    this.#client.used('request');
    await this.#declares.idle();
    await run(this.#find(id));
    this.#notifier.changes.flush();
  }

  /**
   * Ends a server and forgets how the person was signed in there.
   * @throws UserError why the launch is unknown; `signInNoWindow`.
   */
  async #signOut(handle: ServerHandle, abort: AbortSignal): Promise<void> {
    const answer = await this.#client.resolveLaunch(handle.id, true, abort);
    if (answer.kind !== 'resolved') throw UserError.from(answer.reason);
    await handle.stop();
    const authorizer = this.host.authorizers.of(answer.launch);
    await authorizer?.signOut(abort).finally(() => authorizer.dispose());
  }

  /** Sends progress, and the changes of a server that the call has started, before its result. */
  async #during<T>(
    callId: string,
    abort: AbortSignal,
    call: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    this.#client.used('request');
    await this.#declares.idle();
    const { progress, changes } = this.#notifier;
    try {
      return await call({
        limits: this.host.limits,
        signal: abort,
        callId,
        onProgress: (step) => progress.add({ callId, ...step }),
      });
    } finally {
      progress.flush();
      changes.flush();
    }
  }

  async #declare(servers: readonly Declaration[]): Promise<void> {
    const { known } = this.host.pool;
    // The client has the tools of the first one while what is known of others is read.
    const [first] = servers;
    if (first && !this.handles.has(first.id)) {
      await known.load([first]);
      if (this.#store.disposed) return;
      this.#notifierOf(this.#add(first));
    }
    await known.load(servers);
    if (this.#store.disposed) return;
    this.#replaceHandles(servers);
    // One in each turn of the event loop: the client has the tools of the first ones while others are looked at.
    for (const handle of this.handles.values()) {
      if (this.#serverNotifiers.has(handle.id)) continue;
      this.#notifierOf(handle);
      await nextTurn();
    }
    this.#notifier.changes.flush();
  }

  #replaceHandles(servers: readonly Declaration[]): void {
    const declared = new Map(servers.map((server) => [server.id, server]));
    for (const [id, handle] of this.handles) {
      const next = declared.get(id);
      if (next) handle.declare(next);
      else this.#remove(id, 'drained');
    }
    for (const [id, declaration] of declared) {
      if (!this.handles.has(id)) this.#add(declaration);
    }
    this.#declared.value = [...this.handles.values()];
  }

  #add(declaration: Declaration): ServerHandle {
    const { pool } = this.host;
    const handle = new ServerHandle(declaration, pool, this.#client, this.#crossServerChecks);
    this.handles.set(declaration.id, handle);
    return handle;
  }

  /**
   * The servers that somebody wants although a window that comes back does not start them; `whileThere`: those that it
   * may have while this session lasts.
   */
  wantedByHand(whileThere = false): string[] {
    return Array.from(this.handles.values())
      .filter(({ options }) => startsByHand(options) && !(whileThere && options.exclusive))
      .filter(({ state }) => isDesired(state.peek()))
      .map(({ id }) => id);
  }

  #remove(id: string, when: ReleaseTime): void {
    this.#serverNotifiers.get(id)?.dispose();
    this.#serverNotifiers.delete(id);
    this.handles.get(id)?.release(when);
    this.handles.delete(id);
  }
}

function startsByHand({ autostart = 'always' }: ServerOptions): boolean {
  return autostart !== 'always';
}

/** Masks what looks like a secret by its name or form; the host knows the others and has masked them. */
function maskedMessages({ request, response }: TrafficMessages): TrafficMessages {
  return {
    request: { ...request, text: maskedMessage(request.text) },
    ...(response && { response: { ...response, text: maskedMessage(response.text) } }),
  };
}

/** The client at the other end of a channel, as the handles of its servers see it. */
class AttachedClient implements HandleClient {
  place: string | undefined;
  #answers: ReadonlySet<ServerRequestMethod> = new Set();
  #signsIn = false;
  #activity: Activity = { focus: 0, request: 0 };

  constructor(private readonly channel: Channel) {}

  get answers(): ReadonlySet<ServerRequestMethod> {
    return this.#answers;
  }
  get activity(): Activity {
    return this.#activity;
  }

  /** When it was used last, by `performance.now()`. */
  get lastUsed(): number {
    return Math.max(this.#activity.focus, this.#activity.request);
  }

  /** Notes the requests that the client can answer, as declared. */
  attached(
    answers: readonly ServerRequestMethod[] = [],
    signsIn = false,
    place: string | undefined,
  ): void {
    this.place = place;
    this.#answers = new Set(answers);
    this.#signsIn = signsIn;
  }

  /** Notes that the client was used just now. */
  used(as: keyof Activity): void {
    this.#activity = { ...this.#activity, [as]: performance.now() };
  }

  signIn(id: string): SignInPrompt | undefined {
    if (!this.#signsIn) return undefined;
    const { prepareSignIn, leadSignIn } = clientRequests;
    return {
      prepare: async (occasion, abort) =>
        (await this.channel.send(prepareSignIn, { id, ...occasion }, abort)).redirectUri,
      lead: async (occasion, abort) =>
        (await this.channel.send(leadSignIn, { id, ...occasion }, abort)).callback,
      drop: () => void this.channel.notify(hostEvents.signInDropped, { id }),
    };
  }

  resolveLaunch(id: string, gesture: boolean, abort: AbortSignal): Promise<LaunchAnswer> {
    return this.channel.send(clientRequests.resolveLaunch, { id, gesture }, abort);
  }

  answer(question: ClientQuestion, abort: AbortSignal): Promise<McpObject> {
    return this.channel.send(clientRequests.answer, question, abort);
  }
}
