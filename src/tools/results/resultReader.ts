import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { Sequencer } from '../../base/sequencer';
import type { Expectation } from '../../config/serverTests';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import type { FailedExpectation } from '../../ipc/serverTests';
import type { McpObject } from '../../ipc/state';
import type { FilePreview, ReaderAnswer, ReaderRequest } from './readerThread';

/** Time limits of a request, because some expressions and paths never end. */
const timeoutMs = { preview: 30_000, read: 5_000, compare: 30_000 } as const;
/** Milliseconds without a request after which the thread ends. */
const idleTimeMs = 60_000;
/** Megabytes that the thread may use. */
const mostMemory = 1_024;

/**
 * Reads results in a thread, because long ones would hold up the host, and because only hosts that store results or run
 * tests need JSONPath. A request that takes too long, such as an endless expression, is ended with the thread. Requests
 * wait for each other.
 */
export class ResultReader implements Disposable {
  readonly #turns = new Sequencer();
  readonly #closed = new AbortController();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `program` gives the text of `dist/readerThread.js`: an update may remove the file. */
  constructor(private readonly program: () => Promise<string>) {}

  /** Previews a text in a file. @throws UserError `readTooLong`. */
  preview(file: string, signal: AbortSignal): Promise<FilePreview> {
    return this.#request<FilePreview>({ kind: 'preview', file }, signal);
  }

  /** Reads a part of a text in a file, see `readPart`. @throws UserError as that, and `readTooLong`. */
  read(file: string, part: ResultPart, most: number, signal: AbortSignal): Promise<ReadPart> {
    return this.#request<ReadPart>({ kind: 'read', file, part, most }, signal);
  }

  /** The expectations that a result does not meet, see `failedExpectations`. @throws UserError `readTooLong`. */
  compare(
    result: McpObject,
    expect: Expectation,
    signal: AbortSignal,
  ): Promise<readonly FailedExpectation[]> {
    return this.#request({ kind: 'compare', result, expect }, signal);
  }

  dispose(): void {
    clearTimeout(this.#idle);
    this.#closed.abort();
    this.#end();
  }

  #request<T>(request: ReaderRequest, signal: AbortSignal): Promise<T> {
    return this.#turns.run(async () => {
      clearTimeout(this.#idle);
      const wanted = AbortSignal.any([signal, this.#closed.signal]);
      const worker = await this.#start(wanted);
      const answer = await this.#answer<T>(worker, request, wanted);
      this.#idle = setTimeout(() => this.#end(), idleTimeMs).unref();
      if ('failed' in answer) throw UserError.from(answer.failed);
      return answer.value;
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

  async #answer<T>(
    worker: Worker,
    request: ReaderRequest,
    signal: AbortSignal,
  ): Promise<ReaderAnswer<T>> {
    const milliseconds = timeoutMs[request.kind];
    const late = AbortSignal.timeout(milliseconds);
    // An open request keeps the process alive, an idle thread does not.
    worker.ref();
    try {
      worker.postMessage(request);
      const [answer] = (await once(worker, 'message', {
        signal: AbortSignal.any([signal, late]),
      })) as [ReaderAnswer<T>];
      return answer;
    } catch (error) {
      // A running expression can only be ended with its thread.
      this.#end();
      signal.throwIfAborted();
      const { code } = error as NodeJS.ErrnoException;
      if (!late.aborted && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new UserError('readTooLong', { seconds: milliseconds / 1_000 }, { cause: error });
    } finally {
      worker.unref();
    }
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
