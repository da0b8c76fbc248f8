import { isObject } from '../base/json';
import type { McpObject, ServerSnapshot } from '../ipc/state';

/** The prompt or resource template whose arguments are completed ("Completion", reference types). */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** An argument being typed, with the arguments given before it. */
interface PartialValue {
  readonly name: string;
  readonly value: string;
  readonly given: Readonly<Record<string, string>>;
}

/** The specification allows a server no more values in one result ("Completion"). */
const maxValues = 100;

/** True if a server offers completion; the first revision has no capability for it. */
export function completes({ handshake }: ServerSnapshot): boolean {
  if (!handshake) return false;
  const { capabilities, protocolVersion } = handshake;
  return isObject(capabilities['completions']) || protocolVersion === '2024-11-05';
}

/** A server's suggestions for one prompt or template; each request is sent once. */
export class Completions {
  readonly #known = new Map<string, readonly string[]>();

  constructor(
    private readonly ref: CompletionReference,
    /** Sends `completion/complete`. */
    private readonly complete: (params: McpObject, signal: AbortSignal) => Promise<McpObject>,
  ) {}

  /** Empty if the server fails, because a person can go on typing. */
  async of({ name, value, given }: PartialValue, signal: AbortSignal): Promise<readonly string[]> {
    const key = JSON.stringify([name, value, given]);
    const known = this.#known.get(key);
    if (known) return known;
    const others = Object.keys(given).length > 0;
    const params = {
      ref: this.ref,
      argument: { name, value },
      ...(others && { context: { arguments: given } }),
    };
    try {
      const values = valuesOf(await this.complete(params, signal));
      this.#known.set(key, values);
      return values;
    } catch {
      return [];
    }
  }
}

function valuesOf({ completion }: McpObject): readonly string[] {
  const values = isObject(completion) ? completion['values'] : undefined;
  const list: unknown[] = Array.isArray(values) ? values : [];
  const texts = list.filter((value) => typeof value === 'string');
  return [...new Set(texts)].slice(0, maxValues);
}
