import type { Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import { hasHeir, reaches } from '../base/processIdentity';
import { Ledger } from './ledger';
import type { Ended } from './orphans';
import type { RegisteredProcess, ProcessRegistry } from './processRegistry';
import { reapFolder } from './reaper';
import { Watchdog } from './watchdog';

/**
 * Ensures that no server outlives its host. A ledger records the processes, and a watchdog ends them if this process
 * is killed. The next host does so if the watchdog was killed as well.
 */
export class Recovery implements ProcessRegistry, Disposable {
  readonly #ledger: Ledger;
  readonly #watchdog: Watchdog;
  #reaped: Promise<Ended | undefined> | undefined;

  /** `folder` must be private to the user; `watchdog` is the path of `dist/watchdog.js`. */
  constructor(
    private readonly folder: string,
    watchdog: string,
    private readonly onProblem: (reason: Reason) => void,
  ) {
    this.#ledger = new Ledger(folder, onProblem);
    const target = { owner: this.#ledger.owner, ledger: this.#ledger.file };
    this.#watchdog = new Watchdog(target, watchdog, onProblem);
  }

  /** Ends the orphans of earlier hosts, once; see {@link reapFolder}. Never rejects. */
  reaped(): Promise<Ended | undefined> {
    this.#reaped ??= reapFolder(this.folder).catch((error: unknown) => {
      this.onProblem({ code: 'notReaped', args: reasonOf(error).args });
      return undefined;
    });
    return this.#reaped;
  }

  newMark(): string {
    this.#watchdog.watch();
    return this.#ledger.newMark();
  }

  add(process: RegisteredProcess): Disposable {
    return this.#ledger.add(process);
  }

  /**
   * Leaves all processes to the watchdog, which sends SIGTERM first, because `docker run` passes it on. Where none
   * runs, or its ledger does not name them all, kills every process group without waiting, because a host that ends by
   * a bug has no time.
   */
  abandon(): void {
    if (this.#watchdog.isRunning && this.#ledger.isWhole) return;
    for (const entry of this.#ledger.entries) {
      const target = process.platform === 'win32' ? entry.pid : -entry.pid;
      if (!hasHeir(entry)) reaches(target, 'SIGKILL');
    }
  }

  /** Ends the watchdog, unless a process could not be ended. */
  dispose(): void {
    if (this.#ledger.close()) this.#watchdog.dispose();
  }
}
