import * as z from 'zod/mini';
import { findingSchema, toolSchema } from './state';

/** A tool that is not as it was when a person saw it last. */
export const toolChangeSchema = z.object({
  name: z.string(),
  why: z.enum(['changed', 'new']),
  /** Models do not get it until it is accepted. */
  isHeld: z.boolean(),
  /** As it was pinned; absent where that is new, or could not be stored. */
  before: z.optional(toolSchema),
  after: toolSchema,
  /** Identifies `after` when it is accepted. */
  hash: z.string(),
  findings: z.array(findingSchema),
});
export type ToolChange = z.infer<typeof toolChangeSchema>;

/** A tool as a person has seen it. */
export const acceptedToolSchema = z.object({ name: z.string(), hash: z.string() });
export type AcceptedTool = z.infer<typeof acceptedToolSchema>;

/** The entry that pins and knowledge belong to. */
const knowledgeEntrySchema = z.object({
  name: z.string(),
  /** Its fingerprint: pins and knowledge outlast another launch of the same entry. */
  launchVersion: z.string(),
  file: z.string(),
});

/** A client's requests for a person's review of changed tools. */
export const reviewRequests = {
  /** The tools of a server that are not as they were when a person saw them last. */
  toolChanges: {
    params: z.object({ id: z.string() }),
    result: z.array(toolChangeSchema),
  },
  /**
   * A person has seen these tools, for all clients with the same entry. Refused as a whole with
   * `toolsChangedMeanwhile` where one of them is another by now.
   */
  acceptTools: {
    params: z.object({ id: z.string(), tools: z.array(acceptedToolSchema) }),
    result: z.null(),
  },
  /** Takes the pins and lists of an entry over for one without any that is about to take its place. */
  carryKnowledge: {
    params: z.object({ from: knowledgeEntrySchema, to: knowledgeEntrySchema }),
    result: z.null(),
  },
} as const;
