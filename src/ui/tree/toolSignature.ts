import { isObject } from '../../base/json';
import type { Tool } from '../../ipc/state';
import { escapeDeceptive } from '../text/escapeDeceptive';

/** So many parameters and choices are written out. */
const mostParameters = 12;
const mostChoices = 6;
const longestSummary = 160;

/** The parameters that a tool requires, each with its kind: "repo: string, state: open|closed, ids: string[]". */
export function requiredSignature({ inputSchema }: Tool): string {
  const { required, properties } = inputSchema ?? {};
  const described = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [];
  const parameters = names.slice(0, mostParameters).map((name) => {
    const kind = kindOf(Object.hasOwn(described, name) ? described[name] : undefined);
    return kind === '' ? name : `${name}: ${kind}`;
  });
  return escapeDeceptive(
    [...parameters, ...(names.length > mostParameters ? ['…'] : [])].join(', '),
  );
}

/** The first sentence of a description on one line, cut where it is long. */
export function summaryOf({ title, description = title ?? '' }: Tool): string {
  const text = description.slice(0, 1_000).trim().replaceAll(/\s+/g, ' ');
  const sentence = /^.{12,}?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  const isLong = sentence.length > longestSummary;
  return escapeDeceptive(isLong ? `${sentence.slice(0, longestSummary).trimEnd()}…` : sentence);
}

function kindOf(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { type, items, anyOf, enum: choices } = schema;
  if (Array.isArray(choices)) return choicesText(choices);
  if (Array.isArray(anyOf)) return unlessUnknown(anyOf.map(kindOf));
  if (Array.isArray(type))
    return unlessUnknown(type.map((one) => kindOf({ ...schema, type: one })));
  if (type !== 'array') return typeof type === 'string' ? type : '';
  const inner = kindOf(items);
  return inner.includes('|') ? `(${inner})[]` : `${inner || 'any'}[]`;
}

function unlessUnknown(kinds: readonly string[]): string {
  return kinds.includes('') ? '' : [...new Set(kinds)].join('|');
}

function choicesText(choices: readonly unknown[]): string {
  const told = choices.slice(0, mostChoices).map((one) => {
    return typeof one === 'string' ? one : JSON.stringify(one);
  });
  return [...told, ...(choices.length > mostChoices ? ['…'] : [])].join('|');
}
