import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { DebugMode } from '../../config/definition';
import type { ServerOptions } from '../../ipc/requests';

/** A debugger that a server waits for when it is launched. */
export interface ServerDebugger {
  /** On this machine. */
  readonly port: number;
  /** As the entry said when a person asked for the debugging: that is what they agreed to. */
  readonly mode: DebugMode;
}

/** Longer than anyone looks at one breakpoint. */
const day = 24 * 60 * 60;

/** Whoever debugs takes time, and a server that is started again would wait for a debugger. */
export const debuggedOptions: ServerOptions = {
  startupTimeoutSeconds: day,
  callTimeoutSeconds: day,
  idleShutdownMinutes: undefined,
  maxCrashes: 0,
};

/** Which servers of a window are launched with a debugger, by their ids. */
export class Debuggers {
  readonly #all = signal<ReadonlyMap<string, ServerDebugger>>(new Map());

  get all(): ReadonlySignal<ReadonlyMap<string, ServerDebugger>> {
    return this.#all;
  }

  set(id: string, one: ServerDebugger): void {
    this.#all.value = new Map(this.#all.peek()).set(id, one);
  }

  /** From its next launch on the server runs without one. */
  forget(id: string): void {
    this.keep((other) => other !== id);
  }

  /** Forgets all others. */
  keep(wanted: (id: string) => boolean): void {
    const kept = [...this.#all.peek()].filter(([id]) => wanted(id));
    if (kept.length < this.#all.peek().size) this.#all.value = new Map(kept);
  }
}
