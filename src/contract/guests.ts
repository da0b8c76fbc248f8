import * as z from 'zod';

/** Where the gateway has all servers of a window as one. */
export const mergedPath = '/mcp';

/** Opens a window's servers by HTTP; the token itself is with whoever was given it. */
const guestTokenSchema = z.object({
  /** What the person calls it. */
  name: z.string(),
  /** SHA-256 of the token, in Base64 for URLs. */
  hash: z.string(),
  /** The set of tools that it opens; absent: what is switched on in the window. */
  set: z.string().optional(),
});

/** What a window has for guests: clients that use its servers and are no windows. */
export const guestOfferSchema = z.object({
  /** Absolute paths of the folders that are open. */
  folders: z.array(z.string()),
  /** The named sets of tools, as they are written. */
  sets: z.record(z.string(), z.array(z.string())),
  tokens: z.array(guestTokenSchema),
});
export type GuestOffer = z.infer<typeof guestOfferSchema>;

/**
 * How a window was chosen for a guest: it has the guest's folder open, or was used last. The latter gives only the
 * servers of the person's own configuration.
 */
export const guestMatches = ['folder', 'lastUsed'] as const;

export const guestRequests = {
  /** A window takes guests from now on, on these terms in place of those before. */
  welcome: { method: 'welcome', params: guestOfferSchema, result: z.null() },
  /**
   * A guest looks for a window; the first message of its channel. It is the guest of that window until either
   * leaves: then the host closes the channel. Nothing where there is none, unless it is to wait for one.
   * Fails with `unknownToolSet` {set, valid}.
   */
  visit: {
    method: 'visit',
    params: z.object({
      /** Absolute path of the folder that the guest works in. */
      folder: z.string(),
      /** A window that has another folder open does not do. */
      onlyFolder: z.boolean().optional(),
      /** The set of tools it gets; absent: what is switched on in the window. */
      set: z.string().optional(),
      waits: z.boolean().optional(),
    }),
    result: z
      .object({
        match: z.enum(guestMatches),
        /** When the window was used last, in epoch milliseconds. */
        lastUsed: z.number(),
        /** Of the MCP endpoint, and what opens it for this guest until it leaves. */
        url: z.string(),
        token: z.string(),
      })
      .nullable(),
  },
} as const;
export type VisitAnswer = z.infer<(typeof guestRequests)['visit']['result']>;
