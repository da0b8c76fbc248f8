import * as z from 'zod/mini';

/** One process of a server's tree. */
const processSampleSchema = z.object({
  pid: z.int(),
  /** With the id, equal only for the very same process. */
  birth: z.string(),
  /** The process of the tree that started it, as long as that runs. */
  parent: z.optional(z.int()),
  /** Processes of the tree above it. */
  depth: z.int(),
  /** The command line without secrets, or the name of the program where it cannot be read. */
  command: z.string(),
  /** As those of the whole tree. */
  memory: z.number(),
  cpu: z.optional(z.number()),
});
export type ProcessSample = z.infer<typeof processSampleSchema>;

/** The current memory and processor use of one server's process tree. */
export const processUsageSchema = z.object({
  id: z.string(),
  /** The server's process and everything below it. */
  processes: z.int(),
  /** Resident memory in bytes, summed over the tree; pages that processes share count for each. */
  memory: z.number(),
  /** Share of one core since the sample before, 1 = one core; absent in the first sample. */
  cpu: z.optional(z.number()),
  /** The first of its processes, each followed by those below it; only where they were requested. */
  tree: z.optional(z.array(processSampleSchema)),
});
export type ProcessUsage = z.infer<typeof processUsageSchema>;
