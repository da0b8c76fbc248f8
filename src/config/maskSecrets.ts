import { mask } from '../base/mask';
import {
  isIssuedSecret,
  isPlaceholder,
  mayHoldIssuedSecret,
  secretName,
  secretsInNamed,
} from './likelySecrets';

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
