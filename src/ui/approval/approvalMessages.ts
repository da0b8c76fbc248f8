import * as z from 'zod/mini';

const layerSchema = z.enum(['user', 'workspace']);

/** Messages of the approval page; `key` names a definition exactly as shown. */
export const pageMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('tick'), key: z.string(), ticked: z.boolean() }),
  z.strictObject({ kind: z.literal('open'), key: z.string() }),
  z.strictObject({
    kind: z.literal('approve'),
    layer: layerSchema,
    /** The ticked ones. */
    keys: z.readonly(z.array(z.string())),
  }),
  z.strictObject({ kind: z.literal('leave'), layer: layerSchema }),
  z.strictObject({ kind: z.enum(['cancel', 'chat', 'view']) }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** Message to the page: content, and the number of checkbox changes that it includes. */
export type PageUpdate = PageContent & { readonly ticks: number };

/** Content of the page: HTML in parts that are replaced one by one. */
export interface PageContent {
  readonly head: string;
  readonly cards: readonly { readonly key: string; readonly html: string }[];
  readonly foot: string;
  /** Keys of the cards whose boxes are ticked. */
  readonly ticked: readonly string[];
}
