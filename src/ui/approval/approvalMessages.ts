import * as z from 'zod';

const layerSchema = z.enum(['user', 'workspace']);

/** What the page of approvals tells the extension; `key` is of a definition as it is shown. */
export const pageMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('tick'), key: z.string(), ticked: z.boolean() }),
  z.strictObject({ kind: z.literal('open'), key: z.string() }),
  z.strictObject({
    kind: z.literal('approve'),
    layer: layerSchema,
    /** The ticked ones. */
    keys: z.array(z.string()).readonly(),
  }),
  z.strictObject({ kind: z.literal('leave'), layer: layerSchema }),
  z.strictObject({ kind: z.enum(['cancel', 'chat', 'view']) }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** What is sent to the page: content, and how many changes of its boxes that takes into account. */
export type PageUpdate = PageContent & { readonly ticks: number };

/** What the page shows: HTML, in parts that are replaced one by one. */
export interface PageContent {
  readonly head: string;
  readonly cards: readonly { readonly key: string; readonly html: string }[];
  readonly foot: string;
  /** Keys of the cards whose boxes are ticked. */
  readonly ticked: readonly string[];
}
