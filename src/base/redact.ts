import { BoundedMap } from './bounded';
import { mask } from './mask';

/** The shortest secret that is masked, in characters. */
const shortest = 4;

/** The shortest part of a longer base64 text that is masked, in characters. */
const shortestPart = 8;

/** Secrets that are replaced again and again, as tokens are: so many of the last ones are masked. */
const lastReplaced = 100;

/** The place of a secret in a text. */
interface Spot {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes a function that masks these secrets in a text, however they are written there: plain, as part of a JSON string,
 * in an address or a form, or in base64, alone or within more, by any library. Secrets shorter than four characters
 * stay, because masking them would hide half of any text and show the secret by its gaps. Each line of a secret of several lines
 * is a secret as well, because a log has one line at a time. Secrets that overlap are masked as one. Texts of at least
 * `longest` characters may have been cut: the beginning of a secret at their end is masked as well. Keep the function
 * where many texts have the same secrets, because it takes long to make.
 */
export function redactor(secrets: Iterable<string>, longest = Infinity): (text: string) => string {
  const redact = redactorOf(Array.from(secrets, writingsOf));
  return (text) => redact(text, longest);
}

function redactorOf(bySecret: readonly Written[]): (text: string, longest: number) => string {
  const written = [...new Set(bySecret.flatMap(({ whole }) => whole))];
  const parts = [...new Set(bySecret.flatMap((one) => one.parts))];
  return (text, longest) => {
    const isCut = text.length >= longest;
    const isClean = !isCut && !parts.some((one) => text.includes(one));
    return isClean ? text : masked(text, written, isCut);
  };
}

/** A {@link redactor} whose secrets become more. */
export class Redactor {
  readonly #lasting: Map<string, Written>;
  readonly #replaced = new BoundedMap<string, Written>(lastReplaced);
  #redact: (text: string, longest: number) => string;

  constructor(
    secrets: readonly string[],
    private readonly longest: number,
  ) {
    this.#lasting = new Map(secrets.map((secret) => [secret, writingsOf(secret)]));
    this.#redact = redactorOf([...this.#lasting.values()]);
  }

  /**
   * Masks these secrets, too. True if one of them is new: texts that were masked before may hold it. `isReplaced`:
   * others will take their place again and again.
   */
  add(secrets: readonly string[], isReplaced = false): boolean {
    const fresh = secrets.filter((one) => !this.#lasting.has(one) && !this.#replaced.has(one));
    // A secret that comes again is still in use.
    for (const one of secrets) this.#replaced.use(one);
    if (fresh.length === 0) return false;
    const known = isReplaced ? this.#replaced : this.#lasting;
    for (const secret of fresh) known.set(secret, writingsOf(secret));
    this.#redact = redactorOf([...this.#lasting.values(), ...this.#replaced.values()]);
    return true;
  }

  masked(text: string, longest = this.longest): string {
    return this.#redact(text, longest);
  }
}

/** Masks secrets in a single text, see {@link redactor}. */
export function redact(text: string, secrets: Iterable<string>): string {
  return redactor(secrets)(text);
}

/** Short lines may stand in any text, and the frame of a key (RFC 7468) is in every key. */
function withLines(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  if (lines.length === 1) return [secret];
  const isTelling = (line: string): boolean =>
    line.length >= 8 && !/^-----(?:BEGIN|END) /.test(line);
  return [secret, ...lines.filter(isTelling)];
}

/** The ways to write a secret. */
interface Written {
  readonly whole: readonly string[];
  /** A text without any of these has none of the {@link whole} either. */
  readonly parts: readonly string[];
}

function writingsOf(secret: string): Written {
  const each = withLines(secret)
    .filter((line) => line.length >= shortest)
    .map(writings);
  return { whole: [...new Set(each.flat())], parts: each.flatMap(partsOf) };
}

function writings(secret: string): string[] {
  return [...new Set([secret, ...inJson(secret), ...inAddress(secret), ...inBase64(secret)])];
}

/** As libraries write it in JSON: they differ in what they escape. */
function inJson(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const escaped = (text: string, characters: RegExp): string =>
    text.replaceAll(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const ascii = escaped(json, /[^ -~]/g);
  const forHtml = [/[<>&\u2028\u2029]/g, /[<>&=']/g].map((characters) => escaped(json, characters));
  const dotNet = escaped(ascii.replaceAll('\\"', '"'), /[<>&'"+`]/g).replaceAll(
    /\\u[0-9a-f]{4}/g,
    (one) => `\\u${one.slice(2).toUpperCase()}`,
  );
  const texts = [json, ascii];
  return [...texts, ...texts.map((one) => one.replaceAll('/', String.raw`\/`)), ...forHtml, dotNet];
}

/** As libraries write it in an address or a form: they differ in what they encode. */
function inAddress(secret: string): string[] {
  const whole = secret.toWellFormed();
  const usual = encodeURIComponent(whole);
  const strict = usual.replaceAll(/[!'()*]/g, (one) => `%${hexOf(one)}`);
  const encoded = [
    usual,
    strict,
    strict.replaceAll('%2F', '/'),
    strict.replaceAll('%20', '+'),
    new URLSearchParams({ '': whole }).toString().slice(1),
  ];
  const inLowerCase = encoded.map((one) =>
    one.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
  );
  return [...encoded, ...inLowerCase];
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}

function inBase64(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const encoded = [base64, ...partsInBase64(secret)];
  return [...encoded, ...encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The writings that hold no other one: a text without the part has not the whole either. */
function partsOf(written: readonly string[]): string[] {
  const holdsAnother = (one: string): boolean =>
    written.some((other) => other !== one && one.includes(other));
  return written.filter((one) => !holdsAnother(one));
}

/** The characters of a longer base64 text that the secret alone decides, by its place in a group of three bytes. */
function partsInBase64(secret: string): string[] {
  const parts = [0, 1, 2].map((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + secret);
    const end = Math.floor((bytes.length * 4) / 3);
    return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), end);
  });
  return parts.filter((part) => part.length >= shortestPart);
}

function masked(text: string, written: readonly string[], isCut: boolean): string {
  const spots = written
    .flatMap((one) => [...spotsOf(one, text), ...(isCut ? spotOfStart(one, text) : [])])
    .sort((a, b) => a.start - b.start);
  let result = '';
  let done = 0;
  for (const { start, end } of spots) {
    if (start >= done) result += text.slice(done, start) + mask;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

function spotsOf(written: string, text: string): readonly Spot[] {
  const spots: Spot[] = [];
  for (let start = text.indexOf(written); start !== -1;) {
    const end = start + written.length;
    spots.push({ start, end });
    start = text.indexOf(written, end);
  }
  return spots;
}

/** The place where a text ends with the first characters of something written. */
function spotOfStart(written: string, text: string): readonly Spot[] {
  const end = text.length;
  for (let start = Math.max(0, end - written.length + 1); start <= end - shortest; start++) {
    if (written.startsWith(text.slice(start))) return [{ start, end }];
  }
  return [];
}
