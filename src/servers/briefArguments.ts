import { secretName } from '../config/secretNames';
import { mask, withoutSecrets } from './withoutSecrets';

/** Characters of the arguments of a call that are kept. */
const longest = 2_000;
/** So many more are looked at, so that a secret at the end is masked whole. */
const margin = 2_000;

/** The beginning of a call's arguments. */
export interface BriefArguments {
  /** JSON, or the beginning of it. */
  readonly text: string;
  readonly isCut?: boolean;
  /** What was masked for its name or its form, of what was read. */
  readonly secrets: readonly string[];
}

/**
 * Arguments as they may be kept: as JSON without what looks like a secret by its name or its form, through
 * `redact`, which masks those of the launch, and cut. What is beyond the cut is neither read nor copied.
 */
export function briefArguments(given: unknown, redact: (text: string) => string): BriefArguments {
  const writer = new Writer(longest + margin);
  writer.write(given, '', false);
  const text = redact(writer.text);
  const isCut = writer.isFull || text.length > longest;
  const { secrets } = writer;
  return isCut ? { text: text.slice(0, longest), isCut, secrets } : { text, secrets };
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
    return withoutSecrets(name, this.#short(value), (secret) => void this.secrets.push(secret));
  }

  #short(text: string): string {
    return text.slice(0, this.room + 1);
  }

  #quoted(text: string): string {
    return JSON.stringify(text);
  }
}

/** What stands before the value that it names, in a list of arguments. */
function flagOf(before: unknown): string | undefined {
  return typeof before === 'string' && /^--?[a-z][\w-]*$/i.test(before) ? before : undefined;
}
