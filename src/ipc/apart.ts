import * as z from 'zod';
import { mcpObjectSchema } from './state';

/**
 * The result of a read. What its `contents` hold is empty where it stands apart: in a private file, one after
 * another, so that a client neither parses nor decodes much at once. The client removes the file.
 */
export const readResultSchema = z.object({
  result: mcpObjectSchema,
  apart: z
    .object({
      file: z.string(),
      /** How many bytes of each of the `contents` stand in it. */
      lengths: z.array(z.number().int().nonnegative()),
    })
    .optional(),
});
export type ReadResult = z.infer<typeof readResultSchema>;
