import { Buffer } from 'node:buffer';
import type { ArgumentField } from './argumentInput';

/** Expansion of an operator (RFC 6570, appendix A). */
interface Operator {
  readonly first: string;
  readonly separator: string;
  /** Values are preceded by their names. */
  readonly named: boolean;
  /** Follows a name with an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters are not encoded. */
  readonly reserved: boolean;
  /** The URI is complete without it. */
  readonly optional: boolean;
}

const simple: Operator = {
  first: '',
  separator: ',',
  named: false,
  ifEmpty: '',
  reserved: false,
  optional: false,
};

const operators: Readonly<Record<string, Operator>> = {
  '+': { ...simple, reserved: true },
  '#': { ...simple, first: '#', reserved: true, optional: true },
  '.': { ...simple, first: '.', separator: '.' },
  '/': { ...simple, first: '/', separator: '/' },
  ';': { ...simple, first: ';', separator: ';', named: true, optional: true },
  '?': { ...simple, first: '?', separator: '&', named: true, ifEmpty: '=', optional: true },
  '&': { ...simple, first: '&', separator: '&', named: true, ifEmpty: '=', optional: true },
};

interface Variable {
  readonly name: string;
  /** Takes a comma-separated list. */
  readonly exploded: boolean;
  /** Characters of the value at most. */
  readonly length: number | undefined;
}

const expressions = /\{([+#./;?&]?)([^{}]+)\}/g;

/** Variables of a URI template, each once, in order. */
export function templateVariables(template: string): readonly ArgumentField[] {
  const asked = new Map<string, ArgumentField>();
  for (const [, operator = '', list = ''] of template.matchAll(expressions)) {
    const required = !(operators[operator] ?? simple).optional;
    for (const { name } of variablesOf(list)) {
      asked.set(name, { name, required: required || asked.get(name)?.required === true });
    }
  }
  return [...asked.values()];
}

/** Expands a URI template (RFC 6570); variables without value are left out, what cannot be read stays. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(expressions, (whole, sign: string, list: string) => {
    const operator = operators[sign] ?? simple;
    const variables = variablesOf(list);
    if (variables.length === 0) return whole;
    const parts = variables.flatMap((variable) =>
      Object.hasOwn(values, variable.name)
        ? expanded(variable, values[variable.name] ?? '', operator)
        : [],
    );
    return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
  });
}

/** The variables of an expression. Behind a colon frameworks write a type, such as `{id:int}`, which says nothing here. */
function variablesOf(list: string): readonly Variable[] {
  return list.split(',').flatMap((text) => {
    const [, name, star, length] =
      /^\s*([^\s:*]+)(?:(\*)|:(?:(\d{1,4})|[^]*))?\s*$/.exec(text) ?? [];
    if (name === undefined) return [];
    return [{ name, exploded: star !== undefined, length: length ? Number(length) : undefined }];
  });
}

function expanded(
  { name, exploded, length }: Variable,
  value: string,
  { named, ifEmpty, reserved }: Operator,
): string[] {
  const values = exploded ? value.split(',') : [value];
  return values.map((one) => {
    const text = encoded(Array.from(one).slice(0, length).join(''), reserved);
    if (!named) return text;
    return `${name}${text === '' ? ifEmpty : `=${text}`}`;
  });
}

/** Percent-encodes all but unreserved characters; `reserved` also keeps reserved ones and escapes. */
function encoded(text: string, reserved: boolean): string {
  const kept = reserved
    ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/y
    : /[A-Za-z0-9\-._~]/y;
  let result = '';
  for (let at = 0; at < text.length;) {
    kept.lastIndex = at;
    const piece = kept.exec(text)?.[0] ?? '';
    const character = piece || String.fromCodePoint(text.codePointAt(at) ?? 0);
    result += piece || escapedBytes(character);
    at += character.length;
  }
  return result;
}

function escapedBytes(character: string): string {
  const bytes = [...Buffer.from(character, 'utf8')];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
