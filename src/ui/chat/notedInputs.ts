import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { canonicalJson } from '../../base/json';

/** Inputs that may wait for their calls. */
const most = 100;

interface Noted<T> {
  readonly digest: string;
  readonly what: T;
}

/**
 * Facts about calls before the editor makes them. The editor passes on only the input. It tells neither its question
 * nor the caller.
 */
export class NotedInputs<T> {
  #noted: readonly Noted<T>[] = [];

  /** Notes something for one call with this input, until it is taken back. */
  note(input: object, what: T): Disposable {
    const noted = { digest: digestOf(input), what };
    this.#noted = [...this.#noted, noted].slice(-most);
    return { dispose: () => (this.#noted = this.#noted.filter((one) => one !== noted)) };
  }

  /** Forgets whatever was noted for calls with this very input. */
  forget(input: object): void {
    const digest = digestOf(input);
    this.#noted = this.#noted.filter((one) => one.digest !== digest);
  }

  /** Gives what was noted first for a call with this very input, and uses it up. */
  take(input: object): T | undefined {
    const digest = digestOf(input);
    const noted = this.#noted.find((one) => one.digest === digest);
    this.#noted = this.#noted.filter((one) => one !== noted);
    return noted?.what;
  }
}

function digestOf(input: object): string {
  return createHash('sha256').update(canonicalJson(input)).digest('base64');
}

/** Calls that `@roundhouse` is about to make, by their inputs, with the id of the turn that they belong to. */
export const participantInputs = new NotedInputs<{ readonly turn: string }>();
