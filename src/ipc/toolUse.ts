import * as z from 'zod';

/** When tools of a server were called last; times are epoch milliseconds. */
export const toolUseSchema = z.object({
  /** From then on every call is known. */
  since: z.number(),
  /** By the tool's name; absent: not called since. */
  calls: z.record(z.string(), z.number()),
});
export type ToolUse = z.infer<typeof toolUseSchema>;
