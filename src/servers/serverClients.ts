import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { canonicalJson } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { ClientFeatures, Connection } from '../connection/connection';
import type { LaunchAnswer } from '../ipc/launch';
import {
  questionRefused,
  unanswered,
  type AnswerQuestion,
  type Question,
  type QuestionMethod,
  type Root,
} from '../ipc/serverRequests';
import { logLevelSchema, type LogLevel, type ServerOptions } from '../ipc/requests';
import type { McpObject } from '../ipc/state';

/** When a client was used, by `performance.now()`; 0: never. */
export interface Activity {
  /** A person came to it. */
  readonly focus: number;
  /** It sent a request. */
  readonly request: number;
}

/** A request of a server as it is put to a client. */
export interface ClientQuestion {
  /** The id of the server. */
  readonly id: string;
  readonly question: Question;
  /** The call of this client that it belongs to. */
  readonly callId?: string | undefined;
}

/** The window or terminal behind a server handle. */
export interface HandleClient {
  /** The methods that it can answer. */
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  /** Leads its person through a sign-in at one of its servers; absent where it cannot. */
  signIn?(id: string): SignInPrompt | undefined;
  resolveLaunch(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer>;
  /** @throws UserError `questionRefused`; `hostGone` where the client is no more. */
  answer(question: ClientQuestion, signal: AbortSignal): Promise<McpObject>;
}

/** Folders that a client has reported instead of the window's. */
export interface ReportedRoots {
  readonly roots: readonly Root[];
  /** The time of the report, by `performance.now()`. */
  readonly at: number;
}

/** A client of a server: what it requires while the server runs, and what it can answer. */
export interface ServerClient {
  /** Minutes without a call after which this client lets the server end; absent: never. */
  readonly idleMinutes: ReadonlySignal<number | undefined>;
  /** The folders that the server may know of; absent: the client hides even that there are any. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  /** The last report of other folders. */
  readonly reportedRoots: ReadonlySignal<ReportedRoots | undefined>;
  /** The resources whose changes it wants to be notified of. */
  readonly watched: ReadonlySignal<ReadonlySet<string>>;
  /** The log level that it wants; absent: the default of the server. */
  readonly logLevel: ReadonlySignal<LogLevel | undefined>;
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  readonly answer: AnswerQuestion;
}

/**
 * A listener behind a server handle: the client itself, or a session of the gateway. The requirements of all
 * listeners together count whenever the server runs, until a listener is disposed of.
 */
export interface ServerListener extends Disposable {
  /** Replaces the resources whose changes are notified. */
  watchResources(uris: ReadonlySet<string>): void;
  /** Sets how much is to be logged; the most verbose level of all wins. */
  setLogLevel(level: LogLevel | undefined): void;
  /** Reports the folders that the server is to know of where it may know of any; the last report counts. */
  reportRoots(reported: ReportedRoots): void;
}

interface Requirements {
  readonly watched?: ReadonlySet<string>;
  readonly logLevel?: LogLevel | undefined;
  readonly reportedRoots?: ReportedRoots;
}

/** The client of a server handle, with the options that it declares and the listeners behind it. */
export class DeclaredClient implements ServerClient, Disposable {
  readonly #idleMinutes = signal<number | undefined>(undefined);
  readonly #roots = signal<readonly Root[] | undefined>(undefined);
  readonly #requirements = signal<ReadonlyMap<ServerListener, Requirements>>(new Map());
  readonly #gone = new AbortController();

  readonly watched = computed(() => union(this.#all(({ watched }) => watched ?? nothing)));
  readonly logLevel = computed(() => mostVerbose(this.#all(({ logLevel }) => logLevel)));
  readonly reportedRoots = computed(() =>
    this.#roots.value ? lastReported(this.#all(({ reportedRoots }) => reportedRoots)) : undefined,
  );

  constructor(
    /** The id of the server at the client. */
    private readonly id: string,
    private readonly client: HandleClient,
  ) {}

  get idleMinutes(): ReadonlySignal<number | undefined> {
    return this.#idleMinutes;
  }
  get roots(): ReadonlySignal<readonly Root[] | undefined> {
    return this.#roots;
  }
  get answers(): ReadonlySet<QuestionMethod> {
    return this.client.answers;
  }
  get activity(): Activity {
    return this.client.activity;
  }
  /** Aborted when it is disposed of. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Takes the options that the client has declared last. */
  declare({ autostart, idleShutdownMinutes, roots }: ServerOptions): void {
    // A server that only a person may start would not come back with the next call.
    this.#idleMinutes.value = autostart === 'never' ? undefined : idleShutdownMinutes;
    this.#roots.value = roots;
  }

  listen(): ServerListener {
    const change = (requirements: Requirements): void => {
      const before = this.#requirements.peek();
      this.#requirements.value = new Map(before).set(listener, {
        ...before.get(listener),
        ...requirements,
      });
    };
    const listener: ServerListener = {
      watchResources: (watched) => change({ watched }),
      setLogLevel: (logLevel) => change({ logLevel }),
      reportRoots: (reportedRoots) => change({ reportedRoots }),
      dispose: () => {
        const others = new Map(this.#requirements.peek());
        if (others.delete(listener)) this.#requirements.value = others;
      },
    };
    return listener;
  }

  /**
   * Answers a request of the server as far as its client can. No other client is asked in its place, because a call's
   * questions are for its own client alone. `callId`: the call of the client that the request belongs to.
   */
  async answer(question: Question, signal: AbortSignal, callId?: string): Promise<McpObject> {
    const { method } = question;
    if (method === 'roots/list') return { roots: this.#roots.peek() ?? [] };
    if (!this.answers.has(method)) return unanswered(method);
    const request = { id: this.id, question, ...(callId !== undefined && { callId }) };
    try {
      return await this.client.answer(request, AbortSignal.any([signal, this.gone]));
    } catch (error) {
      signal.throwIfAborted();
      const isGone = error instanceof UserError && error.code === 'hostGone';
      if (this.gone.aborted || isGone) return unanswered(method);
      throw error;
    }
  }

  /** Takes back open requests and all requirements. */
  dispose(): void {
    this.#gone.abort();
    this.#requirements.value = new Map();
  }

  #all<T>(of: (requirements: Requirements) => T): T[] {
    return Array.from(this.#requirements.value.values(), of);
  }
}

/** The supervisor's part in serving the clients. */
interface ServerClientsOwner {
  /** The client that itself made all open calls; absent where there are others, or no call. */
  caller(): ServerClient | undefined;
  /** Takes the error of a requirement that the server did not grant. */
  failed(error: unknown): void;
}

/**
 * All clients of a server as the server sees them: one client with their capabilities, answers and requirements
 * together. The requirements are declared folders, watched resources and the log level. Each connection gets them
 * anew, because a restarted server knows none of them.
 */
export class ServerClients {
  readonly #asksRoots: Signal<boolean>;
  readonly #watched = computed(() => union(this.#all(({ watched }) => watched.value)));
  readonly #logLevel = computed(() => mostVerbose(this.#all(({ logLevel }) => logLevel.value)));
  readonly #declared = computed(() => unionOfRoots(this.#all(({ roots }) => roots.value)));
  readonly #reported = computed(() =>
    lastReported(this.#all(({ reportedRoots }) => reportedRoots.value)),
  );
  readonly #roots = computed(
    () => this.#declared.value && (this.#reported.value?.roots ?? this.#declared.value),
  );

  constructor(
    private readonly clients: ReadonlySignal<ReadonlySet<ServerClient>>,
    asksRoots: boolean,
    private readonly owner: ServerClientsOwner,
  ) {
    this.#asksRoots = signal(asksRoots);
  }

  /** True once the server has requested the folders. */
  get asksRoots(): ReadonlySignal<boolean> {
    return this.#asksRoots;
  }

  /** The capabilities of a connection that comes up now, and the answers to requests that belong to no call. */
  features(): ClientFeatures {
    const answers = union(this.#all((client) => client.answers));
    const capabilities: McpObject = {
      ...(this.#roots.peek() && { roots: { listChanged: true } }),
      ...(answers.has('elicitation/create') && { elicitation: { form: {}, url: {} } }),
      ...(answers.has('sampling/createMessage') && { sampling: { tools: {} } }),
    };
    return { capabilities, answer: (question, context) => this.#answer(question, context) };
  }

  /** Notes a request, whichever client answers it. */
  noteRequest({ method }: Question): void {
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
        if (!store.disposed) this.owner.failed(error);
      });
    };
    const sendChanges = <T>(
      required: ReadonlySignal<T>,
      first: T,
      command: (value: T) => Promise<void>,
    ) => {
      let before = first;
      store.add(
        effect(() => {
          const value = required.value;
          if (value !== before) send(() => command(value));
          before = value;
        }),
      );
    };
    if (capabilities['logging']) {
      sendChanges(this.#logLevel, undefined, (level) => connection.setLogLevel(level));
    }
    if (capabilities['resources']) {
      const watched = computed(() =>
        this.#watched.value.size > 0 ? this.#watched.value : nothing,
      );
      sendChanges(watched, nothing, (uris) => connection.watchResources(uris));
    }
    if (declared['roots']) {
      const key = computed(() => rootsKey(this.#roots.value));
      sendChanges(key, key.peek(), () => connection.notify('notifications/roots/list_changed'));
    }
    return store;
  }

  /**
   * Answers a request that belongs to no known call. Folders come from the declarations. Any other request goes to
   * the client that made all open calls, else to the last active one. A request for a model is refused where it may
   * be for one client or another.
   */
  async #answer(
    question: Question,
    { signal: withdrawn, ambiguous }: Parameters<ClientFeatures['answer']>[1],
  ): Promise<McpObject> {
    this.noteRequest(question);
    const { method } = question;
    if (method === 'roots/list') return { roots: this.#roots.peek() ?? [] };
    const caller = this.owner.caller();
    if (method === 'sampling/createMessage' && ambiguous && !caller) {
      throw questionRefused('rejected', 'It is not clear for whom this is asked');
    }
    const client = caller ?? this.#lastActive(method);
    return client ? client.answer(question, withdrawn) : unanswered(method);
  }

  /** The client that can answer and that a person used last; failing that, the one with the last request. */
  #lastActive(method: Question['method']): ServerClient | undefined {
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

const nothing: ReadonlySet<string> = new Set();

function union<T>(sets: Iterable<ReadonlySet<T>>): ReadonlySet<T> {
  const all = new Set<T>();
  for (const set of sets) for (const item of set) all.add(item);
  return all;
}

/** The least severe of the levels that are named: clients that want less leave the rest out. */
function mostVerbose(levels: Iterable<LogLevel | undefined>): LogLevel | undefined {
  const named = new Set(levels);
  return logLevelSchema.options.find((level) => named.has(level));
}

function lastReported(all: Iterable<ReportedRoots | undefined>): ReportedRoots | undefined {
  let last: ReportedRoots | undefined;
  for (const one of all) if (one && one.at >= (last?.at ?? 0)) last = one;
  return last;
}

/** The folders of all clients that name some, each once; `undefined` if no client names any. */
export function unionOfRoots(
  all: Iterable<readonly Root[] | undefined>,
): readonly Root[] | undefined {
  const named = [...all].filter((roots) => roots !== undefined);
  if (named.length === 0) return undefined;
  const byUri = new Map(named.flat().map((root) => [root.uri, root]));
  return [...byUri.values()];
}

/** Equal for the same folders, whatever their order. */
export function rootsKey(roots: readonly Root[] | undefined): string | undefined {
  return roots && canonicalJson(roots.map(({ uri }) => uri).toSorted());
}
