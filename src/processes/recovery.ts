import type { Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import { hasHeir, reaches } from '../base/processIdentity';
import type { RegisteredProcess, ProcessRegistry } from './processRegistry';
import { Ledger } from './ledger';
import { reapFolder } from './reaper';
import { Watchdog } from './watchdog';
import type { Ended } from './orphans';

/**
 * Sees to it that no server outlives its host: a ledger says what runs, a watchdog ends that when this
 * process is killed, and where the watchdog was killed as well, the next host does.
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
    const charge = { owner: this.#ledger.owner, ledger: this.#ledger.file };
    this.#watchdog = new Watchdog(charge, watchdog, onProblem);
  }

  /** Ends what hosts before this one left behind, once; see `reapFolder`. Never rejects. */
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

  /** Kills every process group without waiting; what left its group is up to the watchdog. */
  killAll(): void {
    for (const entry of this.#ledger.entries) {
      const target = process.platform === 'win32' ? entry.pid : -entry.pid;
      if (!hasHeir(entry)) reaches(target, 'SIGKILL');
    }
  }

  /** Lets the watchdog go, unless something still runs that could not be ended. */
  dispose(): void {
    if (this.#ledger.close()) this.#watchdog.dispose();
  }
}
