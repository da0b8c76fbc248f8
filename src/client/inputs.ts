import { createHash } from 'node:crypto';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { SingleFlight } from '../base/singleFlight';
import type { Definition, Input } from '../config/definition';
import type { SecretStore } from './stores';

/** Asks a person, or runs a command of the editor; `undefined` if cancelled. Ends soon after `signal` aborts. */
export type AskInput = (
  input: Input,
  definition: Definition,
  signal: AbortSignal,
) => Promise<string | undefined>;

interface InputPlace {
  /** Absolute path of the file that declares the input. */
  readonly file: string;
  readonly id: string;
}

/** An input whose value changed. */
export interface InputChange extends InputPlace {
  /** `answered`: a start asked for the value and uses it; `elsewhere`: another window changed it. */
  readonly cause: 'set' | 'forgotten' | 'answered' | 'elsewhere';
}

/**
 * The values of inputs. A person's answers are stored in the secret store by file and id. The results of commands
 * stay in memory, and the next gesture runs the command again.
 */
export class Inputs implements Disposable {
  /** The open questions, each shared by every server that needs the answer. */
  readonly #open = new Map<string, SingleFlight<string | undefined>>();
  readonly #asking = new Sequencer();
  /**
   * Runs what shows a question, because an editor shows only one at a time. A task must not wait for anything else that
   * asks. Commands run outside, because they may do so.
   */
  readonly showing = new Sequencer();
  readonly #fetched = new Map<string, string>();
  /** Digests of the stored values that this window knows, to tell changes by others from its own. */
  readonly #known = new Map<string, string | undefined>();
  readonly #changed = new Emitter<InputChange>();
  readonly #following: Disposable | undefined;

  readonly onChanged: Event<InputChange> = this.#changed.event;

  constructor(
    private readonly secrets: SecretStore,
    private readonly ask: AskInput,
  ) {
    // A store that cannot be read rejects the next `value`.
    this.#following = secrets.onDidChange?.(
      ({ key }) => void this.#follow(key).catch(() => undefined),
    );
  }

  /**
   * The value of an input; asks for it only on a person's gesture.
   * @throws UserError `commandGaveNothing` (command) if a command returns no text.
   */
  async value(
    input: Input,
    definition: Definition,
    { gesture, signal }: { readonly gesture: boolean; readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    const key = inputKey(definition.source.file, input.id);
    const stored = await this.#stored(key, input);
    signal.throwIfAborted();
    if (!gesture || (stored !== undefined && input.type !== 'command')) return stored;
    const question = this.#open.get(key) ?? new SingleFlight();
    this.#open.set(key, question);
    return question.join((abandoned) => this.#put(key, input, definition, abandoned), signal);
  }

  /** True if a value is stored that the input can have. */
  async isStored(file: string, input: Input): Promise<boolean> {
    return (await this.#stored(inputKey(file, input.id), input)) !== undefined;
  }

  /** Stores a value as if the person had been asked for it. */
  async set(file: string, id: string, value: string): Promise<void> {
    await this.#store(inputKey(file, id), value);
    this.#changed.fire({ file, id, cause: 'set' });
  }

  /** Deletes a value, so that the next start asks again. */
  async forget(file: string, id: string): Promise<void> {
    const key = inputKey(file, id);
    this.#fetched.delete(key);
    this.#known.set(key, undefined);
    await this.secrets.delete(key);
    this.#changed.fire({ file, id, cause: 'forgotten' });
  }

  /** Gives another input the value too, in place of any that it has had. */
  async copy(file: string, from: string, to: string): Promise<void> {
    if (from !== to) await this.#give({ file, id: from }, { file, id: to });
  }

  /** Gives the same input of another file the value, in place of any that it has had. */
  async carry(id: string, from: string, to: string): Promise<void> {
    await this.#give({ file: from, id }, { file: to, id });
  }

  /** Moves the value to an input's new id, in place of any that it has had. */
  async rename(file: string, from: string, to: string): Promise<void> {
    if (from === to) return;
    await this.copy(file, from, to);
    await this.forget(file, from);
  }

  dispose(): void {
    this.#following?.dispose();
    this.#changed.dispose();
  }

  /** Without a value the input has none any more: it might be that of another server. */
  async #give(from: InputPlace, { file, id }: InputPlace): Promise<void> {
    const key = inputKey(from.file, from.id);
    const fetched = this.#fetched.get(key);
    const value = await this.#read(key);
    await (value === undefined ? this.forget(file, id) : this.set(file, id, value));
    if (fetched === undefined) return;
    this.#fetched.set(inputKey(file, id), fetched);
    this.#changed.fire({ file, id, cause: 'set' });
  }

  /** Asks for the value when its turn comes, unless nobody waits for it any more. */
  #put(
    key: string,
    input: Input,
    definition: Definition,
    abandoned: AbortSignal,
  ): Promise<string | undefined> {
    const ask = async (): Promise<string | undefined> => {
      abandoned.throwIfAborted();
      const stored = input.type === 'command' ? undefined : await this.#stored(key, input);
      if (stored !== undefined) return stored;
      const value = await this.ask(input, definition, abandoned);
      if (value === undefined) return undefined;
      if (input.type === 'command') this.#fetched.set(key, value);
      else await this.#store(key, value);
      this.#changed.fire({ file: definition.source.file, id: input.id, cause: 'answered' });
      return value;
    };
    return this.#asking.run(() => (input.type === 'command' ? ask() : this.showing.run(ask)));
  }

  /** A stored choice that is no longer offered does not count. */
  async #stored(key: string, { type, options }: Input): Promise<string | undefined> {
    if (type === 'command') return this.#fetched.get(key);
    const value = await this.#read(key);
    const offered = options === undefined || options.some((option) => option.value === value);
    return offered ? value : undefined;
  }

  async #read(key: string): Promise<string | undefined> {
    const value = await this.secrets.get(key);
    // A known digest stays: the event of a change by others is still to come.
    if (!this.#known.has(key)) this.#known.set(key, digest(value));
    return value;
  }

  async #store(key: string, value: string): Promise<void> {
    this.#known.set(key, digest(value));
    await this.secrets.store(key, value);
  }

  /** Secret stores report this window's own changes, too. */
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
 * The result of an editor's command as the value of an input.
 * @throws UserError `commandGaveNothing` (command) if it is not text.
 */
export function commandValue(command: string, result: unknown): string {
  if (typeof result === 'string') return result;
  throw new UserError('commandGaveNothing', { command });
}

/** The key of an input's value in the secret store; `file` is an absolute path. */
export function inputKey(file: string, id: string): string {
  return `input ${JSON.stringify([file, id])}`;
}

/** The reverse of {@link inputKey}. */
export function inputOfKey(key: string): InputPlace | undefined {
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
