import * as z from 'zod/mini';
import { reasonSchema } from './state';

/** Figures of the finished requests of one kind. */
const requestFiguresSchema = z.object({
  calls: z.int().check(z.nonnegative()),
  /** Failed requests, and tools whose result says that they failed. */
  errors: z.int().check(z.nonnegative()),
  /** Approximate bytes of JSON of the results. */
  bytes: z.number().check(z.nonnegative()),
  /** Estimated tokens of the texts in the results. */
  tokens: z.number().check(z.nonnegative()),
  /** Their milliseconds, see `base/histogram`. */
  times: z.record(z.string(), z.int().check(z.positive())),
});
export type RequestFigures = z.infer<typeof requestFiguresSchema>;

/** The figures of one server on one day. */
const dayFiguresSchema = z.object({
  /** Milliseconds in which it was up, summed over its processes. */
  up: z.number().check(z.nonnegative()),
  restarts: z.int().check(z.nonnegative()),
  /** By the method, and the name of a tool: `tools/call add`, `resources/read`. */
  requests: z.record(z.string(), requestFiguresSchema),
});
export type DayFigures = z.infer<typeof dayFiguresSchema>;

/** The figures of one server, by the host's local date. */
export const daysSchema = z.record(z.string(), dayFiguresSchema);
export type Days = z.infer<typeof daysSchema>;

/** Days for which figures are kept. */
export const daysKept = 30;

/** A client's requests about the figures of its servers. */
export const figuresRequests = {
  /** The days that have any, and where requests are exported to; `null` where none are kept. */
  figures: {
    params: z.object({ id: z.string() }),
    result: z.nullable(
      z.object({
        days: daysSchema,
        /** The address is an origin, or empty where the endpoint has none. */
        export: z.optional(z.object({ address: z.string(), failure: z.optional(reasonSchema) })),
      }),
    ),
  },
  /** Deletes them, also those that other windows see of the same entry. */
  clearFigures: { params: z.object({ id: z.string() }), result: z.null() },
  /** Sets the OTLP collector of the host; empty: none. The latest client decides. */
  exportMetrics: {
    params: z.object({ endpoint: z.string() }),
    result: z.null(),
  },
} as const;
