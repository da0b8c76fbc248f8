import type { SchemaChange, SchemaChangeKind } from '../../tools/schema/schemaChange';
import { format } from '../text/format';
import { escapeDeceptive } from '../text/escapeDeceptive';

/** What was done to the parameters of a tool so that models take them. */
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
    return format(schemaChangeTexts[kind], args);
  });
}
