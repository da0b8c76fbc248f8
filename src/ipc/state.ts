import * as z from 'zod/mini';
import { isObject } from '../base/json';
import type { Reason } from '../base/errors';

/** Kinds of suspicious content in a definition. */
export const findingKinds = [
  'hiddenCharacters',
  'lookAlike',
  'hiddenText',
  'encoded',
  'secrecy',
  'secrets',
  'conversation',
  'override',
  'otherTools',
  'impersonation',
  'fakeRole',
  'redirect',
  'noApproval',
  'persistence',
  'deceit',
  'overreach',
  'tooLarge',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A finding of the scan: something suspicious in a server's instructions, or in one of its definitions. */
export const findingSchema = z.object({
  kind: z.enum(findingKinds),
  /** JSON pointer (RFC 6901) into the definition. */
  where: z.string(),
  /** The text around it, cut, with invisible characters as escapes. */
  excerpt: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** See `Reason` in `base/errors.ts`. */
export const reasonSchema = z.object({
  code: z.string(),
  args: z.optional(
    z.readonly(
      z.record(z.string(), z.union([z.string(), z.number(), z.readonly(z.array(z.string()))])),
    ),
  ),
  get cause(): z.ZodMiniOptional<z.ZodMiniType<Reason>> {
    return z.optional(reasonSchema);
  },
});

/** Conditions that a start without a gesture waits for. */
export const needSchema = z.enum(['trust', 'input', 'authorization', 'policy']);
export type Need = z.infer<typeof needSchema>;

/** `queued`: it waits for its turn; `downloading`: its launcher says that it fetches the program. */
export const startStepSchema = z.enum([
  'resolving',
  'queued',
  'launching',
  'downloading',
  'initializing',
  'listing',
]);
export type StartStep = z.infer<typeof startStepSchema>;

/**
 * The state of a server; each state has its own data. A reason is a code with arguments, because one host serves
 * windows of several languages. Times are epoch milliseconds.
 */
export const serverStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disabled'), reason: reasonSchema }),
  z.object({ kind: z.literal('blocked'), need: needSchema, reason: reasonSchema }),
  z.object({ kind: z.literal('idle'), cached: z.boolean() }),
  z.object({ kind: z.literal('starting'), attempt: z.int(), step: startStepSchema }),
  z.object({ kind: z.literal('running'), since: z.number() }),
  z.object({ kind: z.literal('degraded'), since: z.number(), what: reasonSchema }),
  z.object({
    kind: z.literal('backingOff'),
    attempt: z.int(),
    retryAt: z.number(),
    error: reasonSchema,
  }),
  z.object({ kind: z.literal('failed'), error: reasonSchema }),
  z.object({ kind: z.literal('stopping') }),
]);
export type ServerState = z.infer<typeof serverStateSchema>;

/** The beginning of a state, in epoch milliseconds. */
export const stateChangeSchema = z.object({ at: z.number(), state: serverStateSchema });
export type StateChange = z.infer<typeof stateChangeSchema>;

/** An MCP object passed on as the server gave it. */
export type McpObject = Record<string, unknown>;
export const mcpObjectSchema = z.custom<McpObject>(isObject, 'Invalid input: expected object');

/** A tool as the server gave it; only the name is relied on. */
export const toolSchema = z.looseObject({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: z.optional(mcpObjectSchema),
  annotations: z.optional(mcpObjectSchema),
});
export type Tool = z.infer<typeof toolSchema>;

/** A prompt as the server gave it. */
export const promptSchema = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
});

/** A resource as the server gave it. */
export const resourceSchema = z.looseObject({ uri: z.string(), name: z.optional(z.string()) });

/** A resource template as the server gave it. */
export const resourceTemplateSchema = z.looseObject({
  uriTemplate: z.string(),
  name: z.optional(z.string()),
});

/** An item of a list that was dropped because it is malformed, or a list that failed. */
export const droppedItemSchema = z.object({
  list: z.string(),
  name: z.string(),
  reason: reasonSchema,
  /** The whole list failed, which another read may change. */
  unread: z.optional(z.boolean()),
});
export type DroppedItem = z.infer<typeof droppedItemSchema>;

/** Everything that a server offers, in its own order. */
export const catalogSchema = z.object({
  tools: z.array(toolSchema),
  prompts: z.array(promptSchema),
  resources: z.array(resourceSchema),
  resourceTemplates: z.array(resourceTemplateSchema),
  dropped: z.array(droppedItemSchema),
});
export type Catalog = z.infer<typeof catalogSchema>;

/** The catalog of an unknown server. */
export const emptyCatalog: Catalog = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  dropped: [],
};

/** A change of a tool by which calls that were right may fail, see `breakingChanges`. */
const breakingChangeSchema = z.object({
  tool: z.string(),
  kind: z.enum([
    'parameterRemoved',
    'parameterRequired',
    'parameterType',
    'parameterValues',
    'resultRemoved',
    'resultType',
  ]),
  /** The path of the parameter, or of the part of the result; empty for all of it. */
  at: z.string(),
});
export type BreakingChange = z.infer<typeof breakingChangeSchema>;

/** Names of tools by which the catalog of this start differs from the one known before. */
export const catalogChangeSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Another description, schema or annotation. */
  changed: z.array(z.string()),
  /** Of the changed tools. */
  breaking: z.array(breakingChangeSchema),
});
export type CatalogChange = z.infer<typeof catalogChangeSchema>;

export const eraSchema = z.enum(['legacy', 'modern']);

/** A server's identity and capabilities, from its handshake. */
export const handshakeSchema = z.object({
  era: eraSchema,
  protocolVersion: z.string(),
  serverInfo: mcpObjectSchema,
  capabilities: mcpObjectSchema,
  instructions: z.optional(z.string()),
  /** The time of a test of both eras, in epoch milliseconds; absent: the era may be another one. */
  checkedAt: z.optional(z.number()),
});
export type Handshake = z.infer<typeof handshakeSchema>;

/** Tools that a person may want to look at, by their names. */
export const vettedSchema = z.object({
  /** Kept from models until a person has looked at them. */
  held: z.array(z.string()),
  /** New since a person looked, without being held back. */
  fresh: z.array(z.string()),
  /** The first findings in their definitions. */
  flagged: z.record(z.string(), z.array(findingSchema)),
  /** The first findings in the server's instructions; absent: none. */
  instructions: z.optional(z.array(findingSchema)),
  /** The same of its prompts, by their names. */
  prompts: z.optional(z.record(z.string(), z.array(findingSchema))),
  /** The same of its resources and templates, by their URIs. */
  resources: z.optional(z.record(z.string(), z.array(findingSchema))),
  /** The reason why pins cannot be read or stored. */
  pinsProblem: z.optional(reasonSchema),
});
export type Vetted = z.infer<typeof vettedSchema>;

const chatSessionFields = {
  /** The number of sessions so far. */
  count: z.int(),
  /** The version of the definition by which the last one came. */
  definition: z.optional(z.string()),
};

/**
 * The session of the window's chat with a server, over the gateway. `greeted`: its handshake had the server's identity.
 * `ended`: by the chat; `lost`: by anything else.
 */
export const chatSessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), greeted: z.boolean(), ...chatSessionFields }),
  z.object({ kind: z.literal('ended'), ...chatSessionFields }),
  z.object({ kind: z.literal('lost'), ...chatSessionFields }),
]);
export type ChatSession = z.infer<typeof chatSessionSchema>;

/** The state of one server as its window knows it. */
export const serverSnapshotSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: serverStateSchema,
  /** Absent until the server was reached once, by this host or an earlier one. */
  handshake: z.optional(handshakeSchema),
  /** The process of a running stdio server. */
  pid: z.optional(z.number()),
  /** The last time it ended without a request to stop, or failed to start. */
  lastFailure: z.optional(z.object({ at: z.number(), reason: reasonSchema })),
  /** Restarts by the policy since a person last started it. */
  restarts: z.int(),
  /** Grows whenever the catalog changes; 0 while nothing is known. */
  catalogVersion: z.int(),
  counts: z.object({ tools: z.number(), prompts: z.number(), resources: z.number() }),
  /** Absent where there is nothing to look at. */
  vetted: z.optional(vettedSchema),
  /** Absent where nothing was known before, or nothing differs. */
  catalogChange: z.optional(catalogChangeSchema),
  /** Absent until the window's chat had a session with it. */
  chat: z.optional(chatSessionSchema),
});
export type ServerSnapshot = z.infer<typeof serverSnapshotSchema>;

/** When tools of a server were called last; times are epoch milliseconds. */
export const toolUseSchema = z.object({
  /** The time from which on every call is known. */
  since: z.number(),
  /** The last calls by the tool's name; absent: not called since. */
  calls: z.record(z.string(), z.number()),
});
export type ToolUse = z.infer<typeof toolUseSchema>;

/** A tool by its server's id and its raw or public name. The user of an address says which. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}
