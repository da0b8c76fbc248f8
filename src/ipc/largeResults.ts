import * as z from 'zod';
import { reasonSchema } from './state';

/** How much of a tool's result a model gets at once. */
export const resultLimitsSchema = z.object({
  /** Characters of text above which a result is kept in the host and told of; 0: never. */
  limit: z.number().int().nonnegative(),
  /** The models of the editor's own chat can read on (`roundhouse_read_more`). */
  chatReadsOn: z.boolean(),
});
export type ResultLimits = z.infer<typeof resultLimitsSchema>;

const position = z.number().int();

/** A part of a kept result. Lines, characters, values and matches count from 1, negative ones from the end. */
export const resultPartSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('lines'), from: position, to: position.optional() }),
  z.object({ by: z.literal('characters'), from: position, to: position.optional() }),
  z.object({
    by: z.literal('path'),
    /** JSONPath (RFC 9535). */
    path: z.string(),
    /** The first of the values that it finds. */
    from: position.positive(),
  }),
  z.object({
    by: z.literal('search'),
    /** Text whose case does not matter, or a regular expression for single lines. */
    search: z.string(),
    isRegex: z.boolean(),
    /** Lines around each match. */
    context: position.nonnegative(),
    /** The first of the matches. */
    from: position.positive(),
  }),
]);
export type ResultPart = z.infer<typeof resultPartSchema>;

/** What was read of a kept result, and a reason whose sentences say which part that is and how to go on. */
export const readPartSchema = z.object({ text: z.string(), note: reasonSchema });
export type ReadPart = z.infer<typeof readPartSchema>;

/** A result that the host keeps for its client. */
export const keptResultSchema = z.object({
  /** By which it is read. */
  result: z.string(),
  /** Where it stands: a private file of the host, as long as the host keeps it. */
  file: z.string(),
  bytes: z.number().int(),
  mimeType: z.string(),
  /** The name of the tool that gave it. */
  tool: z.string(),
});
export type KeptResult = z.infer<typeof keptResultSchema>;

/** What a client asks of the host about the results that it keeps; nobody else's are told of. */
export const resultRequests = {
  /** How much of a result models get from now on. Nothing is kept before the first. */
  limitResults: { method: 'limitResults', params: resultLimitsSchema, result: z.null() },
  /** A part of a kept result. */
  readResult: {
    method: 'readResult',
    params: z.object({ result: z.string(), part: resultPartSchema }),
    result: readPartSchema,
  },
  /** Where a kept result stands; the newest unless one is named. */
  findResult: {
    method: 'findResult',
    params: z.object({ result: z.string().optional() }),
    result: keptResultSchema,
  },
} as const;
