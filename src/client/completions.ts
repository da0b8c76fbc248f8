import { isObject } from '../base/json';
import type { McpObject, ServerSnapshot } from '../ipc/state';

/** What values are completed for ("Completion", reference types). */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** A value on its way, with those that were given before it. */
export interface PartialValue {
  readonly name: string;
  readonly value: string;
  readonly given: Readonly<Record<string, string>>;
}

/** Values that are taken of one answer: no server may give more ("Completion"). */
const most = 100;

/** Whether a server says that it completes; the first revision had no word for that. */
export function completes({ handshake }: ServerSnapshot): boolean {
  if (!handshake) return false;
  const { capabilities, protocolVersion } = handshake;
  return isObject(capabilities['completions']) || protocolVersion === '2024-11-05';
}

/** What a server proposes for the values of one prompt or template; it is asked once for the same. */
export class Completions {
  readonly #known = new Map<string, readonly string[]>();

  constructor(
    private readonly ref: CompletionReference,
    /** Sends `completion/complete`. */
    private readonly complete: (params: McpObject, signal: AbortSignal) => Promise<McpObject>,
  ) {}

  /** Nothing where the server has nothing to propose, or fails: a person can go on typing. */
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
  return [...new Set(texts)].slice(0, most);
}
