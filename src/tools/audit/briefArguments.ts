import { parseWithNumbers, WrittenNumber } from '../../base/jsonSource';
import { copyOfBeginning } from '../../base/largeText';
import { mask } from '../../base/mask';
import { secretName } from '../../config/likelySecrets';
import { maskSecrets } from '../../config/maskSecrets';

/** Characters of the arguments in a record. */
const usualLength = 2_000;
/** Characters that are read beyond, so that a secret at the end is masked whole. */
const margin = 2_000;

/** The beginning of a call's arguments. */
export interface BriefArguments {
  /** JSON, or the beginning of it. */
  readonly text: string;
  readonly isCut?: boolean;
  /** The secrets that were masked for their name or form. */
  readonly secrets: readonly string[];
}

/**
 * Arguments as a record may have them: the beginning of their JSON. Values that look like secrets by name or form are
 * masked, and `redact` masks those of the launch. The rest is neither read nor copied.
 */
export function briefArguments(
  given: unknown,
  redact: (text: string) => string,
  longest = usualLength,
): BriefArguments {
  const writer = new Writer(longest + margin);
  writer.write(given, '', false);
  const text = redact(writer.text);
  const isCut = writer.isFull || text.length > longest;
  const { secrets } = writer;
  return isCut ? { text: copyOfBeginning(text, longest), isCut, secrets } : { text, secrets };
}

/** A message, or the beginning of one, with everything masked that looks like a secret. Numbers keep their digits. */
export function maskedMessage(text: string): string {
  try {
    return briefArguments(parseWithNumbers(text), (json) => json, Infinity).text;
  } catch {
    return maskSecrets('', text);
  }
}

/** Writes JSON until there is no more room. */
class Writer {
  text = '';
  readonly secrets: string[] = [];

  constructor(private readonly room: number) {}

  get isFull(): boolean {
    return this.text.length > this.room;
  }

  /** `name`: the key under which the value stands; `hides`: that of something around it names a secret. */
  write(value: unknown, name: string, hides: boolean): void {
    if (this.isFull) return;
    if (Array.isArray(value)) this.#writeAll(value, name, hides);
    else if (value instanceof WrittenNumber)
      this.text += hides ? this.#hidden(value.text) : value.text;
    else if (typeof value === 'object' && value !== null) this.#writeObject(value, hides);
    else if (hides && value !== null && typeof value !== 'boolean')
      this.text += this.#hidden(value);
    else if (typeof value === 'string') this.text += this.#quoted(this.#masked(name, value));
    else this.text += JSON.stringify(value) ?? 'null';
  }

  #writeAll(values: readonly unknown[], name: string, hides: boolean): void {
    this.text += '[';
    for (const [at, value] of values.entries()) {
      if (this.isFull) return;
      if (at > 0) this.text += ',';
      this.write(value, flagOf(values[at - 1]) ?? name, hides);
    }
    this.text += ']';
  }

  #writeObject(value: object, hides: boolean): void {
    this.text += '{';
    let isFirst = true;
    for (const key in value) {
      if (this.isFull) return;
      if (!isFirst) this.text += ',';
      isFirst = false;
      const name = this.#short(key);
      this.text += `${this.#quoted(name)}:`;
      const inner = (value as Record<string, unknown>)[key];
      this.write(inner, name, hides || secretName(name) === 'strong');
    }
    this.text += '}';
  }

  #hidden(value: unknown): string {
    this.secrets.push(this.#short(String(value)));
    return this.#quoted(mask);
  }

  #masked(name: string, value: string): string {
    return maskSecrets(name, this.#short(value), (secret) => void this.secrets.push(secret));
  }

  #short(text: string): string {
    return text.slice(0, this.room + 1);
  }

  #quoted(text: string): string {
    return JSON.stringify(text);
  }
}

/** The flag before the value that it names, in a list of arguments. */
function flagOf(before: unknown): string | undefined {
  return typeof before === 'string' && /^--?[a-z][\w-]*$/i.test(before) ? before : undefined;
}
