/** The formats that a form may want of a text. */
export const textFormats = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof textFormats)[number];

/** What one field may be answered with. */
export type FieldValue = string | number | boolean | readonly string[];

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** What kind of answer a field wants. */
export type FieldKind =
  | {
      readonly kind: 'text';
      /** In characters, as all lengths of JSON Schema. */
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      readonly pattern?: string | undefined;
      readonly format?: TextFormat | undefined;
    }
  | {
      readonly kind: 'number';
      readonly whole: boolean;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly FieldOption[] }
  | {
      readonly kind: 'choices';
      readonly options: readonly FieldOption[];
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
    };

/** One field of a form. */
export type FormField = FieldKind & {
  readonly key: string;
  /** What the server calls it; words of others. */
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly preset?: FieldValue | undefined;
  /** Its name says that its value is a secret, which a form must not ask for. */
  readonly secret: boolean;
};
