/** Formats of text fields. */
export const textFormats = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof textFormats)[number];

export type FieldValue = string | number | boolean | readonly string[];

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Type of a field with its constraints. */
export type FieldKind =
  | {
      readonly kind: 'text';
      /** In characters, as JSON Schema counts. */
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

export type FormField = FieldKind & {
  readonly key: string;
  /** Untrusted text of the server. */
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly preset?: FieldValue | undefined;
  /** The name denotes a secret, which a form must not ask for. */
  readonly secret: boolean;
};
