import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../base/disposable';
import { hasCode, reasonOf } from '../base/errors';
import { canonicalJson } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { ClientFeatures, Connection } from '../connection/connection';
import type { LaunchAnswer } from '../ipc/launch';
import { appExtension } from '../ipc/mcpApp';
import {
  serverRequestRefused,
  unanswered,
  unionOfRoots,
  type ServerRequest,
  type ServerRequestMethod,
  type Root,
} from '../ipc/serverRequest';
import type { clientRequests, LogLevel, ServerOptions } from '../ipc/contract';
import type { McpObject } from '../ipc/state';
import { mostVerbose } from '../protocol/logLevels';
import type { OpenCalls } from './openCalls';
import type { ServerLog } from './serverLog';

/** When a client was used, by `performance.now()`; 0: never. */
export interface Activity {
  /** A person came to it. */
  readonly focus: number;
  /** It sent a request. */
  readonly request: number;
}

/** A request of a server as it is put to a client. */
export type ClientQuestion = z.output<typeof clientRequests.answer.params>;

/** The window or terminal behind a server handle. */
export interface HandleClient {
  /** Identifies its workspace, also after a reload. */
  readonly place: string | undefined;
  /** The methods that it can answer. */
  readonly answers: ReadonlySet<ServerRequestMethod>;
  readonly activity: Activity;
  /** Leads its person through a sign-in at one of its servers; absent where it cannot. */
  signIn?(id: string): SignInPrompt | undefined;
  resolveLaunch(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer>;
  /** @throws UserError `questionRefused`; `hostGone` where the client is no more. */
  answer(question: ClientQuestion, signal: AbortSignal): Promise<McpObject>;
}

/** A client of a server: what it requires while the server runs, and what it can answer. */
export type ServerClient = Pick<
  DeclaredClient,
  'lastingId' | 'idleMinutes' | 'roots' | 'requirements' | 'answers' | 'activity' | 'answer'
>;

/** The requirements of a client, or of a session of the gateway behind it, towards a running server. */
export interface Requirements {
  /** URIs of the resources whose changes are notified. */
  readonly watched?: readonly string[] | undefined;
  /** Absent: the default of the server, or `info` where another client has set a level. */
  readonly logLevel?: LogLevel | undefined;
  /** `false`: it takes no log, so that its absent level does not count. */
  readonly takesLog?: boolean | undefined;
  /** The folders that the server is to know of beside the declared ones, where it may know of any. */
  readonly reportedRoots?: readonly Root[] | undefined;
}

/** All watched resources and reported folders, and the most verbose log level, because clients leave out the rest. */
function mergeRequirements(all: readonly Requirements[]): Requirements {
  return {
    watched: [...new Set(all.flatMap(({ watched = [] }) => watched))],
    logLevel: mostVerbose(
      all.flatMap(({ logLevel, takesLog }) => (takesLog === false ? [] : [logLevel])),
    ),
    reportedRoots: unionOfRoots(all.map(({ reportedRoots }) => reportedRoots)),
  };
}

/** The client of a server handle, with the options that it declares and everyone who listens to it. */
export class DeclaredClient implements Disposable {
  readonly #listeners = signal<ReadonlySet<ReadonlySignal<Requirements>>>(new Set());
  readonly #gone = new AbortController();

  /** Minutes without a call after which this client lets the server end; absent: never. */
  readonly idleMinutes: ReadonlySignal<number | undefined> = computed(() => {
    const { autostart, idleShutdownMinutes } = this.options.value;
    // A server that only a person may start would not come back with the next call.
    return autostart === 'never' ? undefined : idleShutdownMinutes;
  });
  /** The folders that the server may know of; absent: the client hides even that there are any. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined> = computed(
    () => this.options.value.roots,
  );
  readonly requirements: ReadonlySignal<Requirements> = computed(() => {
    const merged = mergeRequirements(Array.from(this.#listeners.value, ({ value }) => value));
    return this.roots.value ? merged : { ...merged, reportedRoots: undefined };
  });

  constructor(
    /** The id of the server at the client. */
    private readonly id: string,
    /** Identifies the server at the client, also after a reload. */
    readonly lastingId: string,
    private readonly client: HandleClient,
    /** The options that the client has declared last. */
    private readonly options: ReadonlySignal<ServerOptions>,
  ) {}

  get answers(): ReadonlySet<ServerRequestMethod> {
    return this.client.answers;
  }
  get activity(): Activity {
    return this.client.activity;
  }
  /** Aborted when it is disposed of. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Lets requirements count, until disposed of. */
  listen(requirements: ReadonlySignal<Requirements>): Disposable {
    this.#listeners.value = new Set([...this.#listeners.peek(), requirements]);
    return {
      dispose: () => {
        const others = new Set(this.#listeners.peek());
        if (others.delete(requirements)) this.#listeners.value = others;
      },
    };
  }

  /**
   * Answers a request of the server as far as its client can. No other client is asked in its place, because a call's
   * questions are for its own client alone. `callId`: the call of the client that the request belongs to.
   */
  async answer(question: ServerRequest, signal: AbortSignal, callId?: string): Promise<McpObject> {
    const { method } = question;
    if (method === 'roots/list') return { roots: this.roots.peek() ?? [] };
    if (!this.answers.has(method)) return unanswered(method);
    const request = { id: this.id, question, ...(callId !== undefined && { callId }) };
    try {
      return await this.client.answer(request, AbortSignal.any([signal, this.gone]));
    } catch (error) {
      signal.throwIfAborted();
      const isGone = hasCode(error, 'hostGone');
      if (this.gone.aborted || isGone) return unanswered(method);
      throw error;
    }
  }

  /** Takes back open requests and all requirements. */
  dispose(): void {
    this.#gone.abort();
    this.#listeners.value = new Set();
  }
}

/**
 * All clients of a server as the server sees them: one client with their capabilities, answers and requirements
 * together. The requirements are declared folders, watched resources and the log level. Each connection gets them
 * anew, because a restarted server knows none of them.
 */
export class ServerClients {
  readonly #asksRoots: Signal<boolean>;
  readonly #requirements = computed(() =>
    mergeRequirements(this.#all(({ requirements }) => requirements.value)),
  );
  readonly #declaredRoots = computed(() => unionOfRoots(this.#all(({ roots }) => roots.value)));
  /** A report adds to the declared folders, because the other clients work in those. */
  readonly #roots = computed(
    () =>
      this.#declaredRoots.value &&
      unionOfRoots([this.#declaredRoots.value, this.#requirements.value.reportedRoots]),
  );

  constructor(
    private readonly clients: ReadonlySignal<ReadonlySet<ServerClient>>,
    asksRoots: boolean,
    private readonly server: {
      readonly calls: Pick<OpenCalls, 'caller'>;
      readonly log: Pick<ServerLog, 'note'>;
    },
  ) {
    this.#asksRoots = signal(asksRoots);
  }

  /** True once the server has requested the folders. */
  get asksRoots(): ReadonlySignal<boolean> {
    return this.#asksRoots;
  }

  /** The resources that some client watches. */
  get watched(): readonly string[] {
    return this.#requirements.peek().watched ?? [];
  }

  /** The capabilities of a connection that comes up now, and the answers to requests that belong to no call. */
  features(): ClientFeatures {
    const answers = new Set(this.#all((client) => [...client.answers]).flat());
    const capabilities: McpObject = {
      ...(this.#roots.peek() && { roots: { listChanged: true } }),
      ...(answers.has('elicitation/create') && { elicitation: { form: {}, url: {} } }),
      // Only a window has models, and it shows apps on its pages and in chat.
      ...(answers.has('sampling/createMessage') && {
        sampling: { tools: {} },
        extensions: appExtension,
      }),
    };
    return { capabilities, answer: (question, context) => this.#answer(question, context) };
  }

  /** Notes a request, whichever client answers it. */
  noteRequest({ method }: ServerRequest): void {
    if (method === 'roots/list') this.#asksRoots.value = true;
  }

  /** Sends the requirements of the clients to a server that is up, now and with every change. */
  follow(connection: Connection, { capabilities: declared }: ClientFeatures): Disposable {
    const store = new DisposableStore();
    const commands = new Sequencer();
    const { capabilities } = connection.handshake;
    const send = (command: () => Promise<void>): void => {
      const run = async (): Promise<void> => (store.disposed ? undefined : command());
      void commands.run(run).catch((error: unknown) => {
        if (!store.disposed) this.server.log.note('warning', reasonOf(error));
      });
    };
    const sendChanges = <T>(
      required: () => T,
      first: T,
      command: (value: T) => Promise<void>,
      isSame: (now: T, before: T) => boolean = Object.is,
    ) => {
      let before = first;
      store.add(
        effect(() => {
          const now = required();
          if (!isSame(now, before)) send(() => command(now));
          before = now;
        }),
      );
    };
    if (capabilities['logging']) {
      const logLevel = (): LogLevel | undefined => this.#requirements.value.logLevel;
      sendChanges(logLevel, undefined, (level) => connection.setLogLevel(level));
    }
    if (capabilities['resources']) {
      const watched = (): readonly string[] => this.#requirements.value.watched ?? [];
      const watch = (uris: readonly string[]) => connection.watchResources(new Set(uris));
      // Any change of requirements sends them again, because the server may have refused one that it knows by now.
      sendChanges(watched, [], watch, (now, before) => now.length + before.length === 0);
    }
    if (declared['roots']) {
      const first = rootsKey(this.#roots.peek());
      sendChanges(
        () => rootsKey(this.#roots.value),
        first,
        () => connection.notify('notifications/roots/list_changed'),
      );
    }
    return store;
  }

  /**
   * Answers a request that belongs to no known call. Folders come from the declarations. Any other request goes to
   * the client that made all open calls, else to the last active one. A request for a model is refused where it may
   * be for one client or another.
   */
  async #answer(
    question: ServerRequest,
    { signal: withdrawn, ambiguous }: Parameters<ClientFeatures['answer']>[1],
  ): Promise<McpObject> {
    this.noteRequest(question);
    const { method } = question;
    if (method === 'roots/list') return { roots: this.#roots.peek() ?? [] };
    const caller = this.server.calls.caller;
    if (method === 'sampling/createMessage' && ambiguous && !caller) {
      throw serverRequestRefused('rejected', 'It is not clear for whom this is asked');
    }
    const client = caller ?? this.#lastActive(method);
    return client ? client.answer(question, withdrawn) : unanswered(method);
  }

  /** The client that can answer and that a person used last; failing that, the one with the last request. */
  #lastActive(method: ServerRequest['method']): ServerClient | undefined {
    return [...this.clients.peek()]
      .filter(({ answers }) => answers.has(method))
      .toSorted(
        ({ activity: a }, { activity: b }) => b.focus - a.focus || b.request - a.request,
      )[0];
  }

  #all<T>(of: (client: ServerClient) => T): T[] {
    return Array.from(this.clients.value, of);
  }
}

/** Equal for the same folders, whatever their order. */
export function rootsKey(roots: readonly Root[] | undefined): string | undefined {
  return roots && canonicalJson(roots.map(({ uri }) => uri).toSorted());
}
