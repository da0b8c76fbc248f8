import { createHmac, randomBytes } from 'node:crypto';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { Definition, Input } from '../config/definition';
import type { LaunchAnswer } from '../ipc/launch';
import type { InputChange } from './inputs';

/** The values of inputs as far as they are known. */
export interface KnownInputs {
  readonly onChanged: Event<InputChange>;
  /** Without a gesture nothing is asked; `undefined` where nothing is known. */
  value(
    input: Input,
    definition: Definition,
    options: { readonly gesture: false; readonly signal: AbortSignal },
  ): Promise<string | undefined>;
}

/** A launch that was resolved, with its values hashed by the ids of their inputs. */
interface Resolved {
  readonly definition: Definition;
  readonly values: ReadonlyMap<string, string | undefined>;
}

/**
 * Counts for each server how often a value that its launch was resolved with was replaced by another
 * one since. A value that is asked for by the launch itself replaces nothing.
 */
export class InputRevisions implements Disposable {
  readonly #resolved = new Map<string, Resolved>();
  /** Launches on their way, and whether a value of theirs was replaced meanwhile. */
  readonly #resolving = new Set<{ readonly definition: Definition; replaced: boolean }>();
  readonly #counts = signal<ReadonlyMap<string, number>>(new Map());
  readonly #key = randomBytes(32);
  readonly #ending = new AbortController();
  readonly #store = new DisposableStore();

  constructor(private readonly inputs: KnownInputs) {
    this.#store.add(() => this.#ending.abort());
    this.#store.add(inputs.onChanged((change) => void this.#changed(change)));
  }

  /** By the server's id; absent is 0. */
  get counts(): ReadonlySignal<ReadonlyMap<string, number>> {
    return this.#counts;
  }

  /** Resolves a launch and remembers what its inputs were then. */
  async during(
    definition: Definition,
    resolve: () => Promise<LaunchAnswer>,
  ): Promise<LaunchAnswer> {
    this.#resolved.delete(definition.id);
    const attempt = { definition, replaced: false };
    this.#resolving.add(attempt);
    try {
      const answer = await resolve();
      // Nothing is looked up for a definition that is not trusted.
      if (answer.kind === 'blocked' && answer.need !== 'input') return answer;
      const values = await this.#digests(definition);
      this.#resolved.set(definition.id, { definition, values });
      if (attempt.replaced) this.#count(definition.id);
      return answer;
    } finally {
      this.#resolving.delete(attempt);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #changed(change: InputChange): Promise<void> {
    for (const attempt of this.#resolving) {
      const isReplaced = change.cause === 'set' || change.cause === 'elsewhere';
      if (isReplaced && usesInput(attempt.definition, change)) attempt.replaced = true;
    }
    for (const [server, { definition }] of this.#resolved) {
      if (!usesInput(definition, change)) continue;
      const values = await this.#digests(definition);
      const resolved = this.#resolved.get(server);
      // A launch that is resolved anew meanwhile takes care of itself.
      if (resolved?.definition !== definition) continue;
      const value = values.get(change.id);
      if (value === undefined || value === resolved.values.get(change.id)) continue;
      this.#resolved.set(server, { definition, values });
      this.#count(server);
    }
  }

  #count(server: string): void {
    const count = this.#counts.peek().get(server) ?? 0;
    this.#counts.value = new Map(this.#counts.peek()).set(server, count + 1);
  }

  async #digests(definition: Definition): Promise<Resolved['values']> {
    const options = { gesture: false, signal: this.#ending.signal } as const;
    const digests = new Map<string, string | undefined>();
    for (const input of keptInputs(definition)) {
      // A secret store that fails here fails the launch, too, and says so there.
      const value = await this.inputs.value(input, definition, options).catch(() => undefined);
      digests.set(input.id, value === undefined ? undefined : this.#digest(value));
    }
    return digests;
  }

  #digest(value: string): string {
    return createHmac('sha256', this.#key).update(value).digest('base64');
  }
}

function usesInput(definition: Definition, { file, id }: InputChange): boolean {
  return definition.source.file === file && keptInputs(definition).some((one) => one.id === id);
}

/** What a command of the editor gives is asked anew at each start. */
function keptInputs({ inputs }: Definition): readonly Input[] {
  return inputs.filter(({ type }) => type !== 'command');
}
