import type { Disposable } from '../base/disposable';
import { isObject } from '../base/json';
import type { AnswerQuestion, Root } from '../ipc/questions';

/** The folders of a client that has told of a change: asked for at once, or when it can be asked. */
export class Folders implements Disposable {
  #isStale = false;
  #asking = new AbortController();

  constructor(
    private readonly ask: AnswerQuestion,
    private readonly tell: (roots: readonly Root[]) => void,
  ) {}

  /** The client has told that they are others now. */
  change(): void {
    this.#isStale = true;
    this.refresh();
  }

  /** Asks for what was not told yet. */
  refresh(): void {
    if (!this.#isStale) return;
    this.dispose();
    this.#asking = new AbortController();
    // Who cannot be asked now, or refuses, is asked again when it listens anew.
    this.#read(this.#asking.signal).catch(() => undefined);
  }

  dispose(): void {
    this.#asking.abort();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { roots } = await this.ask({ method: 'roots/list', params: {} }, signal);
    if (signal.aborted) return;
    this.#isStale = false;
    this.tell(Array.isArray(roots) ? roots.filter(isRoot) : []);
  }
}

function isRoot(value: unknown): value is Root {
  return isObject(value) && typeof value['uri'] === 'string';
}
