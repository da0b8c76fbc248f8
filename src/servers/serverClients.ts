import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Sequencer } from '../base/sequencer';
import type { ClientFeatures, Connection } from '../connection/connection';
import {
  questionRefused,
  unanswered,
  type Question,
  type AnswerQuestion,
  type QuestionMethod,
  type Root,
} from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import type { LaunchAnswer } from '../ipc/launch';
import { type LogLevel, type ServerOptions, logLevelSchema } from '../ipc/requests';
import { UserError } from '../base/errors';
import { canonicalJson } from '../base/json';

/** When a client was used, by `performance.now()`; 0: never. */
export interface Activity {
  /** A person came to it. */
  readonly focus: number;
  /** It asked for something. */
  readonly request: number;
}

/** A question as it is put to a client. */
export interface ClientQuestion {
  /** Of the server that asks. */
  readonly id: string;
  readonly question: Question;
  /** The call of this client that it belongs to. */
  readonly callId?: string | undefined;
}

/** The window or terminal behind a server handle. */
export interface HandleClient {
  /** What it can answer. */
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  /** Leads its person through a sign-in at one of its servers; absent where it cannot. */
  signIn?(id: string): SignInPrompt | undefined;
  /** How one of its servers is reached. */
  resolveLaunch(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer>;
  /** @throws UserError `questionRefused`; `hostGone` where the client is no more. */
  answer(question: ClientQuestion, signal: AbortSignal): Promise<McpObject>;
}

/** Other folders than those of the window, which a client has told of. */
export interface ReportedRoots {
  readonly roots: readonly Root[];
  /** When it did, by `performance.now()`. */
  readonly at: number;
}

/** Who uses a server: what it wants of it while it runs, and what it can do for it. */
export interface ServerClient {
  /** Minutes without a call after which the server may end as far as this user goes; absent: it stays. */
  readonly idleMinutes: ReadonlySignal<number | undefined>;
  /** The folders that the server may know of; absent: not even that there could be any. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  /** What one of those behind it has told of last in place of these. */
  readonly reportedRoots: ReadonlySignal<ReportedRoots | undefined>;
  /** The resources whose changes it wants to hear of. */
  readonly watched: ReadonlySignal<ReadonlySet<string>>;
  /** How much the server is to log; absent: whatever it likes. */
  readonly logLevel: ReadonlySignal<LogLevel | undefined>;
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  readonly answer: AnswerQuestion;
}

/**
 * One of those behind a server handle who listen to its server: the client itself, or a session of the gateway.
 * What they want is joined and counts whenever the server runs, until they are disposed of.
 */
export interface ServerListener extends Disposable {
  /** The resources whose changes are told, in place of those that were named before. */
  watchResources(uris: ReadonlySet<string>): void;
  /** How much is to be logged; the most verbose of all wins. */
  setLogLevel(level: LogLevel | undefined): void;
  /** The folders that the server is to know of where it may know of any; who moved last counts. */
  reportRoots(moved: ReportedRoots): void;
}

/** What there is to know of the calls that are open. */
interface ServerClientsPorts {
  /** The user who itself made all open calls; absent where there are others, or no call. */
  caller(): ServerClient | undefined;
  /** A requirement that the server did not grant. */
  failed(error: unknown): void;
}

/**
 * All who use a server, as the server sees them: what they can do for it, who answers what it asks, and
 * what they want of it while it runs.
 */
export class ServerClients {
  readonly #asksRoots: Signal<boolean>;
  readonly #watched = computed(() => union(this.#all(({ watched }) => watched.value)));
  readonly #logLevel = computed(() => mostVerbose(this.#all(({ logLevel }) => logLevel.value)));
  readonly #declared = computed(() => unionOfRoots(this.#all(({ roots }) => roots.value)));
  readonly #moved = computed(() =>
    lastReported(this.#all(({ reportedRoots: moved }) => moved.value)),
  );
  readonly #roots = computed(
    () => this.#declared.value && (this.#moved.value?.roots ?? this.#declared.value),
  );

  constructor(
    private readonly users: ReadonlySignal<ReadonlySet<ServerClient>>,
    asksRoots: boolean,
    private readonly ports: ServerClientsPorts,
  ) {
    this.#asksRoots = signal(asksRoots);
  }

  /** Whether the server has ever asked for the folders. */
  get asksRoots(): ReadonlySignal<boolean> {
    return this.#asksRoots;
  }

  /** What a connection that comes up now may say of us, and who answers what belongs to no call. */
  features(): ClientFeatures {
    const answers = union(this.#all((user) => user.answers));
    const capabilities: McpObject = {
      ...(this.#roots.peek() && { roots: { listChanged: true } }),
      ...(answers.has('elicitation/create') && { elicitation: { form: {}, url: {} } }),
      ...(answers.has('sampling/createMessage') && { sampling: { tools: {} } }),
    };
    return { capabilities, answer: (question, context) => this.#answer(question, context) };
  }

  /** Takes note of a question, whoever answers it. */
  asked({ method }: Question): void {
    if (method === 'roots/list') this.#asksRoots.value = true;
  }

  /** Tells a server that is up what its users want of it, now and whenever that changes. */
  follow(connection: Connection, { capabilities: declared }: ClientFeatures): Disposable {
    const store = new DisposableStore();
    const commands = new Sequencer();
    const { capabilities } = connection.handshake;
    const send = (command: () => Promise<void>): void => {
      const run = async (): Promise<void> => (store.disposed ? undefined : command());
      void commands.run(run).catch((error: unknown) => {
        if (!store.disposed) this.ports.failed(error);
      });
    };
    const changes = <T>(wanted: ReadonlySignal<T>, first: T, tell: (value: T) => Promise<void>) => {
      let before = first;
      store.add(
        effect(() => {
          const value = wanted.value;
          if (value !== before) send(() => tell(value));
          before = value;
        }),
      );
    };
    if (capabilities['logging']) {
      changes(this.#logLevel, undefined, (level) => connection.setLogLevel(level));
    }
    if (capabilities['resources']) {
      const watched = computed(() =>
        this.#watched.value.size > 0 ? this.#watched.value : nothing,
      );
      changes(watched, nothing, (uris) => connection.watchResources(uris));
    }
    if (declared['roots']) {
      const key = computed(() => rootsKey(this.#roots.value));
      changes(key, key.peek(), () => connection.notify('notifications/roots/list_changed'));
    }
    return store;
  }

  async #answer(
    question: Question,
    { signal: withdrawn, ambiguous }: Parameters<ClientFeatures['answer']>[1],
  ): Promise<McpObject> {
    this.asked(question);
    const { method } = question;
    if (method === 'roots/list') return { roots: this.#roots.peek() ?? [] };
    const caller = this.ports.caller();
    if (method === 'sampling/createMessage' && ambiguous && !caller) {
      throw questionRefused('rejected', 'It is not clear for whom this is asked');
    }
    const user = caller ?? this.#lastActive(method);
    return user ? user.answer(question, withdrawn) : unanswered(method);
  }

  /** Of those who can answer: where a person came last, else whose client asked for something last. */
  #lastActive(method: Question['method']): ServerClient | undefined {
    return [...this.users.peek()]
      .filter(({ answers }) => answers.has(method))
      .toSorted(
        ({ activity: a }, { activity: b }) => b.focus - a.focus || b.request - a.request,
      )[0];
  }

  #all<T>(of: (user: ServerClient) => T): T[] {
    return Array.from(this.users.value, of);
  }
}

const nothing: ReadonlySet<string> = new Set();

interface Requirements {
  readonly watched?: ReadonlySet<string>;
  readonly logLevel?: LogLevel | undefined;
  readonly moved?: ReportedRoots;
}

/** A server handle as its server sees it: what is declared, who listens, and the client that can be asked. */
export class DeclaredClient implements ServerClient, Disposable {
  readonly #idleMinutes = signal<number | undefined>(undefined);
  readonly #roots = signal<readonly Root[] | undefined>(undefined);
  readonly #requirements = signal<ReadonlyMap<ServerListener, Requirements>>(new Map());
  readonly #ending = new AbortController();

  readonly watched: ReadonlySignal<ReadonlySet<string>> = computed(() =>
    union(this.#named(({ watched }) => watched ?? new Set())),
  );
  readonly logLevel: ReadonlySignal<LogLevel | undefined> = computed(() =>
    mostVerbose(this.#named(({ logLevel }) => logLevel)),
  );
  readonly reportedRoots: ReadonlySignal<ReportedRoots | undefined> = computed(() =>
    this.#roots.value ? lastReported(this.#named(({ moved }) => moved)) : undefined,
  );

  constructor(
    /** Of the server, as the client knows it. */
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
    return this.#ending.signal;
  }

  /** Takes what the client has declared last. */
  declare({ autostart, idleShutdownMinutes, roots }: ServerOptions): void {
    // What only a person may start would not come back with the next call.
    this.#idleMinutes.value = autostart === 'never' ? undefined : idleShutdownMinutes;
    this.#roots.value = roots;
  }

  /** See {@link ServerListener}. */
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
      reportRoots: (moved) => change({ moved }),
      dispose: () => {
        const others = new Map(this.#requirements.peek());
        if (others.delete(listener)) this.#requirements.value = others;
      },
    };
    return listener;
  }

  /**
   * Answers a question of the server as far as its client can; nobody else is asked in its place.
   * `callId`: the call of the client that it belongs to.
   */
  async answer(question: Question, signal: AbortSignal, callId?: string): Promise<McpObject> {
    const { method } = question;
    if (method === 'roots/list') return { roots: this.#roots.peek() ?? [] };
    if (!this.answers.has(method)) return unanswered(method);
    const asked = { id: this.id, question, ...(callId !== undefined && { callId }) };
    try {
      return await this.client.answer(asked, AbortSignal.any([signal, this.#ending.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (this.#ending.signal.aborted || isGone(error)) return unanswered(method);
      throw error;
    }
  }

  /** Takes back what is being asked; nothing is wanted any more. */
  dispose(): void {
    this.#ending.abort();
    this.#requirements.value = new Map();
  }

  #named<T>(of: (requirements: Requirements) => T): T[] {
    return Array.from(this.#requirements.value.values(), of);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof UserError && error.code === 'hostGone';
}

/** What is in one or another of the sets. */
function union<T>(sets: Iterable<ReadonlySet<T>>): ReadonlySet<T> {
  const all = new Set<T>();
  for (const set of sets) for (const item of set) all.add(item);
  return all;
}

/** The least severe of the levels that are named: whoever wants less leaves the rest out. */
function mostVerbose(levels: Iterable<LogLevel | undefined>): LogLevel | undefined {
  const named = new Set(levels);
  return logLevelSchema.options.find((level) => named.has(level));
}

/** Who moved last. */
function lastReported(all: Iterable<ReportedRoots | undefined>): ReportedRoots | undefined {
  let last: ReportedRoots | undefined;
  for (const moved of all) if (moved && moved.at >= (last?.at ?? 0)) last = moved;
  return last;
}

/** The folders of all who name some, each once; `undefined` where nobody does. */
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
