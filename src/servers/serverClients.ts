import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Sequencer } from '../base/sequencer';
import type { ClientFeatures, Connection } from '../connection/connection';
import { questionRefused, unanswered, type Question } from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import type { ServerUser } from './serverUser';
import { joined, joinedRoots, lastMoved, mostVerbose, rootsKey } from './mergeRequirements';

/** What there is to know of the calls that are open. */
interface ServerClientsPorts {
  /** The user who itself made all open calls; absent where there are others, or no call. */
  caller(): ServerUser | undefined;
  /** A requirement that the server did not grant. */
  failed(error: unknown): void;
}

/**
 * All who use a server, as the server sees them: what they can do for it, who answers what it asks, and
 * what they want of it while it runs.
 */
export class ServerClients {
  readonly #asksRoots: Signal<boolean>;
  readonly #watched = computed(() => joined(this.#all(({ watched }) => watched.value)));
  readonly #logLevel = computed(() => mostVerbose(this.#all(({ logLevel }) => logLevel.value)));
  readonly #declared = computed(() => joinedRoots(this.#all(({ roots }) => roots.value)));
  readonly #moved = computed(() => lastMoved(this.#all(({ moved }) => moved.value)));
  readonly #roots = computed(
    () => this.#declared.value && (this.#moved.value?.roots ?? this.#declared.value),
  );

  constructor(
    private readonly users: ReadonlySignal<ReadonlySet<ServerUser>>,
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
    const answers = joined(this.#all((user) => user.answers));
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
  #lastActive(method: Question['method']): ServerUser | undefined {
    return [...this.users.peek()]
      .filter(({ answers }) => answers.has(method))
      .toSorted(
        ({ activity: a }, { activity: b }) => b.focus - a.focus || b.request - a.request,
      )[0];
  }

  #all<T>(of: (user: ServerUser) => T): T[] {
    return Array.from(this.users.value, of);
  }
}

const nothing: ReadonlySet<string> = new Set();
