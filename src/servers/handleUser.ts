import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { unanswered, type Question, type QuestionMethod, type Root } from '../ipc/questions';
import type { LogLevel, ServerOptions } from '../ipc/requests';
import type { McpObject } from '../ipc/state';
import type { Activity, Moved, HandleClient, ServerListener, ServerUser } from './serverUser';
import { joined, lastMoved, mostVerbose } from './mergeRequirements';

interface Requirements {
  readonly watched?: ReadonlySet<string>;
  readonly logLevel?: LogLevel | undefined;
  readonly moved?: Moved;
}

/** A server handle as its server sees it: what is declared, who listens, and the client that can be asked. */
export class HandleUser implements ServerUser, Disposable {
  readonly #idleMinutes = signal<number | undefined>(undefined);
  readonly #roots = signal<readonly Root[] | undefined>(undefined);
  readonly #requirements = signal<ReadonlyMap<ServerListener, Requirements>>(new Map());
  readonly #ending = new AbortController();

  readonly watched: ReadonlySignal<ReadonlySet<string>> = computed(() =>
    joined(this.#named(({ watched }) => watched ?? new Set())),
  );
  readonly logLevel: ReadonlySignal<LogLevel | undefined> = computed(() =>
    mostVerbose(this.#named(({ logLevel }) => logLevel)),
  );
  readonly moved: ReadonlySignal<Moved | undefined> = computed(() =>
    this.#roots.value ? lastMoved(this.#named(({ moved }) => moved)) : undefined,
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
      moveTo: (moved) => change({ moved }),
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
