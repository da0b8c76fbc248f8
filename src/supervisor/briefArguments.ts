import { likelySecrets } from '../config/likelySecrets';
import { secretName } from '../config/secretNames';
import { isIssuedSecret } from '../config/secretShapes';

/** Characters of the arguments of a call that are kept. */
const longest = 2_000;
/** So many more are looked at, so that a secret at the end is masked whole. */
const margin = 2_000;
const mask = '•••';

/** The beginning of a call's arguments. */
export interface BriefArguments {
  /** JSON, or the beginning of it. */
  readonly text: string;
  readonly isCut?: boolean;
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
  return isCut ? { text: text.slice(0, longest), isCut } : { text };
}

/** Writes JSON until there is no more room. */
class Writer {
  text = '';

  constructor(private readonly room: number) {}

  get isFull(): boolean {
    return this.text.length > this.room;
  }

  /** `name`: the key under which the value stands; `hides`: that of something around it names a secret. */
  write(value: unknown, name: string, hides: boolean): void {
    if (this.isFull) return;
    if (Array.isArray(value)) this.#writeAll(value, name, hides);
    else if (typeof value === 'object' && value !== null) this.#writeObject(value, hides);
    else if (hides && value !== null && typeof value !== 'boolean') this.text += `"${mask}"`;
    else if (typeof value === 'string')
      this.text += this.#quoted(withoutSecrets(name, this.#short(value)));
    else this.text += JSON.stringify(value) ?? 'null';
  }

  #writeAll(values: readonly unknown[], name: string, hides: boolean): void {
    this.text += '[';
    for (const [at, value] of values.entries()) {
      if (this.isFull) return;
      if (at > 0) this.text += ',';
      this.write(value, name, hides);
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

  #short(text: string): string {
    return text.slice(0, this.room + 1);
  }

  #quoted(text: string): string {
    return JSON.stringify(text);
  }
}

/** A value without what a launch would have to hide in a variable of that name, and without issued tokens. */
function withoutSecrets(name: string, value: string): string {
  const launch = { type: 'stdio', command: '', args: [], env: { [name]: value } } as const;
  const spots = likelySecrets(launch).toSorted((a, b) => b.start - a.start);
  const plain = spots.reduce(
    (text, { start, text: secret }) =>
      text.slice(0, start) + mask + text.slice(start + secret.length),
    value,
  );
  return plain.replaceAll(/[\w.+/=-]{16,}/g, (word) => (isIssuedSecret(word) ? mask : word));
}
