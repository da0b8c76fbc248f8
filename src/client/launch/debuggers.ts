import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { DebugMode } from '../../config/definition';
import type { ServerOptions } from '../../ipc/requests';

/** A debugger that a server waits for at its start. */
export interface ServerDebugger {
  /** On the loopback interface. */
  readonly port: number;
  /** The entry's `dev.debug` when the person started debugging, because that is what they agreed to. */
  readonly mode: DebugMode;
}

/** Seconds; longer than anyone stays at one breakpoint. */
const day = 24 * 60 * 60;

/** Debugging takes time, and a restarted server would wait for a debugger. */
export const debuggedOptions: ServerOptions = {
  startupTimeoutSeconds: day,
  callTimeoutSeconds: day,
  idleShutdownMinutes: undefined,
  maxCrashes: 0,
  isDebugged: true,
};

/** The servers of a window that start with a debugger, by id. */
export class Debuggers {
  readonly #all = signal<ReadonlyMap<string, ServerDebugger>>(new Map());

  readonly all: ReadonlySignal<ReadonlyMap<string, ServerDebugger>> = this.#all;

  set(id: string, one: ServerDebugger): void {
    this.#all.value = new Map(this.#all.peek()).set(id, one);
  }

  /** The server's next start is without a debugger. */
  forget(id: string): void {
    this.keep((other) => other !== id);
  }

  /** Removes all others. */
  keep(wanted: (id: string) => boolean): void {
    const rest = [...this.#all.peek()].filter(([id]) => wanted(id));
    if (rest.length < this.#all.peek().size) this.#all.value = new Map(rest);
  }
}
