import { parseWithNumbers, WrittenNumber } from '../../base/jsonSource';
import { copyOfBeginning } from '../../base/largeText';
import { mask } from '../../base/mask';
import {
  secretName,
  secretsInNamed,
  isIssuedSecret,
  isPlaceholder,
  mayHoldIssuedSecret,
} from '../../config/likelySecrets';

const privateKey = /-----BEGIN [A-Z\d ]*KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]*-----|$)/g;
const password = /(:\/\/[^\s/?#@:]*:)([^\s/?#@]+)(?=@)/g;
/**
 * The sign of an assignment: in a shell, a query, a header, or JSON within a text. It has what stands before it from
 * the name on, and the whole name: a search for names would stop at every word.
 */
const assigning = /[:=](?<=(?<![\w.-])(([\w.-]+)(?:\\*["'])?\s*).)\s*/g;
const value = /\\*"([^"\\]+)|((?:(?:Bearer|Basic|Token|Bot)\s+)?[^\s"'&;]+)|\\*'([^'\\]+)/iy;
/** A flag with the word behind it. */
const flagged = /(?<![\w.-])(--[a-z][\w-]*)(\s+["']?)([^\s"'-][^\s"']*)/gi;
const scheme = /(?<!\w)((?:Bearer|Basic)\s+)([^\s"',;]{8,})/gi;
const schemeName = /(?:Bearer|Basic)\s/i;
/** A word that follows the scheme in prose. */
const plainWord = /^[a-z]+[.:?!]*$/;
/** A word that is long enough for an issued secret. */
const word = /\w[\w.=-]{5,}\w/g;

/**
 * Masks everything in a text that looks like a secret by its name or its form. `name`: the name of the whole text.
 * Calls `found` with each secret. Linear in the length of the text.
 */
export function maskSecrets(
  name: string,
  text: string,
  found: (secret: string) => void = () => undefined,
): string {
  const hide = (secret: string): string => {
    if (secret === mask || secret === '') return secret;
    found(secret);
    return mask;
  };
  // Most texts have none of these signs, and to look for one costs far less than to replace nothing.
  let masked = text.includes('-----BEGIN') ? text.replaceAll(privateKey, hide) : text;
  masked = inAssigned(inValue(name, masked, hide), hide);
  if (masked.includes('://'))
    masked = masked.replaceAll(
      password,
      (_, before: string, secret: string) => before + hide(secret),
    );
  if (masked.includes('--'))
    masked = masked.replaceAll(
      flagged,
      (_, flag: string, between: string, secret: string) =>
        flag + between + inValue(flag, secret, hide),
    );
  if (schemeName.test(masked))
    masked = masked.replaceAll(scheme, (whole: string, before: string, secret: string) =>
      plainWord.test(secret) || isPlaceholder(secret) ? whole : before + hide(secret),
    );
  if (!mayHoldIssuedSecret(masked)) return masked;
  return masked.replaceAll(word, (whole) => {
    if (isIssuedSecret(whole)) return hide(whole);
    const last = whole.slice(whole.lastIndexOf('=') + 1);
    return isIssuedSecret(last) ? whole.slice(0, -last.length) + hide(last) : whole;
  });
}

function inAssigned(text: string, hide: (secret: string) => string): string {
  if (!text.includes(':') && !text.includes('=')) return text;
  let masked = '';
  let done = 0;
  assigning.lastIndex = 0;
  for (let found = assigning.exec(text); found; found = assigning.exec(text)) {
    const [, before = '', name = ''] = found;
    if (found.index - before.length < done || secretName(name) === 'none') continue;
    value.lastIndex = assigning.lastIndex;
    const [whole = '', ...parts] = value.exec(text) ?? [];
    const plain = parts.find((part) => part !== undefined) ?? '';
    const start = assigning.lastIndex + whole.length - plain.length;
    masked += text.slice(done, start) + inValue(name, plain, hide);
    done = start + plain.length;
    assigning.lastIndex = done;
  }
  return masked + text.slice(done);
}

/** Masks everything that a launch would have to hide in a variable of that name. */
function inValue(name: string, value: string, hide: (secret: string) => string): string {
  const found = secretsInNamed(name, value);
  if (found.length === 0) return value;
  const isNamed = secretName(name) !== 'none';
  return found
    .filter(({ text }) => isNamed || !/\s/.test(text))
    .reduceRight(
      (text, { start, text: secret }) =>
        text.slice(0, start) + hide(secret) + text.slice(start + secret.length),
      value,
    );
}

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
