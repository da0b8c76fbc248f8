import * as z from 'zod/mini';
import { reasonSchema } from './state';

/** The size of a tool's result that a model gets at once. */
export const resultLimitsSchema = z.object({
  /** Characters of text above which the host stores a result and announces it; 0: never. */
  limit: z.int().check(z.nonnegative()),
  /** The models of the editor's own chat can read on (`roundhouse_read_more`). */
  chatReadsOn: z.boolean(),
});
export type ResultLimits = z.infer<typeof resultLimitsSchema>;

const position = z.int();

/** A part of a stored result. Lines, characters, values and matches count from 1, negative ones from the end. */
export const resultPartSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('lines'), from: position, to: z.optional(position) }),
  z.object({ by: z.literal('characters'), from: position, to: z.optional(position) }),
  z.object({
    by: z.literal('path'),
    /** JSONPath (RFC 9535). */
    path: z.string(),
    /** The first of the values that it finds. */
    from: position.check(z.positive()),
  }),
  z.object({
    by: z.literal('search'),
    /** Text whose case does not matter, or a regular expression for single lines. */
    search: z.string(),
    isRegex: z.boolean(),
    /** Lines around each match. */
    context: position.check(z.nonnegative()),
    /** The first of the matches. */
    from: position.check(z.positive()),
  }),
]);
export type ResultPart = z.infer<typeof resultPartSchema>;

/** The text of a part, and a reason whose sentences name the part and how to go on. */
export const readPartSchema = z.object({ text: z.string(), note: reasonSchema });
export type ReadPart = z.infer<typeof readPartSchema>;

/** A result that the host stores for its client. */
export const storedResultSchema = z.object({
  /** The id by which it is read. */
  result: z.string(),
  /** A private file of the host, as long as the host stores it. */
  file: z.string(),
  bytes: z.int(),
  mimeType: z.string(),
  /** The name of the tool that gave it. */
  tool: z.string(),
});
export type StoredResult = z.infer<typeof storedResultSchema>;

/** A client's requests about its own stored results. */
export const resultRequests = {
  /** Sets the limits of results for models. Nothing is stored before the first. */
  limitResults: { params: resultLimitsSchema, result: z.null() },
  /** A part of a stored result. */
  readResult: {
    params: z.object({ result: z.string(), part: resultPartSchema }),
    result: readPartSchema,
  },
  /** The file of a stored result; the newest unless one is named. */
  findResult: {
    params: z.object({ result: z.optional(z.string()) }),
    result: storedResultSchema,
  },
} as const;
