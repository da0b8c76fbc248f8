const mask = '•••';

/** The shortest secret that is masked, in characters. */
const shortest = 4;

/** The shortest part of a longer base64 text that is masked, in characters. */
const shortestPart = 8;

/** Where in a text a secret stands. */
interface Spot {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes a function that replaces every one of these secrets in a text, however it is written there:
 * plain, as part of a JSON string, percent-encoded, or in base64, alone or within more. Secrets shorter than four
 * characters are left alone, because masking them would hide half of any text and tell the secret by its gaps.
 * The lines of a secret of several are secrets as well, since a log tells them one by one.
 * Of secrets that overlap in a text nothing is left. Texts of at least `longest` characters may have been
 * cut: the beginning of a secret at their end is masked as well. To be kept where many texts have the same
 * secrets.
 */
export function redactor(secrets: Iterable<string>, longest = Infinity): (text: string) => string {
  const known = [...secrets].flatMap(withLines).filter((secret) => secret.length >= shortest);
  const bySecret = known.map(writings);
  const written = [...new Set(bySecret.flat())];
  const parts = [...new Set(bySecret.flatMap(partsOf))];
  return (text) => {
    const isCut = text.length >= longest;
    const isClean = !isCut && !parts.some((one) => text.includes(one));
    return isClean ? text : masked(text, written, isCut);
  };
}

/** A {@link redactor} whose secrets become more. */
export class Redactor {
  readonly #secrets: Set<string>;
  #redact: (text: string) => string;

  constructor(
    secrets: readonly string[],
    private readonly longest: number,
  ) {
    this.#secrets = new Set(secrets);
    this.#redact = redactor(secrets, longest);
  }

  /** Masks these secrets, too. True if one of them is new: texts that were masked before may hold it. */
  add(secrets: readonly string[]): boolean {
    if (secrets.every((secret) => this.#secrets.has(secret))) return false;
    for (const secret of secrets) this.#secrets.add(secret);
    this.#redact = redactor(this.#secrets, this.longest);
    return true;
  }

  masked(text: string): string {
    return this.#redact(text);
  }
}

/** The same for a single text. */
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

function writings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const json = JSON.stringify(secret).slice(1, -1);
  // Half a character has no percent-encoding.
  const whole = secret.replaceAll(/\p{Cs}/gu, '\u{FFFD}');
  const encoded = [base64, ...partsInBase64(secret)];
  const forUrls = encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
  return [secret, json, encodeURIComponent(whole), ...encoded, ...forUrls];
}

/** Those of some writings that hold no other one: a text without the part has not the whole either. */
function partsOf(written: readonly string[]): string[] {
  const holdsAnother = (one: string): boolean =>
    written.some((other) => other !== one && one.includes(other));
  return written.filter((one) => !holdsAnother(one));
}

/** What the secret alone decides of a longer base64 text, by its place in a group of three bytes. */
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

/** Where a text ends with the first characters of something written. */
function spotOfStart(written: string, text: string): readonly Spot[] {
  const end = text.length;
  for (let start = Math.max(0, end - written.length + 1); start <= end - shortest; start++) {
    if (written.startsWith(text.slice(start))) return [{ start, end }];
  }
  return [];
}
