import { userInfo } from 'node:os';
import { delimiter } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Environment } from '../../base/environment';
import { reasonOf, type Reason } from '../../base/errors';
import { raceAbort } from '../../base/abort';
import type { ShellState } from '../../ipc/launch';

/** The window whose servers inherit. */
export interface EnvironmentPorts {
  /** The environment of this process. */
  readonly own: () => Environment;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** The JavaScript runtime; an Electron binary acts as Node. */
  readonly execPath: string;
  /** Told why the shell's environment is not there, each time that the shell was asked in vain. */
  readonly warn: (reason: Reason) => void;
  /** How long the shell may take, in milliseconds; 10 seconds if absent. */
  readonly patience?: number;
}

/**
 * The environment that a window's local servers inherit. An editor that is started from a desktop has
 * nothing of what a person's shell sets, such as the `PATH`, unless it looked for that itself; then the
 * login shell is asked once, when the environment is first needed, and again after it has failed once a
 * person wants a start.
 */
export class InheritedEnvironment implements Disposable {
  readonly #end = new AbortController();
  #reading: Promise<void> | undefined;
  #fromShell: Environment = {};
  #shell: ShellState = 'notNeeded';

  constructor(private readonly ports: EnvironmentPorts) {}

  /** The environment as far as it is known by now. */
  get current(): Environment {
    return mergedEnvironment(this.ports.own(), this.#fromShell);
  }

  /** Settled once the environment was read. */
  get shell(): ShellState {
    return this.#shell;
  }

  /**
   * The whole environment; waits for the shell where that is needed, and goes without it where it tells
   * nothing or when this is disposed of. By a person's `gesture` a shell that has failed is asked again.
   * Rejects only with the reason of an aborted `signal`.
   */
  async read(signal?: AbortSignal, gesture = false): Promise<Environment> {
    const { own, platform } = this.ports;
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

  /** Ends a shell that is still being read. */
  dispose(): void {
    this.#end.abort();
  }

  async #readShell(): Promise<void> {
    const { own, home, execPath, warn, platform, patience = 10_000 } = this.ports;
    const environment = own();
    const shell = {
      file: environment['SHELL'] || loginShellOf(platform),
      environment,
      cwd: home,
      execPath,
      patience,
    };
    try {
      // Evaluated only where it is needed, as every window loads this file when it opens.
      const { readLoginShell } = await import('./loginShell');
      this.#fromShell = await readLoginShell(shell, this.#end.signal);
      this.#shell = 'read';
    } catch (error) {
      this.#shell = 'failed';
      if (!this.#end.signal.aborted) warn(reasonOf(error));
    }
  }
}

/** Every shell leaves its depth behind, also where the editor asked one; Windows needs none. */
function isShellNeeded(own: Environment, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' && own['SHLVL'] === undefined;
}

function loginShellOf(platform: NodeJS.Platform): string {
  return userInfo().shell || (platform === 'darwin' ? '/bin/zsh' : '/bin/sh');
}

/**
 * The window's own environment with what only the shell has. The shell's `PATH` comes first, with the
 * folders behind it that only the window's has.
 */
export function mergedEnvironment(own: Environment, fromShell: Environment): Environment {
  const { PATH: shellPath } = fromShell;
  if (!shellPath) return { ...fromShell, ...own };
  const folders = `${shellPath}${delimiter}${own['PATH'] ?? ''}`.split(delimiter).filter(Boolean);
  return { ...fromShell, ...own, PATH: [...new Set(folders)].join(delimiter) };
}
