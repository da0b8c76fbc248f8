import { createHmac, randomBytes } from 'node:crypto';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Definition, Input } from '../config/definition';
import type { LaunchAnswer } from '../ipc/launch';
import type { InputChange, Inputs } from './inputs';

/** A resolved launch with the hashes of its values, by input id. */
interface Resolved {
  readonly definition: Definition;
  readonly values: ReadonlyMap<string, string | undefined>;
}

/**
 * Counts for each server how often an input value changed after its launch was resolved. The `launchVersion` of a
 * declaration has this count in place of the values, which may be secrets. Values are compared by keyed hashes. A
 * value that the launch itself asks for does not count.
 */
export class InputRevisions implements Disposable {
  readonly #resolved = new Map<string, Resolved>();
  /** Launches being resolved, and whether one of their values changed meanwhile. */
  readonly #resolving = new Set<{ readonly definition: Definition; replaced: boolean }>();
  readonly #counts = signal<ReadonlyMap<string, number>>(new Map());
  /** By server id; absent means 0. */
  readonly counts: ReadonlySignal<ReadonlyMap<string, number>> = this.#counts;
  readonly #key = randomBytes(32);
  readonly #ending = new AbortController();
  readonly #store = new DisposableStore();

  constructor(private readonly inputs: Pick<Inputs, 'onChanged' | 'value'>) {
    this.#store.add(() => this.#ending.abort());
    this.#store.add(inputs.onChanged((change) => void this.#changed(change)));
  }

  /** Resolves a launch and stores the hashes of its inputs. */
  async during(
    definition: Definition,
    resolve: () => Promise<LaunchAnswer>,
  ): Promise<LaunchAnswer> {
    this.#resolved.delete(definition.id);
    const attempt = { definition, replaced: false };
    this.#resolving.add(attempt);
    try {
      const answer = await resolve();
      // The values of an untrusted definition are not read.
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
      // A launch that is being resolved again reads the new value itself.
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
    for (const input of storedInputs(definition)) {
      // A failing secret store fails the launch, which reports it.
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
  return definition.source.file === file && storedInputs(definition).some((one) => one.id === id);
}

/** The inputs whose values are stored: a command of the editor runs at each start. */
function storedInputs({ inputs }: Definition): readonly Input[] {
  return inputs.filter(({ type }) => type !== 'command');
}
