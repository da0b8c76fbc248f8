import { likelySecrets } from '../config/likelySecrets';
import { secretName } from '../config/secretNames';
import { isIssuedSecret, isPlaceholder } from '../config/secretShapes';

export const mask = '•••';

const privateKey = /-----BEGIN [A-Z\d ]*KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]*-----|$)/g;
const password = /(:\/\/[^\s/?#@:]*:)([^\s/?#@]+)(?=@)/g;
/** A name that something is assigned to: in a shell, a query, a header, or JSON within a text. */
const assigning = /(?<![\w.-])([\w.-]+)(?:\\*["'])?\s*[:=]\s*/g;
const value = /\\*"([^"\\]+)|((?:(?:Bearer|Basic|Token|Bot)\s+)?[^\s"'&;]+)|\\*'([^'\\]+)/iy;
/** A flag with the word behind it. */
const flagged = /(?<![\w.-])(--[a-z][\w-]*)(\s+["']?)([^\s"'-][^\s"']*)/gi;
const scheme = /(?<!\w)((?:Bearer|Basic)\s+)([^\s"',;]{8,})/gi;
/** What follows the scheme in prose. */
const plainWord = /^[a-z]+[.:?!]*$/;
const word = /\w(?:[\w.=-]*\w)?/g;

/**
 * A text without what looks like a secret in it, by the name in front of it or by its form. `name`: under which the
 * text stands. Each secret is given to `found`. Linear in the length of the text.
 */
export function withoutSecrets(
  name: string,
  text: string,
  found: (secret: string) => void = () => undefined,
): string {
  const hide = (secret: string): string => {
    if (secret === mask || secret === '') return secret;
    found(secret);
    return mask;
  };
  const keyless = text.replaceAll(privateKey, hide);
  return inAssigned(inValue(name, keyless, hide), hide)
    .replaceAll(password, (_, before: string, secret: string) => before + hide(secret))
    .replaceAll(
      flagged,
      (_, flag: string, between: string, secret: string) =>
        flag + between + inValue(flag, secret, hide),
    )
    .replaceAll(scheme, (whole: string, before: string, secret: string) =>
      plainWord.test(secret) || isPlaceholder(secret) ? whole : before + hide(secret),
    )
    .replaceAll(word, (whole) => {
      const last = whole.slice(whole.lastIndexOf('=') + 1);
      if (isIssuedSecret(whole)) return hide(whole);
      return isIssuedSecret(last) ? whole.slice(0, -last.length) + hide(last) : whole;
    });
}

function inAssigned(text: string, hide: (secret: string) => string): string {
  let masked = '';
  let done = 0;
  assigning.lastIndex = 0;
  for (let found = assigning.exec(text); found; found = assigning.exec(text)) {
    const name = found[1] ?? '';
    if (secretName(name) === 'none') continue;
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

/** Without what a launch would have to hide in a variable of that name. */
function inValue(name: string, value: string, hide: (secret: string) => string): string {
  const launch = { type: 'stdio', command: '', args: [], env: { [name]: value } } as const;
  const isNamed = secretName(name) !== 'none';
  return likelySecrets(launch)
    .filter(({ text }) => isNamed || !/\s/.test(text))
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, text: secret }) =>
        text.slice(0, start) + hide(secret) + text.slice(start + secret.length),
      value,
    );
}
