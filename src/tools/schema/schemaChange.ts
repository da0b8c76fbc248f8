/** The kinds of repairs that make models take a schema. */
export type SchemaChangeKind =
  /** A definition replaces the reference to it. */
  | 'inlined'
  /** A reference into itself ends where it comes around. */
  | 'cyclic'
  /** References that lead nowhere, or out of the schema, allow everything. */
  | 'remote'
  | 'unresolved'
  /** `items` was missing. */
  | 'items'
  /** Several types became alternatives of one each; `null` too, where `nullable` said so. */
  | 'types'
  | 'nullable'
  /** `true` or `false` in the place of a schema. */
  | 'boolean'
  /** A type was missing, or is none that JSON Schema knows. */
  | 'type'
  /** Bounds and tuples of a former draft are written as in 2020-12. */
  | 'draft'
  /** An object without `properties` at the top. */
  | 'properties'
  /** Alternatives at the top became one object. */
  | 'combined'
  /** `$schema` names no draft. */
  | 'dialect'
  /** Names in `required` got a property. */
  | 'required'
  /** An optional parameter with a name that models cannot use was left out. */
  | 'name'
  /** The title stands in for the description. */
  | 'description'
  /** A keyword without a valid value was left out. */
  | 'malformed'
  /** Schemas beyond the bounds allow everything. */
  | 'tooLarge';

/** One change; `at` is the path of the place, empty for the top. */
export interface SchemaChange {
  readonly kind: SchemaChangeKind;
  readonly at: string;
}

/** A JSON Schema that is not a boolean. */
export type SchemaObject = Readonly<Record<string, unknown>>;
