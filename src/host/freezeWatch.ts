import { Worker } from 'node:worker_threads';
import type { Disposable } from '../base/disposable';
import { identityOf } from '../base/processIdentity';
import {
  type ServerQuarantine,
  type Quarantine,
  writeQuarantineRecord,
} from '../servers/quarantine';
import { WorkSlot } from './workSlot';
import { workOf, workText, type FreezeThreadData } from './freezeThread';

/** The form of the protocol's methods; others are not recorded. */
const methodShape = /^[\w$/.-]{1,100}$/;
/** Heap of the thread in megabytes. */
const mostMemory = 16;

/**
 * Records whose message the host works on, and finds a turn of work that does not end. The record is in shared
 * memory, written in less than a microsecond before a message is parsed. A thread watches it, because the watchdog is
 * a waiting shell without access to this memory. A host that is blocked without such work is not found; no message of
 * a server does that. The thread starts with the first server.
 */
export class FreezeWatch implements Disposable {
  readonly #slot = new WorkSlot();
  readonly #host = identityOf(process.pid);
  #worker: Worker | undefined;
  #disposed = false;

  constructor(
    private readonly quarantine: Quarantine,
    /** Gives the text of `dist/freezeThread.js`, because an update may remove the file. */
    private readonly program: () => Promise<string>,
    /** True if a frozen host is ended. */
    private readonly ends: boolean,
  ) {}

  /** The quarantine of the server with this launch. */
  quarantineOf(launch: string): ServerQuarantine {
    // The host works without the thread, too.
    this.#start().catch(() => undefined);
    const { quarantine } = this;
    const key = quarantine.keyOf(launch);
    return {
      noteWork: (bytes, method = '') =>
        this.#slot.noteWork(workText(key, bytes, methodShape.test(method) ? method : '')),
      get reason() {
        return quarantine.reasonOf(key);
      },
      lift: () => quarantine.lift(key),
    };
  }

  /** Blames the server that is worked on for an exception that ends the host. */
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
    const program = await this.program();
    if (this.#worker || this.#disposed) return;
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
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
  }
}
