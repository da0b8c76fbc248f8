import * as z from 'zod/mini';
import { named } from './requestDefinition';

/** The path of a window's servers as one. */
export const mergedPath = '/mcp';

/** A token that opens a window's servers by HTTP; only its hash is sent. */
const externalTokenSchema = z.object({
  /** The person's name for it. */
  name: z.string(),
  /** SHA-256 of the token, in Base64 for URLs. */
  hash: z.string(),
  /** The set of tools that it opens; absent: the tools that are switched on in the window. */
  set: z.optional(z.string()),
});

/** A window's offer to external clients, which use its servers and are not windows. */
export const externalOfferSchema = z.object({
  /** Absolute paths of the folders that are open. */
  folders: z.array(z.string()),
  /** The named sets of tools, as they are written. */
  sets: z.record(z.string(), z.array(z.string())),
  tokens: z.array(externalTokenSchema),
});
export type ExternalOffer = z.infer<typeof externalOfferSchema>;

/**
 * The reason for choosing a window: it has the external client's folder open, or was used last. The latter gives only
 * the servers of the person's own configuration.
 */
export const windowMatches = ['folder', 'lastUsed'] as const;

export const externalClientRequests = named({
  /** A window takes external clients from now on, on these terms in place of those before. */
  welcome: { params: externalOfferSchema, result: z.null() },
  /**
   * An external client looks for a window; the first message of its channel. It is the external client of that window
   * until either leaves: then the host closes the channel. Nothing where there is none, unless it is to wait for one.
   * Fails with `unknownToolSet` {set, valid}.
   */
  visit: {
    params: z.object({
      /** Absolute path of the folder that the external client works in. */
      folder: z.string(),
      /** The least nearness of a window that will do; absent: any. */
      least: z.optional(z.number()),
      /** The same as a `least` of 1; external clients of earlier builds send it, and their hosts know nothing else. */
      onlyFolder: z.optional(z.boolean()),
      /** The set of tools it gets; absent: the tools that are switched on in the window. */
      set: z.optional(z.string()),
      waits: z.optional(z.boolean()),
    }),
    result: z.nullable(
      z.object({
        match: z.enum(windowMatches),
        /** The length of the window's folder around the external client's; 0: none is. Earlier hosts do not tell it. */
        nearness: z.optional(z.number()),
        /** When the window was used last, in epoch milliseconds. */
        lastUsed: z.number(),
        /** The MCP endpoint, and the token that opens it for this external client until it leaves. */
        url: z.string(),
        token: z.string(),
      }),
    ),
  },
});
/** The window that was found for an external client. */
export type FoundWindow = NonNullable<z.infer<(typeof externalClientRequests)['visit']['result']>>;
