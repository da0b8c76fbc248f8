import { BoundedMap } from '../../base/bounded';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { McpObject } from '../../ipc/state';
import type { ToPage } from './pageMessages';

type Progress = Omit<Extract<ToPage, { kind: 'progress' }>, 'kind' | 'callId'>;

/** The end of a task. */
type End = { readonly took: number } & (
  { readonly result: McpObject } | { readonly error: unknown }
);

/** A call that runs as a task, or did. */
export interface TaskRun {
  readonly server: string;
  readonly callId: string;
  readonly tool: string;
  readonly arguments: McpObject;
  readonly progress?: Progress | undefined;
  readonly end?: End | undefined;
}

/** Tasks that are kept, running or not; one that has not changed for longest is cancelled and dropped. */
const mostRuns = 50;

/** Calls that run as tasks. They go on while no page of their server is open, until their window ends. */
export class TaskRuns implements Disposable {
  readonly #changed = new Emitter<TaskRun>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #runs = new BoundedMap<string, TaskRun>(mostRuns, (_run, callId) => this.cancel(callId));

  /** Fired with each change of a run. */
  readonly onChanged = this.#changed.event;

  /** The runs of a server, that which changed last at the end. */
  of(server: string): readonly TaskRun[] {
    return [...this.#runs.values()].filter((run) => run.server === server);
  }

  /** Makes a call by `send`, and follows it. */
  async start(
    run: TaskRun,
    send: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<McpObject>,
  ): Promise<void> {
    const { callId } = run;
    const abort = new AbortController();
    const since = performance.now();
    this.#aborts.set(callId, abort);
    this.#runs.set(callId, run);
    const took = (): number => Math.round(performance.now() - since);
    try {
      const onProgress = (progress: Progress): void => this.#change(callId, { progress });
      const result = await send(onProgress, abort.signal);
      this.#change(callId, { end: { took: took(), result } });
    } catch (error) {
      this.#change(callId, { end: { took: took(), error } });
    } finally {
      this.#aborts.delete(callId);
    }
  }

  /** Cancels a run that goes on. */
  cancel(callId: string): void {
    this.#aborts.get(callId)?.abort();
  }

  dispose(): void {
    for (const abort of this.#aborts.values()) abort.abort();
    this.#changed.dispose();
  }

  #change(callId: string, change: Partial<TaskRun>): void {
    const run = this.#runs.get(callId);
    if (!run) return;
    const changed = { ...run, ...change };
    this.#runs.set(callId, changed);
    this.#changed.fire(changed);
  }
}
