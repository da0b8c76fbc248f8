import * as z from 'zod/mini';
import { trafficMessagesSchema, trafficRecordSchema } from '../../ipc/traffic';

/** Records that a page has at once, the newest; a search finds older ones. */
export const mostRecords = 2_000;

/** Messages about traffic to a page. */
export const toTrafficSchemas = [
  /** `all` replaces what is shown, else the records are added, or replace those with their numbers. */
  z.object({
    kind: z.literal('traffic'),
    records: z.array(trafficRecordSchema),
    all: z.boolean(),
  }),
  /** The messages of a record, unless it was dropped meanwhile. */
  z.object({
    kind: z.literal('messages'),
    number: z.number(),
    time: z.number(),
    messages: z.optional(trafficMessagesSchema),
  }),
] as const;
export type ToTraffic = z.infer<(typeof toTrafficSchemas)[number]>;

/** Messages about traffic from a page. */
export const fromTrafficSchemas = [
  /** Shows the traffic with this text: of one server where a page has several, or of a turn of a chat at all servers. */
  z.strictObject({
    kind: z.literal('search'),
    text: z.string(),
    server: z.optional(z.string()),
    turn: z.optional(z.string()),
  }),
  /** Requests the messages of a record of a server. */
  z.strictObject({
    kind: z.literal('messages'),
    server: z.string(),
    number: z.number(),
    time: z.number(),
  }),
] as const;
export type FromTraffic = z.infer<(typeof fromTrafficSchemas)[number]>;
