import { BoundedMap } from '../base/bounded';
import { withoutValues } from '../base/json';
import type { Launch } from './definition';

/** The path of a value in a launch, and in an entry of VS Code's format: `['env', 'TOKEN']`, `['args', 2]`. */
export type ValuePath =
  readonly ['env' | 'headers' | 'oauth', string] | readonly ['args', number] | readonly ['url'];

/** A value of a launch that may contain a secret. */
export interface LaunchValue {
  readonly location: ValuePath;
  readonly value: string;
  /** The argument before it. */
  readonly before?: string | undefined;
}

/** A part of a value of a launch that looks like a secret in plain text. */
export interface SecretSpot {
  readonly location: ValuePath;
  /** The name of its variable, header, flag, query field or key of `oauth`; may be empty. */
  readonly name: string;
  /** The start of the secret in the value, in UTF-16 units. */
  readonly start: number;
  /** The secret alone, exactly as written. Never shown or logged. */
  readonly text: string;
}

/** A secret within one value. */
export type FoundSecret = Omit<SecretSpot, 'location'>;

/** Names of credential schemes; the scheme itself is not a secret. */
const scheme = /^\s*(?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Bot)\s+/i;

/** Flags that stand alone, so that what follows is not their value. */
const isSwitch = /^--(?:no|disable|skip|allow|enable|without|use|require)-/;

/**
 * Finds likely secrets in a launch as written, by name or form. Searches environment variables, headers, `oauth`,
 * arguments and the URL. Values with variables and placeholders are not secrets. Linear in the length of the launch.
 */
export function likelySecrets(launch: Launch): readonly SecretSpot[] {
  return launchValues(launch).flatMap((one) =>
    secretsAt(one).map((found) => ({ location: one.location, ...found })),
  );
}

/** The values of a launch that may contain a secret. Of `oauth` these prove that a client is the registered one. */
export function launchValues(launch: Launch): readonly LaunchValue[] {
  if (launch.type === 'stdio') {
    const { env, args } = launch;
    const inArgs = args.map((value, at): LaunchValue => ({
      location: ['args', at],
      value,
      before: args[at - 1],
    }));
    return [...valuesIn('env', env), ...inArgs];
  }
  const { clientSecret = null, privateKey = null } = launch.oauth ?? {};
  return [
    { location: ['url'], value: launch.url },
    ...valuesIn('headers', launch.headers),
    ...valuesIn('oauth', { clientSecret, privateKey }),
  ];
}

function valuesIn(
  key: 'env' | 'headers' | 'oauth',
  values: Readonly<Record<string, string | null>>,
): readonly LaunchValue[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ location: [key, name], value }],
  );
}

function secretsAt({ location, value, before }: LaunchValue): readonly FoundSecret[] {
  if (location[0] === 'url') return inAddress(value);
  return location[0] === 'args' ? inArgument(value, before) : secretsInNamed(location[1], value);
}

/** A flag can name the argument behind it. */
function inArgument(value: string, before: string | undefined): readonly FoundSecret[] {
  const flag = before !== undefined && /^--?[A-Za-z][\w-]*$/.test(before) ? before : undefined;
  const header = /^(?:--?header=|-H)?([A-Za-z][\w-]*):\s*/i.exec(value);
  const isHeader = flag === '-H' || flag === '--header' || /^(?:--?header=|-H)/i.test(value);
  if (header && isHeader)
    return shifted(
      secretsInNamed(header[1] ?? '', value.slice(header[0].length)),
      header[0].length,
    );
  const assigned = /^(?:--?)?([A-Za-z][\w.-]*)=/.exec(value);
  if (assigned)
    return shifted(
      secretsInNamed(assigned[1] ?? '', value.slice(assigned[0].length)),
      assigned[0].length,
    );
  if (value.startsWith('-')) return [];
  if (flag !== undefined && namesSecret(flag))
    return secretsInNamed(flag.replace(/^-+/, ''), value);
  const inside = inAddress(value);
  if (inside.length > 0) return inside;
  const isSecret = isIssuedSecret(value) || (flag === undefined && isRandom(value));
  return isSecret && !isPlaceholder(value) ? [{ name: '', start: 0, text: value }] : [];
}

/**
 * Likely secrets in a value with a name: what follows its scheme, or parts of it where it is an address. They do not
 * overlap and come in their order.
 */
export function secretsInNamed(name: string, value: string): readonly FoundSecret[] {
  const inside = inAddress(value);
  if (inside.length > 0) return inside.map((found) => ({ ...found, name }));
  const start = scheme.exec(value)?.[0].length ?? 0;
  const text = value.slice(start);
  const known = start > 0 ? 'strong' : secretName(name);
  return isSecret(known, text) ? [{ name, start, text }] : [];
}

/** Userinfo, query fields and path segments of an address. */
function inAddress(value: string): readonly FoundSecret[] {
  if (!value.includes('://')) return [];
  const [whole = '', userinfo] = /^[A-Za-z][A-Za-z\d+.-]*:\/\/(?:([^/?#@\s]*)@)?/.exec(value) ?? [];
  if (whole === '') return [];
  const found: FoundSecret[] = [];
  const userStart = whole.length - (userinfo?.length ?? 0) - 1;
  if (userinfo !== undefined) found.push(...inUserinfo(userinfo, userStart));
  const hash = value.indexOf('#', whole.length);
  const end = hash === -1 ? value.length : hash;
  const question = value.slice(0, end).indexOf('?', whole.length);
  const pathEnd = question === -1 ? end : question;
  for (const { start, text } of parts(value, whole.length, pathEnd, '/')) {
    if ((isIssuedSecret(text) || isRandom(text)) && !isPlaceholder(text))
      found.push({ name: '', start, text });
  }
  if (question === -1) return found;
  for (const { start, text } of parts(value, question + 1, end, '&')) {
    const equals = text.indexOf('=');
    if (equals === -1) continue;
    const [name, secret] = [text.slice(0, equals), text.slice(equals + 1)];
    if (isSecret(secretName(name), secret))
      found.push({ name, start: start + equals + 1, text: secret });
  }
  return found;
}

function inUserinfo(userinfo: string, start: number): readonly FoundSecret[] {
  const colon = userinfo.indexOf(':');
  const text = colon === -1 ? userinfo : userinfo.slice(colon + 1);
  // Without a password the name of the user may be a token.
  const known: SecretName = colon === -1 ? 'none' : 'strong';
  return isSecret(known, text) ? [{ name: 'password', start: start + colon + 1, text }] : [];
}

function isSecret(name: SecretName, text: string): boolean {
  const isLikely = isIssuedSecret(text) || (looksSecret(name, text) && !isLocation(text));
  return isLikely && !isPlaceholder(text);
}

function looksSecret(name: SecretName, text: string): boolean {
  if (name === 'strong') return text.length >= 3;
  return isRandom(text) || (name === 'weak' && isPlausible(text));
}

/** The parts of `value` between two offsets, each with the offset where it begins. */
function parts(
  value: string,
  from: number,
  to: number,
  separator: string,
): readonly { readonly start: number; readonly text: string }[] {
  let start = from;
  return value
    .slice(from, to)
    .split(separator)
    .map((text) => {
      const part = { start, text };
      start += text.length + 1;
      return part;
    });
}

function shifted(found: readonly FoundSecret[], by: number): readonly FoundSecret[] {
  return found.map((one) => ({ ...one, start: one.start + by }));
}

/** The certainty, by its name, that a value is a secret. */
type SecretName = 'strong' | 'weak' | 'none';

/** Words that name a secret wherever they stand in a name. */
const strongWords = wordSet(
  `token secret password passwd passphrase pwd credential credentials apikey jwt bearer
   cookie authorization pat`,
);

/** Words that may name a secret if the value looks like one too. */
const weakWords = wordSet(
  `key keys tokens secrets passwords auth oauth pass creds cred signature sig code`,
);

/** Any of these words, also within others. */
const telling = new RegExp([...strongWords, ...weakWords].join('|'));
const notAlphanumeric = /[^a-z\d]+/g;

/** Names written in one word: `githubtoken`, `openaiapikey`. */
const strongEndings = /(?:token|secret|password|passwd|passphrase|credentials?|apikeys?)$/;
const keyEndings = /(?:access|secret|private|auth|signing|encryption|license|master)key$/;

/** Last words for facts about a secret, such as its location, not the secret itself. */
const aboutWords = wordSet(
  `id ids name names path paths file files dir folder type mode url uri host port
   endpoint server ttl timeout expiry expires length size limit max min count prefix
   suffix version region algorithm alg scheme method provider enabled disabled issuer
   audience scope scopes user username email header format env var variable store
   storage budget encoding required domain lifetime age cache service manager vault
   label title`,
);

/** Words that make a key public or one of a table, and tokens a model's or those of a request's progress. */
const plainWords = wordSet(
  `public publishable sort primary partition foreign group row index max progress`,
);

/** Judgements of names, because those in the arguments of calls come again and again. */
const judged = new BoundedMap<string, SecretName>(1_000);
/** Characters of a name that is likely to come again. */
const longestJudged = 64;

/** True if a variable, header or flag of this name has a secret as its value. */
export function namesSecret(name: string): boolean {
  return !isSwitch.test(name) && secretName(name) !== 'none';
}

/** Judges by the name of a variable, header, flag or query field whether its value is a secret. */
export function secretName(name: string): SecretName {
  if (name.length > longestJudged) return judge(name);
  const known = judged.get(name);
  if (known !== undefined) return known;
  const judgement = judge(name);
  // Put together anew, because a part of a text would keep all of the text in memory.
  judged.set(name.split('').join(''), judgement);
  return judgement;
}

function judge(name: string): SecretName {
  // Most names of arguments and fields have nothing to do with secrets.
  if (!telling.test(name.toLowerCase().replaceAll(notAlphanumeric, ''))) return 'none';
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || aboutWords.has(last)) return 'none';
  if (words.some((word) => plainWords.has(word))) return 'none';
  if (words.some((word) => strongWords.has(word))) return 'strong';
  const joined = words.join('');
  if (strongEndings.test(joined) || keyEndings.test(joined)) return 'strong';
  return words.some((word) => weakWords.has(word)) ? 'weak' : 'none';
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(notAlphanumeric)
    .filter(Boolean);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** The forms of tokens that issuers give a prefix or a grammar of their own. */
const issuedForms: readonly RegExp[] = [
  /^gh[oprsu]_[A-Za-z\d]{16,}$/,
  /^github_pat_\w{16,}$/,
  /^gl(?:pat|ptt|dt|rt|soat)-[\w-]{16,}$/,
  /^(?:sk|rk|pk_live|sk_live|sk_test|rk_live|rk_test)[-_][\w-]{16,}$/,
  /^xox[abeoprs]-[\w-]{10,}$/,
  /^xapp-[\w-]{16,}$/,
  /^(?:AKIA|ASIA)[A-Z\d]{16}$/,
  /^AIza[\w-]{30,}$/,
  /^ya29\.[\w-]{16,}$/,
  /^npm_[A-Za-z\d]{30,}$/,
  /^pypi-[\w-]{16,}$/,
  /^(?:hf|ntn|secret|gsk|r8|re|sbp|figd|shpat|shpss|dop_v1|doo_v1|lin_api|napi|phc|phx)_\w{16,}$/,
  /^(?:tvly|fc|pplx|bsa|jina|ctx7sk|glsa|sntry[su]|ATATT3)[-_]?[\w=-]{16,}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/,
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];
/** All of them at once. */
const issued = new RegExp(issuedForms.map(({ source }) => source).join('|'));
/** Their beginnings at any word of a text. */
const issuedWithin = new RegExp(
  `\\b(?:${issuedForms
    .filter(({ source }) => !source.startsWith('^-'))
    .map(boundedBeginning)
    .join('|')})`,
);

/**
 * The beginning of a form up to its first repetition without an end, so that a search in a text stays linear. The form
 * must have no such sign in a class.
 */
function boundedBeginning({ source }: RegExp): string {
  return source
    .replaceAll(/^\^|\$$/g, '')
    .replace(/\+.*/, '')
    .replace(/,\}.*/, '}');
}

const words = ['token', 'secret', 'key', 'api_key', 'api-key', 'apikey', 'password', 'none'];
const emptyWords = new Set([...words, 'null', 'undefined', 'test', 'string', 'value', 'todo']);

const placeholders: readonly RegExp[] = [
  // A variable of some kind: ${X}, $X, %X%, {{x}}, {x}, <x>, [x].
  /\$\{|^\$\w+$|^%\w+%$|^\{.*\}$|^<.*>$|^\[.*\]$/s,
  /<[\w .-]+>/,
  /^(?:true|false|yes|no|on|off|[\d.,]+)$/i,
  /(?:^|[-_\s])(?:your|enter|insert|paste|replace)(?:[-_\s]|$)/i,
  /^(?:your|my)[a-z_ -]*(?:key|token|secret|password)/i,
  /change-?_?me|placeholder|example|dummy|redacted/i,
  /[-_ ]here$/i,
  /x{4,}|^x+$|\*{3,}|\.{3}|…|•/i,
  /^(.)\1*$/s,
];

/** True if the value is only a placeholder: a hint, a variable, a switch or a number. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  if (text === '' || emptyWords.has(text.toLowerCase())) return true;
  return placeholders.some((shape) => shape.test(text));
}

/** The beginnings of paths and URLs. */
const beginning = /^(?:~|\.{1,2})?[\\/]|^[A-Za-z]:[\\/]|^[A-Za-z][A-Za-z\d+.-]*:\/\//;
const fileName = /\.(?:json|pem|key|txt|env|ya?ml|toml|crt|cer|p12|pfx|m?js|ts|py|sh|html?)$/i;

/** True if the value names a file or a URL, which are not secrets by themselves. */
export function isLocation(value: string): boolean {
  return beginning.test(value) || fileName.test(value);
}

/** True if the value has the form of an issued token, whatever its name. */
export function isIssuedSecret(value: string): boolean {
  return issued.test(value);
}

/** False if no word of the text has the form of an issued token: one look at the whole costs less than one at each. */
export function mayHoldIssuedSecret(text: string): boolean {
  return issuedWithin.test(text);
}

/** True if the value is too long and random to be written by hand. */
export function isRandom(value: string): boolean {
  if (value.length < 32 || value.length > 4096) return false;
  // Both forms need one, and most long texts are seen to have none at once.
  if (!/\d/.test(value)) return false;
  if (/^[\da-f]+$/i.test(value)) return /[a-f]/i.test(value);
  if (!/^[\w+/-]+={0,2}$/.test(value)) return false;
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return mixed && entropy(value) >= 4;
}

/** True if the value could be a self-made secret: long, or letters with digits. */
function isPlausible(value: string): boolean {
  if (/\s/.test(value) || value.length < 8) return false;
  return value.length >= 16 || (/\d/.test(value) && /[A-Za-z]/.test(value));
}

/** Shannon's entropy of an ASCII text in bits per character. */
function entropy(value: string): number {
  const counts = new Uint16Array(128);
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

/** A JSON value without the texts that look like secrets by the name of their key or by their form. */
export function withoutLikelySecrets(value: unknown): unknown {
  return withoutValues(value, holdsLikelySecret);
}

/** True if a text in a JSON value looks like a secret by the name of its key or by its form. */
export function holdsLikelySecret(value: unknown, name = ''): boolean {
  if (typeof value === 'string') {
    // The full stop of a sentence is no part of a token.
    const texts = value.split(/[^\w.=-]+|\.(?!\w)/);
    return isSecret(secretName(name), value) || texts.some(isIssuedSecret);
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => holdsLikelySecret(inner, key));
}
