import { createHash } from 'node:crypto';

/** Inputs that may wait between the editor's question and the call. */
const most = 100;

/**
 * For which inputs of a tool the editor was last given a question: it says with a call neither which question it has
 * put nor whether there was one.
 */
export class AskedInputs {
  readonly #asked = new Set<string>();

  /** The editor prepares a call with this input. */
  note(input: object, isAsked: boolean): void {
    const digest = digestOf(input);
    this.#asked.delete(digest);
    if (isAsked) this.#asked.add(digest);
    const [oldest] = this.#asked;
    if (oldest !== undefined && this.#asked.size > most) this.#asked.delete(oldest);
  }

  /** Whether there was a question about a call with this very input. */
  has(input: object): boolean {
    return this.#asked.has(digestOf(input));
  }
}

function digestOf(input: object): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}
