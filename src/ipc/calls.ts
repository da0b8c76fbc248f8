import * as z from 'zod/mini';
import { mcpObjectSchema, reasonSchema } from './state';

const windowRoutes = ['genericTools', 'participant', 'person', 'app'] as const;

/**
 * The route of a tool call. `chat` is VS Code's own MCP client at the gateway, `agent` any other client there.
 * `genericTools` and `participant` are the window's own routes of a model, `person` is a person at the window, and
 * `app` is an MCP App of the server on its page.
 */
export const callRouteSchema = z.enum(['chat', ...windowRoutes, 'agent']);
export type CallRoute = z.infer<typeof callRouteSchema>;

/** A question about a call that the editor was given. */
export const editorQuestionSchema = z.object({
  /** Hash of the definition of the tool that was known then; absent: none was. */
  definition: z.optional(z.string()),
});
export type EditorQuestion = z.infer<typeof editorQuestionSchema>;

/** The params of `hostRequests.callTool`. */
export const toolCallSchema = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: mcpObjectSchema,
  gesture: z.boolean(),
  /** Names the call in `callProgress`. */
  callId: z.string(),
  /** `person` unless given. Results for models are cut, see `resultRequests`. */
  route: z.optional(z.enum(windowRoutes)),
  /** The id of the chat's turn that makes it. */
  turn: z.optional(z.string()),
  /** The editor was given a question for exactly this call. */
  confirmed: z.optional(editorQuestionSchema),
  /** Calls it as a task where tool and server can; its progress has the task then. */
  asTask: z.optional(z.boolean()),
});

/** The approval of a call; absent: it was not approved. */
export const approvalSchema = z.discriminatedUnion('by', [
  /** A rule that allows it, as it was written. */
  z.object({ by: z.literal('rule'), pattern: z.string() }),
  /** We asked, and a person said yes; or a person made the call. */
  z.object({ by: z.literal('person') }),
  /** The tool only reads, according to a server whose hints the person trusts, or whose own app calls it. */
  z.object({ by: z.literal('hints') }),
  /** VS Code asked, unless the person has switched that off. */
  z.object({ by: z.literal('editor') }),
  /** The agent itself is responsible. */
  z.object({ by: z.literal('client') }),
]);
export type Approval = z.infer<typeof approvalSchema>;

/** The outcome of a call. `refused`: by us or the person, before the server had it. */
export const callOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ok') }),
  /** The tool's own result says that it failed. */
  z.object({ kind: z.literal('isError') }),
  /** One round of a multi-round call: the caller continues with the answers. */
  z.object({ kind: z.literal('asks') }),
  /** It has become a task, with which the caller continues. */
  z.object({ kind: z.literal('task') }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('refused'), reason: reasonSchema }),
  z.object({ kind: z.literal('failed'), reason: reasonSchema }),
]);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** One call of a tool that is over. */
export const callRecordSchema = z.object({
  /** Its own. */
  key: z.string(),
  /** When it came, in epoch milliseconds. */
  time: z.number(),
  server: z.object({ id: z.string(), name: z.string() }),
  /** The raw name, also of a tool that does not exist. */
  tool: z.string(),
  route: callRouteSchema,
  /** The name that an agent gives itself. */
  client: z.optional(z.string()),
  /** JSON with secrets masked; with `isCut` the beginning of it. */
  arguments: z.string(),
  isCut: z.optional(z.boolean()),
  outcome: callOutcomeSchema,
  /** Milliseconds until then, with the start of the server and the questions to a person. */
  took: z.number(),
  /** Approximate bytes of JSON of the server's result; absent where there is none. */
  size: z.optional(z.number()),
  approval: z.optional(approvalSchema),
  /** Equal calls that were refused one after another, of which this is the latest; 1 unless given. */
  count: z.optional(z.int()),
});
export type CallRecord = z.infer<typeof callRecordSchema>;

/** Reasons for which the gateway refuses a request. */
export const gatewayRefusalKinds = ['token', 'host', 'origin'] as const;
export type GatewayRefusalKind = (typeof gatewayRefusalKinds)[number];

/** Requests that the gateway refused for the same reason, one after another. */
export const gatewayRefusalSchema = z.object({
  kind: z.enum(gatewayRefusalKinds),
  /** The client's unchecked text: the header, or for a wrong token its name for itself. */
  detail: z.string(),
  count: z.int(),
  /** Epoch milliseconds. */
  first: z.number(),
  last: z.number(),
});
export type GatewayRefusal = z.infer<typeof gatewayRefusalSchema>;

/** A client's requests about finished calls. */
export const callRequests = {
  /**
   * The latest calls of this client's servers, by any route, and refusals at the gateway, both newest first. A window
   * that is loaded anew gets its earlier calls.
   */
  calls: {
    params: z.object({
      /** Only those of the server with this id; then without refusals. */
      server: z.optional(z.string()),
      limit: z.int().check(z.positive()),
    }),
    result: z.object({ calls: z.array(callRecordSchema), refusals: z.array(gatewayRefusalSchema) }),
  },
  /** Deletes the records that {@link callRequests.calls} returns to this client. */
  forgetCalls: { params: z.object({}), result: z.null() },
} as const;

/** The host's events about them. */
export const callEvents = {
  /** The result of `calls` has changed. Sent at most once a turn. */
  callsChanged: { params: z.object({}) },
} as const;

/** A call that needs a person's approval. */
export const approvalRequestSchema = z.object({
  /** The id of the server. */
  id: z.string(),
  /** The raw name. */
  tool: z.string(),
  arguments: mcpObjectSchema,
  /** The server's annotations of the tool. */
  annotations: z.optional(mcpObjectSchema),
  /** The rule that asks, as it was written; absent: none does. */
  rule: z.optional(z.string()),
  /** Something in its definition is suspicious. */
  isFlagged: z.boolean(),
  /** The agent that wants to make it, as it calls itself; absent: this window. */
  client: z.optional(z.string()),
  /** An app of the server wants to make it; absent: a chat does. */
  isByApp: z.optional(z.boolean()),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

/** A person's answer; `nobody`: there is nobody to ask. */
const approvalAnswerSchema = z.enum(['yes', 'no', 'nobody']);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/** The host's requests to a window whose person can approve calls. */
export const approvalRequests = {
  /** Cancelled together with the call. */
  approveCall: {
    params: approvalRequestSchema,
    result: approvalAnswerSchema,
  },
} as const;
