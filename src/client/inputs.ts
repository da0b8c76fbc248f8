import { createHash } from 'node:crypto';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { raceAbort } from '../base/abort';
import type { Definition, Input } from '../config/definition';
import type { SecretStore } from './stores';

/**
 * Asks a person, or a command of the editor, for a value; `undefined` when it is put off. Ends soon
 * after `signal` aborts.
 */
export type AskInput = (
  input: Input,
  definition: Definition,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** An input whose value is another one now. */
export interface InputChange {
  /** Absolute path of the file that declares it. */
  readonly file: string;
  readonly id: string;
  /** `answered`: a start has just asked for it and uses it; `elsewhere`: in another window. */
  readonly cause: 'set' | 'forgotten' | 'answered' | 'elsewhere';
}

/** One question on its way, shared by every server that needs the answer. */
interface Question {
  readonly answer: Promise<string | undefined>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * The values of inputs. What a person answers is asked for once, then kept in the secret store by
 * file and id. What a command gives is kept in memory only, and fetched again by the next gesture.
 */
export class Inputs implements Disposable {
  readonly #open = new Map<string, Question>();
  /** Questions are put one after another: an editor shows only one at a time. */
  readonly #asking = new Sequencer();
  readonly #fetched = new Map<string, string>();
  /** Digests of what this window knows to be stored, to tell changes of others from its own. */
  readonly #known = new Map<string, string | undefined>();
  readonly #changed = new Emitter<InputChange>();
  readonly #following: Disposable | undefined;

  /** A value was set, forgotten or answered, here or in another window. */
  readonly onChanged: Event<InputChange> = this.#changed.event;

  constructor(
    private readonly secrets: SecretStore,
    private readonly ask: AskInput,
  ) {
    // A store that cannot be read tells so to whoever needs the value.
    this.#following = secrets.onDidChange?.((key) => void this.#follow(key).catch(() => undefined));
  }

  /**
   * The value of an input; asks only where a person's gesture stands behind it.
   * @throws UserError `commandGaveNothing` (command) where a command gives no text.
   */
  async value(
    input: Input,
    definition: Definition,
    { gesture, signal }: { readonly gesture: boolean; readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    const key = inputKey(definition.source.file, input.id);
    const kept = await this.#kept(key, input);
    signal.throwIfAborted();
    if (!gesture || (kept !== undefined && input.type !== 'command')) return kept;
    const question = this.#open.get(key) ?? this.#put(key, input, definition);
    question.waiting += 1;
    try {
      return await raceAbort(question.answer, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) this.#close(key, question);
    }
  }

  /** Whether a value is there, without telling it. */
  async kept(file: string, id: string): Promise<boolean> {
    const key = inputKey(file, id);
    return this.#fetched.has(key) || (await this.#read(key)) !== undefined;
  }

  /** Keeps a value as if the person had been asked for it. */
  async set(file: string, id: string, value: string): Promise<void> {
    await this.#store(inputKey(file, id), value);
    this.#changed.fire({ file, id, cause: 'set' });
  }

  /** Forgets a value, so that the next start asks again. */
  async forget(file: string, id: string): Promise<void> {
    const key = inputKey(file, id);
    this.#fetched.delete(key);
    this.#known.set(key, undefined);
    await this.secrets.delete(key);
    this.#changed.fire({ file, id, cause: 'forgotten' });
  }

  /** Keeps the value of an input for another one too; does nothing where none is kept. */
  async copy(file: string, from: string, to: string): Promise<void> {
    const value = await this.#read(inputKey(file, from));
    if (value !== undefined && from !== to) await this.set(file, to, value);
  }

  /** Takes the value along when an input gets another id; does nothing where none is kept. */
  async rename(file: string, from: string, to: string): Promise<void> {
    if (from === to) return;
    await this.copy(file, from, to);
    await this.forget(file, from);
  }

  dispose(): void {
    this.#following?.dispose();
    this.#changed.dispose();
  }

  #put(key: string, input: Input, definition: Definition): Question {
    const abort = new AbortController();
    const answer = this.#asking.run(async () => {
      abort.signal.throwIfAborted();
      const kept = input.type === 'command' ? undefined : await this.#kept(key, input);
      if (kept !== undefined) return kept;
      const value = await this.ask(input, definition, abort.signal);
      if (value === undefined) return undefined;
      if (input.type === 'command') this.#fetched.set(key, value);
      else await this.#store(key, value);
      this.#changed.fire({ file: definition.source.file, id: input.id, cause: 'answered' });
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
  async #kept(key: string, { type, options }: Input): Promise<string | undefined> {
    if (type === 'command') return this.#fetched.get(key);
    const value = await this.#read(key);
    const offered = options === undefined || options.some((option) => option.value === value);
    return offered ? value : undefined;
  }

  async #read(key: string): Promise<string | undefined> {
    const value = await this.secrets.get(key);
    // What is known already stays: a change by others is told by its event, which is still to come.
    if (!this.#known.has(key)) this.#known.set(key, digest(value));
    return value;
  }

  async #store(key: string, value: string): Promise<void> {
    this.#known.set(key, digest(value));
    await this.secrets.store(key, value);
  }

  /** Stores tell changes by this window, too. */
  async #follow(key: string): Promise<void> {
    const input = inputOfKey(key);
    if (input === undefined) return;
    const now = digest(await this.secrets.get(key));
    if (this.#known.has(key) && this.#known.get(key) === now) return;
    this.#known.set(key, now);
    this.#changed.fire({ ...input, cause: 'elsewhere' });
  }
}

/**
 * What a command of the editor gave, as the value of an input.
 * @throws UserError `commandGaveNothing` (command) where it is no text.
 */
export function commandValue(command: string, result: unknown): string {
  if (typeof result === 'string') return result;
  throw new UserError('commandGaveNothing', { command });
}

/** Under which key the secret store keeps the value of an input; `file` is an absolute path. */
export function inputKey(file: string, id: string): string {
  return `input ${JSON.stringify([file, id])}`;
}

/** The input of a key that {@link inputKey} made. */
export function inputOfKey(
  key: string,
): { readonly file: string; readonly id: string } | undefined {
  if (!key.startsWith('input ')) return undefined;
  try {
    const [file, id] = JSON.parse(key.slice('input '.length)) as unknown[];
    return typeof file === 'string' && typeof id === 'string' ? { file, id } : undefined;
  } catch {
    return undefined;
  }
}

function digest(value: string | undefined): string | undefined {
  return value === undefined ? undefined : createHash('sha256').update(value).digest('hex');
}
