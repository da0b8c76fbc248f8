/** The longest delay of `setTimeout`, which fires at once for longer ones. */
export const longestTimer = 2 ** 31 - 1;

/** The part of an AbortSignal that work needs which can be ended. */
export interface Abortable {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Throws the reason where it is aborted. */
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Ends work as an AbortController does. It is its own signal, and makes an AbortSignal only where somebody needs one,
 * because an AbortSignal costs as much as a tenth of a short request. Listeners must not throw.
 */
export class Aborter implements Abortable {
  readonly #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;
  #aborted = false;
  #reason: unknown;

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  get signal(): AbortSignal {
    const controller = (this.#controller ??= new AbortController());
    if (this.#aborted) controller.abort(this.#reason);
    return controller.signal;
  }

  abort(reason?: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    // Made only now, because it notes the stack.
    this.#reason = reason ?? new DOMException('This operation was aborted', 'AbortError');
    this.#controller?.abort(this.#reason);
    for (const listener of this.#listeners.splice(0)) listener();
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }
}

/** The AbortSignal of whatever ends work, for those who need one. */
export function signalOf(ends: Abortable): AbortSignal {
  return ends instanceof Aborter ? ends.signal : (ends as AbortSignal);
}

/** Settles as `promise` does, or rejects as soon as `signal` aborts; the work behind the promise goes on. */
export function raceAbort<T>(promise: Promise<T>, signal: Abortable): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** True if `work` resolves or rejects within `milliseconds`. Leaves no timer behind. */
export async function settlesWithin(
  milliseconds: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
