import { userInfo } from 'node:os';
import { delimiter } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Environment } from '../../base/environment';
import { reasonOf, type Reason } from '../../base/errors';
import { raceAbort } from '../../base/abort';
import type { ShellState } from '../../ipc/launch';

/** The process and machine that the environment is read from. */
interface InheritedEnvironmentOptions {
  readonly own: () => Environment;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** The JavaScript runtime; an Electron binary acts as Node. */
  readonly execPath: string;
  /** Called with the reason each time that the shell could not be read. */
  readonly warn: (reason: Reason) => void;
  /** Milliseconds that the shell may take; 10 seconds if absent. */
  readonly timeoutMs?: number;
}

/**
 * The environment that a window's local servers inherit. An editor from a desktop lacks variables of a person's shell,
 * such as `PATH`, unless it read them. Otherwise the login shell is read once, when the environment is first needed.
 * After a failure a person's start reads it again.
 */
export class InheritedEnvironment implements Disposable {
  readonly #end = new AbortController();
  #reading: Promise<void> | undefined;
  #fromShell: Environment = {};
  #shell: ShellState = 'notNeeded';

  constructor(private readonly options: InheritedEnvironmentOptions) {}

  /** The environment as far as it was read. */
  get current(): Environment {
    return mergedEnvironment(this.options.own(), this.#fromShell);
  }

  /** Final once {@link read} has resolved. */
  get shell(): ShellState {
    return this.#shell;
  }

  /**
   * Reads the shell if needed and resolves to the whole environment. The shell's variables are missing if it fails or
   * this is disposed. A person's `gesture` reads a failed shell again. Rejects only with the reason of `signal`.
   */
  async read(signal?: AbortSignal, gesture = false): Promise<Environment> {
    const { own, platform } = this.options;
    if (gesture && this.#shell === 'failed') {
      this.#reading = undefined;
      this.#shell = 'notNeeded';
    }
    if (this.#reading || isShellNeeded(own(), platform)) {
      this.#reading ??= this.#readShell();
      await (signal ? raceAbort(this.#reading, signal) : this.#reading);
    }
    return this.current;
  }

  /** Ends a running shell. */
  dispose(): void {
    this.#end.abort();
  }

  async #readShell(): Promise<void> {
    const { own, home, execPath, warn, platform, timeoutMs = 10_000 } = this.options;
    const environment = own();
    const shell = {
      file: environment['SHELL'] || loginShellOf(platform),
      environment,
      cwd: home,
      execPath,
      timeoutMs,
    };
    try {
      // Loaded when needed, because activation loads this file.
      const { readLoginShell } = await import('./loginShell');
      this.#fromShell = await readLoginShell(shell, this.#end.signal);
      this.#shell = 'read';
    } catch (error) {
      this.#shell = 'failed';
      if (!this.#end.signal.aborted) warn(reasonOf(error));
    }
  }
}

/** Every shell sets `SHLVL`, also if the editor read one itself. Windows needs none. */
function isShellNeeded(own: Environment, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' && own['SHLVL'] === undefined;
}

function loginShellOf(platform: NodeJS.Platform): string {
  return userInfo().shell || (platform === 'darwin' ? '/bin/zsh' : '/bin/sh');
}

/** The window's own environment plus variables of the shell. The shell's `PATH` comes before the window's. */
export function mergedEnvironment(own: Environment, fromShell: Environment): Environment {
  const { PATH: shellPath } = fromShell;
  if (!shellPath) return { ...fromShell, ...own };
  const folders = `${shellPath}${delimiter}${own['PATH'] ?? ''}`.split(delimiter).filter(Boolean);
  return { ...fromShell, ...own, PATH: [...new Set(folders)].join(delimiter) };
}
