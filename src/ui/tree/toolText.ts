import { asText, isObject } from '../../base/json';
import type { Tool } from '../../ipc/state';
import type { SchemaChange, SchemaChangeKind } from '../../tools/schema/schemaChange';
import { escapeDeceptive } from '../text/untrustedText';
import { textsOf } from '../text/format';

/** Parameters and choices that are written out. */
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
  if (type !== 'array') return asText(type);
  const inner = kindOf(items);
  return inner.includes('|') ? `(${inner})[]` : `${inner || 'any'}[]`;
}

function unlessUnknown(kinds: readonly string[]): string {
  return kinds.includes('') ? '' : [...new Set(kinds)].join('|');
}

function choicesText(choices: readonly unknown[]): string {
  const shown = choices.slice(0, mostChoices).map((one) => {
    return typeof one === 'string' ? one : JSON.stringify(one);
  });
  return [...shown, ...(choices.length > mostChoices ? ['…'] : [])].join('|');
}

/** Repairs of a tool's schema for models. */
export const schemaChangeTexts: Readonly<Record<SchemaChangeKind, string>> = {
  inlined: '{places}: the definition stands in the place of its reference.',
  cyclic: '{places}: a definition that contains itself ends here.',
  remote: '{places}: the reference leads out of the schema and is not followed; anything goes.',
  unresolved: '{places}: the reference leads nowhere; anything goes.',
  items: '{places}: the list does not say what is in it; anything goes.',
  types: '{places}: several types are alternatives of one type each.',
  nullable: '{places}: null is an alternative of its own.',
  boolean: '{places}: "true" and "false" are no schemas to models.',
  type: '{places}: the type was missing or is none of JSON Schema.',
  draft: '{places}: said as the present draft of JSON Schema says it.',
  properties: 'The parameters are an object without any.',
  combined: 'Alternatives of the parameters as a whole are one object with all of them.',
  dialect: 'The dialect of the schema is unknown; it is read as JSON Schema 2020-12.',
  required: '{places}: required parameters that are not described are now there.',
  name: '{places}: left out, as models cannot use the name.',
  description: 'The title stands in for the missing description.',
  malformed: '{places}: keywords without a valid value are left out.',
  tooLarge: '{places}: too large or too deep; anything goes from here.',
};

const changeText = textsOf(schemaChangeTexts);

const namedPlaces = 5;

/** The changes in sentences, a line for each kind with the first of its places. */
export function schemaChangeLines(changes: readonly SchemaChange[]): readonly string[] {
  const places = new Map<SchemaChangeKind, string[]>();
  for (const { kind, at } of changes) {
    const known = places.get(kind);
    if (known) known.push(at);
    else places.set(kind, [at]);
  }
  return Array.from(places, ([kind, paths]) => {
    const named = [...new Set(paths)].map((path) =>
      path === '' ? '(top)' : escapeDeceptive(path),
    );
    const more = named.length > namedPlaces ? ', …' : '';
    const args = { places: named.slice(0, namedPlaces).join(', ') + more };
    return changeText(kind, args);
  });
}
