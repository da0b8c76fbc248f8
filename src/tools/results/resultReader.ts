import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { Sequencer } from '../../base/sequencer';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import type { ResultPreview } from './resultPreview';
import type { ReaderAnswer, ReaderRequest } from './readerThread';

/** Time limits of a request, because some expressions and paths never end. */
const timeoutMs = { look: 30_000, read: 5_000 } as const;
/** Milliseconds without a request after which the thread ends. */
const idleTime = 60_000;
/** Megabytes that the thread may use. */
const mostMemory = 1_024;

/**
 * Reads stored results in a thread, because long results would hold up the host. A request that takes too long, such as
 * an endless expression, is ended with the thread.
 */
export class ResultReader implements Disposable {
  readonly #turns = new Sequencer();
  readonly #closed = new AbortController();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `program` gives the text of `dist/resultReader.js`: an update may remove the file. */
  constructor(private readonly program: () => Promise<string>) {}

  /**
   * Previews a text in a file; `bytes` is the size of a more readable draft. @throws UserError `readTooLong`.
   */
  async preview(
    file: string,
    signal: AbortSignal,
  ): Promise<{ facts: ResultPreview; bytes?: number }> {
    const answer = await this.#ask({ kind: 'look', file }, signal);
    if (answer.kind !== 'looked') throw new Error(`${answer.kind} is no look`);
    return answer;
  }

  /** Reads a part of a text in a file, see `readPart`. @throws UserError as that, and `readTooLong`. */
  async read(file: string, part: ResultPart, most: number, signal: AbortSignal): Promise<ReadPart> {
    const answer = await this.#ask({ kind: 'read', file, part, most }, signal);
    if (answer.kind !== 'read') throw new Error(`${answer.kind} is no part`);
    return answer.part;
  }

  dispose(): void {
    clearTimeout(this.#idle);
    this.#closed.abort();
    this.#end();
  }

  #ask(question: ReaderRequest, signal: AbortSignal): Promise<ReaderAnswer> {
    return this.#turns.run(async () => {
      clearTimeout(this.#idle);
      const wanted = AbortSignal.any([signal, this.#closed.signal]);
      const worker = await this.#start(wanted);
      const answer = await this.#answer(worker, question, wanted);
      this.#idle = setTimeout(() => this.#end(), idleTime).unref();
      if (answer.kind === 'failed') throw UserError.from(answer.reason);
      return answer;
    });
  }

  async #start(signal: AbortSignal): Promise<Worker> {
    const program = await this.program();
    signal.throwIfAborted();
    this.#worker ??= this.#begin(program);
    return this.#worker;
  }

  #begin(program: string): Worker {
    const worker = new Worker(program, {
      eval: true,
      env: {},
      execArgv: [],
      name: 'results',
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    // The thread may run out of memory after its request was given up.
    worker.on('error', () => {
      if (this.#worker === worker) this.#end();
    });
    worker.unref();
    return worker;
  }

  async #answer(
    worker: Worker,
    question: ReaderRequest,
    signal: AbortSignal,
  ): Promise<ReaderAnswer> {
    const milliseconds = timeoutMs[question.kind];
    const givenUp = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    try {
      const answered = once(worker, 'message', { signal: givenUp });
      worker.postMessage(question);
      const [answer] = (await answered) as [ReaderAnswer];
      return answer;
    } catch (error) {
      // A running expression can only be ended with its thread.
      this.#end();
      signal.throwIfAborted();
      throw new UserError('readTooLong', { seconds: milliseconds / 1_000 }, { cause: error });
    }
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
