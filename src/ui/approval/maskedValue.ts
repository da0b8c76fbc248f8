import { mask } from '../../base/mask';
import { decidesCode } from '../../config/decidesCode';
import {
  likelySecrets,
  type SecretSpot,
  secretName,
  isIssuedSecret,
  isRandom,
} from '../../config/likelySecrets';
import type { Launch, StdioLaunch } from '../../config/definition';
import {
  isShell,
  replaceVariables,
  type Variable,
  type VariableStyle,
} from '../../config/variables';
import { escapeDeceptive } from '../text/untrustedText';

/** Stands for a variable while the text around it is searched; no shown value contains it. */
const gap = '\0';
/** Authentication scheme before a credential. */
const scheme = /^\s*(?:Bearer|Basic|Token|Api-?Key|Digest|Bot)\s*$/i;

/** The texts of a launch as a person may see them: variables unfilled, secrets as •••. */
export interface MaskedLaunch {
  readonly arg: (index: number, value: string) => string;
  readonly address: (value: string) => string;
  /** The value of a variable of the environment or a header. */
  readonly named: (name: string, value: string) => string;
}

/**
 * Masks likely secrets in a launch, but nothing that decides which code runs. The author of an entry could otherwise
 * hide that behind a telling name. In arguments and addresses a name masks only its own value, if that looks like a
 * secret and has no blank, as a private key has and a command. Variables that load code are never masked, nor those
 * that a text of the launch may run.
 */
export function maskedLaunch(launch: Launch, style: VariableStyle): MaskedLaunch {
  const spots = new Map<string, SecretSpot[]>();
  for (const spot of likelySecrets(launch)) {
    const at = spot.location.join(' ');
    spots.set(at, [...(spots.get(at) ?? []), spot]);
  }
  const key = launch.type === 'stdio' ? 'env' : 'headers';
  const words = launch.type === 'stdio' ? wordsOfCode(launch) : new Map<string, Set<string>>();
  const byName = (location: SecretSpot['location'], value: string): string => {
    const found = (spots.get(location.join(' ')) ?? []).filter(
      ({ name, start, text }) =>
        start > 0 && secretName(name) !== 'none' && hasSecretForm(text) && !/\s/.test(text),
    );
    return escapeDeceptive(maskedSpots(value, found));
  };
  // Windows does not tell the case of names.
  const mayRun = (name: string): boolean => {
    const parts = name.toLowerCase().match(word) ?? [];
    return parts.every((part) => {
      const users = words.get(part);
      return users !== undefined && (users.size > 1 || !users.has(name));
    });
  };
  return {
    arg: (index, value) => byName(['args', index], value),
    address: (value) => byName(['url'], value),
    named: (name, value) => {
      if (key === 'env' && (decidesCode(name) || mayRun(name))) return escapeDeceptive(value);
      const found = spots.get(`${key} ${name}`) ?? [];
      // A spot already locates the secret exactly.
      const isSecret = found.length === 0 && secretName(name) !== 'none';
      return escapeDeceptive(shown(maskedSpots(value, found), style, isSecret));
    },
  };
}

/** A value by its name alone, as {@link maskedLaunch} shows one of the environment. */
export function maskedNamed(name: string, value: string, style: VariableStyle = 'none'): string {
  const launch = { type: 'stdio', command: '', args: [], env: { [name]: value } } as const;
  return maskedLaunch(launch, style).named(name, value);
}

const word = /\w+/g;
/** A text of these signs alone refers to no variable, but may name one: `docker run -e TOKEN`. */
const plainText = /^[\w.,:=@/+-]*$/;
/** A flag, an assignment or a header that has nothing but a variable as its value. */
const passedOn =
  /^(?:--?header=|-H)?-{0,2}([A-Za-z][\w.-]*)(?:=|:\s*)(?:[A-Za-z]+\s+)?\$\{?[\w.:-]+\}?$/;

/**
 * The words of all texts of a launch that may be code, in lower case, each with the variables whose values have it; those
 * of arguments have the empty name. A text that only passes a secret on is no code. A shell may also take a name
 * from a plain text.
 */
function wordsOfCode({ command, args, env }: StdioLaunch): ReadonlyMap<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  const isRun = [command, ...args].some(isShell);
  const add = (text: string, user: string): void => {
    if (!isRun && plainText.test(text)) return;
    if (secretName(passedOn.exec(text)?.[1] ?? '') !== 'none') return;
    for (const part of text.toLowerCase().match(word) ?? [])
      words.set(part, (words.get(part) ?? new Set()).add(user));
  };
  for (const arg of args) add(arg, '');
  for (const [name, value] of Object.entries(env)) if (value !== null) add(value, name);
  return words;
}

/** Name of a variable without its default, in whatever style it was meant. */
export function variableName(text: string): string {
  return text.split(':-', 1)[0] ?? text;
}

/** The value with ••• in place of each spot. */
export function maskedSpots(value: string, spots: readonly SecretSpot[]): string {
  return spots
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, text: { length } }) =>
        text.slice(0, start) + mask + text.slice(start + length),
      value,
    );
}

/** Variables stay, their secret defaults do not; of a secret value nothing else stays. */
function shown(value: string, style: VariableStyle, isSecret: boolean): string {
  if (value === '') return '';
  const variables: string[] = [];
  const parts = replaceVariables(value, style, (variable) => {
    variables.push(written(variable, style, isSecret));
    return gap;
  }).split(gap);
  if (parts.length !== variables.length + 1) return isSecret ? mask : value;
  return parts.map((part, at) => shownPart(part, isSecret) + (variables[at] ?? '')).join('');
}

function shownPart(part: string, isSecret: boolean): string {
  return !isSecret || part.trim() === '' || scheme.test(part) ? part : mask;
}

function written(variable: Variable, style: VariableStyle, isSecret: boolean): string {
  const name = variableName(variable.text);
  const cut = name === variable.text ? undefined : variable.text.slice(name.length + 2);
  const fallback = (variable.kind === 'env' ? variable.fallback : undefined) ?? cut;
  const hides = isSecret || secretName(name) !== 'none' || hasSecretForm(fallback ?? '');
  const text = fallback === undefined ? name : `${name}:-${hides && fallback ? mask : fallback}`;
  if (style === 'braces') return `{${text}}`;
  return style === 'templates' ? `\${{ ${text} }}` : `\${${text}}`;
}

function hasSecretForm(text: string): boolean {
  return isIssuedSecret(text) || isRandom(text);
}
