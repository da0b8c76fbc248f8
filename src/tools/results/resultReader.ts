import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { Sequencer } from '../../base/sequencer';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import type { ResultFacts } from './lookAtResult';
import type { ReaderAnswer, ReaderQuestion } from './readerThread';

/** Milliseconds that a question may take: some expressions and paths take for ever. */
const patience = { look: 30_000, read: 5_000 } as const;
/** Milliseconds without a question after which the thread ends, and what it has open with it. */
const idleTime = 60_000;
/** Megabytes of values that it may hold. */
const mostMemory = 1_024;

/**
 * Reads kept results in a thread of its own: neither a long result nor an endless expression keeps the host from
 * its work, and what takes too long is ended.
 */
export class ResultReader implements Disposable {
  readonly #turns = new Sequencer();
  readonly #closed = new AbortController();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `program` gives the text of `dist/resultReader.js`: an update may remove the file. */
  constructor(private readonly program: () => Promise<string>) {}

  /**
   * What there is to tell of a text in a file; `bytes`: of a draft that is better to read. @throws UserError
   * `readTooLong`.
   */
  async look(file: string, signal: AbortSignal): Promise<{ facts: ResultFacts; bytes?: number }> {
    const answer = await this.#ask({ kind: 'look', file }, signal);
    if (answer.kind !== 'looked') throw new Error(`${answer.kind} is no look`);
    return answer;
  }

  /** A part of a text in a file, see `readPart`. @throws UserError as that, and `readTooLong`. */
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

  #ask(question: ReaderQuestion, signal: AbortSignal): Promise<ReaderAnswer> {
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
    // It may run out of memory when nobody waits for it any more.
    worker.on('error', () => {
      if (this.#worker === worker) this.#end();
    });
    worker.unref();
    return worker;
  }

  async #answer(
    worker: Worker,
    question: ReaderQuestion,
    signal: AbortSignal,
  ): Promise<ReaderAnswer> {
    const milliseconds = patience[question.kind];
    const givenUp = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    try {
      const answered = once(worker, 'message', { signal: givenUp });
      worker.postMessage(question);
      const [answer] = (await answered) as [ReaderAnswer];
      return answer;
    } catch (error) {
      // Whatever it is at cannot be taken back.
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
