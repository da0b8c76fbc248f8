import { Sequencer } from '../base/sequencer';
import { unlessAborted } from '../base/unlessAborted';
import type { Definition, Input } from '../config/definition';
import type { SecretStore } from './stores';

/** Asks a person for a value; `undefined` when they put it off. Ends soon after `signal` aborts. */
export type AskInput = (
  input: Input,
  definition: Definition,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** One question on its way, shared by every server that needs the answer. */
interface Question {
  readonly answer: Promise<string | undefined>;
  readonly abort: AbortController;
  waiting: number;
}

/** The values of inputs: asked for once, then kept in the secret store by file and id. */
export class Inputs {
  readonly #open = new Map<string, Question>();
  /** Questions are put one after another: an editor shows only one at a time. */
  readonly #asking = new Sequencer();

  constructor(
    private readonly secrets: SecretStore,
    private readonly ask: AskInput,
  ) {}

  /** The value of an input; asks only where a person's gesture stands behind it. */
  async value(
    input: Input,
    definition: Definition,
    { gesture, signal }: { readonly gesture: boolean; readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    const key = inputKey(definition.source.file, input.id);
    const kept = await this.#kept(key, input);
    signal.throwIfAborted();
    if (kept !== undefined || !gesture) return kept;
    const question = this.#open.get(key) ?? this.#put(key, input, definition);
    question.waiting += 1;
    try {
      return await unlessAborted(question.answer, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) this.#close(key, question);
    }
  }

  /** Forgets a value, so that the next start asks again. */
  async forget(file: string, id: string): Promise<void> {
    await this.secrets.delete(inputKey(file, id));
  }

  #put(key: string, input: Input, definition: Definition): Question {
    const abort = new AbortController();
    const answer = this.#asking.run(async () => {
      abort.signal.throwIfAborted();
      const kept = await this.#kept(key, input);
      if (kept !== undefined) return kept;
      const value = await this.ask(input, definition, abort.signal);
      if (value !== undefined) await this.secrets.store(key, value);
      return value;
    });
    const question = { answer, abort, waiting: 0 };
    this.#open.set(key, question);
    return question;
  }

  /** Nobody waits any more: a question still shown goes away, and the next one is put anew. */
  #close(key: string, question: Question): void {
    question.abort.abort();
    if (this.#open.get(key) === question) this.#open.delete(key);
  }

  /** A choice that is no longer offered counts as not made. */
  async #kept(key: string, { options }: Input): Promise<string | undefined> {
    const value = await this.secrets.get(key);
    const offered = options === undefined || options.some((option) => option.value === value);
    return offered ? value : undefined;
  }
}

function inputKey(file: string, id: string): string {
  return `input ${JSON.stringify([file, id])}`;
}
