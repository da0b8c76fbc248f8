import * as z from 'zod/mini';
import { callRouteSchema } from './calls';
import { eraSchema } from './state';

/** The bounds of what the host keeps of one server's traffic. */
export const trafficLimitsSchema = z.object({
  /** Requests and notifications; 0: nothing is recorded. */
  records: z.int().check(z.nonnegative()),
  /** Bytes of memory, approximately. */
  bytes: z.number().check(z.nonnegative()),
});
export type TrafficLimits = z.infer<typeof trafficLimitsSchema>;

export const defaultTrafficLimits: TrafficLimits = { records: 2_000, bytes: 4_000_000 };

/** The HTTP request that brought a message to the server, always a POST, and the beginning of its response. */
export const httpExchangeSchema = z.object({
  status: z.int(),
  /** The form of the response: one JSON text, a stream of events, or nothing to read. */
  body: z.enum(['json', 'events', 'none']),
  /** The version of HTTP, such as `1.1` or `2`. */
  version: z.optional(z.string()),
  /** Milliseconds until the headers of the response. */
  waited: z.number(),
});
export type HttpExchange = z.infer<typeof httpExchangeSchema>;

/** A request with its response, or a notification, between Roundhouse and a server. */
export const trafficRecordSchema = z.object({
  /** Counts up over all servers. */
  number: z.int(),
  server: z.object({ id: z.string(), name: z.string() }),
  /** When it was sent or received, in epoch milliseconds. */
  time: z.number(),
  from: z.enum(['client', 'server']),
  method: z.string(),
  /** The tool, prompt or resource that it is about. */
  subject: z.optional(z.string()),
  /** Absent for requests that Roundhouse makes itself, and for those of the server. */
  caller: z.optional(callRouteSchema),
  /** The id of the chat's turn that it belongs to, as far as its caller tells one. */
  turn: z.optional(z.string()),
  /** The number of the request of ours for which the server sent its own, as far as that is certain. */
  cause: z.optional(z.int()),
  /** Absent until it is negotiated. */
  era: z.optional(eraSchema),
  /** The end of the id of the HTTP session, because whoever has all of it can speak in the session. */
  session: z.optional(z.string()),
  /** Absent for other transports, and for messages of the server. */
  exchange: z.optional(httpExchangeSchema),
  /** `asks`: the server wants input, with which another request follows. `lost`: no response can come any more. */
  outcome: z.enum(['notification', 'open', 'ok', 'isError', 'asks', 'error', 'cancelled', 'lost']),
  /** Characters of JSON. */
  size: z.int(),
  responseSize: z.optional(z.int()),
  /** Milliseconds until the response. */
  took: z.optional(z.number()),
});
export type TrafficRecord = z.infer<typeof trafficRecordSchema>;

/** A message as it went over the wire; secrets are masked. */
const trafficMessageSchema = z.object({
  /** JSON, or the beginning of it. */
  text: z.string(),
  isCut: z.boolean(),
});

/** The messages of a record. */
export const trafficMessagesSchema = z.object({
  request: trafficMessageSchema,
  response: z.optional(trafficMessageSchema),
});
export type TrafficMessages = z.infer<typeof trafficMessagesSchema>;

/** A client's requests about the traffic of its servers. */
export const trafficRequests = {
  limitTraffic: { params: trafficLimitsSchema, result: z.null() },
  /**
   * The newest records of a server, without `id` of all servers of the client, oldest first. `after`: only those that
   * were added or changed since the answer with this revision; the request waits until there are some.
   */
  traffic: {
    params: z.object({
      id: z.optional(z.string()),
      after: z.optional(z.int()),
      /** Only records with this text in the method, the subject or a message; case does not count. */
      search: z.optional(z.string()),
      /** Only records of this turn of a chat. */
      turn: z.optional(z.string()),
      /** Only records of this call of the client, with the requests of the server for it. */
      callId: z.optional(z.string()),
      limit: z.int().check(z.positive()),
    }),
    result: z.object({ revision: z.int(), records: z.array(trafficRecordSchema) }),
  },
  /**
   * The messages of a record; `null` if it was dropped meanwhile. Its time tells it from one with its number that an
   * earlier host had.
   */
  trafficMessages: {
    params: z.object({ id: z.string(), number: z.int(), time: z.number() }),
    result: z.nullable(trafficMessagesSchema),
  },
} as const;
