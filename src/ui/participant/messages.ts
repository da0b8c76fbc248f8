import * as z from 'zod';
import { mcpObjectSchema } from '../../ipc/state';

const textSchema = z.object({ kind: z.literal('text'), text: z.string() });

export const toolRequestSchema = z.object({
  kind: z.literal('call'),
  id: z.string(),
  name: z.string(),
  input: mcpObjectSchema,
});
export type ToolRequest = z.infer<typeof toolRequestSchema>;

/** Part of a tool's result: text, which may be cut, or a value that the model gets as it is, such as an image. */
const resultPartSchema = z.discriminatedUnion('kind', [
  textSchema,
  z.object({ kind: z.literal('other'), value: z.unknown() }),
]);
export type ResultPart = z.infer<typeof resultPartSchema>;

const messagePartSchema = z.discriminatedUnion('kind', [
  textSchema,
  z.object({
    kind: z.literal('image'),
    base64: z.string(),
    mimeType: z.string(),
    /** Text for models that take no images. */
    otherwise: z.string(),
  }),
  toolRequestSchema,
  z.object({ kind: z.literal('result'), id: z.string(), parts: z.array(resultPartSchema) }),
]);
export type MessagePart = z.infer<typeof messagePartSchema>;

/** Message of a conversation with a model. Tool results have the role `user`. */
export const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePartSchema),
});
export type Message = z.infer<typeof messageSchema>;

/** A message that has text only. */
export function textMessage(role: Message['role'], text: string): Message {
  return { role, parts: [{ kind: 'text', text }] };
}
