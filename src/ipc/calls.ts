import * as z from 'zod';
import { mcpObjectSchema, reasonSchema } from './state';

/**
 * By which way a tool was called: `chat` is VS Code's own MCP client at the gateway, `agent` any other client there;
 * `genericTools` and `participant` are the window's own ways of a model, `person` is a person at the window.
 */
export const callRouteSchema = z.enum(['chat', 'genericTools', 'participant', 'person', 'agent']);
export type CallRoute = z.infer<typeof callRouteSchema>;

/** A question that the editor was given about a call. */
export const editorQuestionSchema = z.object({
  /** Hash of the definition of the tool that was known then; absent: none was. */
  definition: z.string().optional(),
});
export type EditorQuestion = z.infer<typeof editorQuestionSchema>;

/** A call as a client asks for it, see `hostRequests.callTool`. */
export const toolCallSchema = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: mcpObjectSchema,
  gesture: z.boolean(),
  /** Names the call in `callProgress`. */
  callId: z.string(),
  /** `person` unless given. What goes to a model is cut for one, see `resultRequests`. */
  route: callRouteSchema.exclude(['chat', 'agent']).optional(),
  /** The editor was given a question for exactly this call. */
  confirmed: editorQuestionSchema.optional(),
});

/** Who let a call pass; absent: it did not pass. */
export const approvalSchema = z.discriminatedUnion('by', [
  /** A rule that allows it, as it was written. */
  z.object({ by: z.literal('rule'), pattern: z.string() }),
  /** We asked, and a person said yes; or a person made the call. */
  z.object({ by: z.literal('person') }),
  /** The tool only reads, says a server whose word a person takes for it. */
  z.object({ by: z.literal('hints') }),
  /** VS Code asked, or has been told by the person not to. */
  z.object({ by: z.literal('editor') }),
  /** That is the other agent's own concern. */
  z.object({ by: z.literal('client') }),
]);
export type Approval = z.infer<typeof approvalSchema>;

/** What became of a call. `refused`: by us or the person, before the server had it. */
export const callOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ok') }),
  /** The tool says itself that it failed. */
  z.object({ kind: z.literal('isError') }),
  /** A round of it: whoever called goes on with the answers to what the server asks. */
  z.object({ kind: z.literal('asks') }),
  /** It has become a task, with which whoever called goes on. */
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
  /** The raw name; what was said where there is no such tool. */
  tool: z.string(),
  route: callRouteSchema,
  /** What an agent calls itself. */
  client: z.string().optional(),
  /** JSON with secrets masked; with `isCut` the beginning of it. */
  arguments: z.string(),
  isCut: z.boolean().optional(),
  outcome: callOutcomeSchema,
  /** Milliseconds until then, with the start of the server and the questions to a person. */
  took: z.number(),
  /** Of the result as the server gave it, about how many bytes of JSON; absent where there is none. */
  size: z.number().optional(),
  approval: approvalSchema.optional(),
  /** So many equal ones that were refused, one after another: it tells of the latest. One unless given. */
  count: z.number().int().optional(),
});
export type CallRecord = z.infer<typeof callRecordSchema>;

/** Why the gateway stayed shut. */
export const gatewayRefusalKinds = ['token', 'host', 'origin'] as const;
export type GatewayRefusalKind = (typeof gatewayRefusalKinds)[number];

/** Attempts at the gateway that were refused for the same reason, one after another. */
export const gatewayRefusalSchema = z.object({
  kind: z.enum(gatewayRefusalKinds),
  /** What the client said: the header, or of a wrong token what the client calls itself. Nothing of it is checked. */
  detail: z.string(),
  count: z.number().int(),
  /** Epoch milliseconds. */
  first: z.number(),
  last: z.number(),
});
export type GatewayRefusal = z.infer<typeof gatewayRefusalSchema>;

/** What a client asks of the host about calls that are over. */
export const callRequests = {
  /**
   * The latest calls of this client's servers, by whatever way of it, and refusals at the gateway, both newest
   * first. Calls of a window before it was loaded anew are its own.
   */
  calls: {
    method: 'calls',
    params: z.object({
      /** Only those of the server with this id; then without refusals. */
      server: z.string().optional(),
      limit: z.number().int().positive(),
    }),
    result: z.object({ calls: z.array(callRecordSchema), refusals: z.array(gatewayRefusalSchema) }),
  },
  /** Forgets what {@link callRequests.calls} tells this client. */
  forgetCalls: { method: 'forgetCalls', params: z.object({}), result: z.null() },
} as const;

/** What the host tells about them. */
export const callEvents = {
  /** What `calls` tells this client is not what it was. Told once a turn at most. */
  callsChanged: { method: 'callsChanged', params: z.object({}) },
} as const;

/** A call that the host may not let pass by itself. */
export const heldCallSchema = z.object({
  /** Of the server. */
  id: z.string(),
  /** The raw name. */
  tool: z.string(),
  arguments: mcpObjectSchema,
  /** What the server says of the tool. */
  annotations: mcpObjectSchema.optional(),
  /** The rule that asks, as it was written; absent: none does. */
  rule: z.string().optional(),
  /** Something in its definition is suspicious. */
  isFlagged: z.boolean(),
  /** The agent that wants to make it, as it calls itself; absent: a chat of this window. */
  client: z.string().optional(),
});
export type HeldCall = z.infer<typeof heldCallSchema>;

/** What the host asks of a window whose person can let a call pass. */
export const approvalRequests = {
  /** `nobody`: there is nobody to ask. Cancelled where nobody waits for the call any more. */
  approveCall: {
    method: 'approveCall',
    params: heldCallSchema,
    result: z.enum(['yes', 'no', 'nobody']),
  },
} as const;
