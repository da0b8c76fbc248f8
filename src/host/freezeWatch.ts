import { Worker } from 'node:worker_threads';
import type { Disposable } from '../base/disposable';
import { identityOf } from '../base/processIdentity';
import { WorkSlot } from './workSlot';
import {
  type ServerQuarantine,
  type Quarantine,
  writeQuarantineRecord,
} from '../servers/quarantine';
import { workOf, workText, type FreezeThreadData } from './freezeThread';

/** The form of the protocol's methods; others are not recorded. */
const methodShape = /^[\w$/.-]{1,100}$/;
/** Heap of the thread in megabytes. */
const mostMemory = 16;

/**
 * Knows whose bytes the host works on. A thread beside it sees that a turn of work does not end: then it keeps in
 * the quarantine whose it was, and ends the host where that may be. It begins with the first server.
 */
export class FreezeWatch implements Disposable {
  readonly #slot = new WorkSlot();
  readonly #host = identityOf(process.pid);
  #worker: Worker | undefined;
  #disposed = false;

  constructor(
    private readonly quarantine: Quarantine,
    /** Gives the text of `dist/freezeThread.js`: an update may remove the file. */
    private readonly program: () => Promise<string>,
    /** True if a frozen host is ended. */
    private readonly ends: boolean,
  ) {}

  /** Of the server that is launched like this. */
  quarantineOf(launch: string): ServerQuarantine {
    void this.#start();
    const { quarantine } = this;
    const key = quarantine.keyOf(launch);
    return {
      noteWork: (bytes, method = '') =>
        this.#slot.note(workText(key, bytes, methodShape.test(method) ? method : '')),
      get reason() {
        return quarantine.reasonOf(key);
      },
      lift: () => quarantine.lift(key),
    };
  }

  /** The host ends by an exception: whoever is worked on is answerable for it. */
  crashed(): void {
    const work = workOf(this.#slot.text);
    if (!work) return;
    const { key, ...message } = work;
    writeQuarantineRecord(this.quarantine.folder, key, {
      kind: 'crashed',
      host: this.#host,
      ...message,
    });
  }

  dispose(): void {
    this.#disposed = true;
    void this.#worker?.terminate();
  }

  async #start(): Promise<void> {
    const program = await this.program().catch(() => undefined);
    if (program === undefined || this.#worker || this.#disposed) return;
    const { memory } = this.#slot;
    const { folder } = this.quarantine;
    const workerData: FreezeThreadData = { memory, folder, host: this.#host, ends: this.ends };
    this.#worker = new Worker(program, {
      eval: true,
      workerData,
      env: {},
      execArgv: [],
      name: 'freezes',
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    // Without it the host does its work all the same.
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
  }
}
