import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import { raceAbort } from '../../base/abort';

/** A request to the worker for the tokens of each text. */
export interface TokenRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** The tokens of each text. */
export interface TokenAnswer {
  readonly id: number;
  readonly counts: readonly number[];
}

/** Milliseconds without work after which the worker ends; its tables take 90 MB. */
const defaultIdle = 5_000;

/** Texts per message. Small batches let later requests in early, and an aborted one wastes little. */
const batchSize = 100;

/**
 * Counts tokens in a worker, because counting would block the window. The worker's own bundle contains the tables. It
 * starts with the first text and ends when idle.
 */
export class TokenCounter implements Disposable {
  readonly #waiting = new Map<number, (counts: readonly number[] | undefined) => void>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #ended = false;

  constructor(
    /** The worker's bundle, an absolute path. */
    private readonly script: string,
    private readonly idle = defaultIdle,
  ) {}

  /**
   * The tokens of each text by o200k, the encoding of OpenAI's models since GPT-4o. Other models differ by some
   * percent. `undefined` if this editor runs no workers, now and later. Rejects when `signal` aborts.
   */
  async count(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    const counts: number[] = [];
    for (let at = 0; at < texts.length; at += batchSize) {
      signal.throwIfAborted();
      const some = await raceAbort(this.#ask(texts.slice(at, at + batchSize)), signal);
      if (!some) return undefined;
      counts.push(...some);
    }
    return counts;
  }

  /** Ends counting. */
  dispose(): void {
    this.#end();
  }

  #ask(texts: readonly string[]): Promise<readonly number[] | undefined> {
    const worker = this.#ended ? undefined : (this.#worker ??= this.#begin());
    if (!worker) return Promise.resolve(undefined);
    clearTimeout(this.#idle);
    this.#lastId += 1;
    const request: TokenRequest = { id: this.#lastId, texts };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      worker.postMessage(request);
    });
  }

  #begin(): Worker | undefined {
    try {
      const worker = new Worker(this.script);
      worker.on('message', (answer: TokenAnswer) => this.#answered(answer));
      worker.on('error', () => this.#end());
      // A worker that was terminated is not the current one.
      worker.on('exit', () => worker === this.#worker && this.#end());
      return worker;
    } catch {
      this.#ended = true;
      return undefined;
    }
  }

  #answered({ id, counts }: TokenAnswer): void {
    this.#waiting.get(id)?.(counts);
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.#rest(), this.idle);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #end(): void {
    this.#ended = true;
    this.#rest();
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}
