import * as z from 'zod/mini';
import { pinModes } from '../config/settings/toolPolicy';
import { ruleEffects } from '../config/settings/toolRules';
import { credentialEvents, credentialRequests, signInRequests } from './authorization';
import { approvalRequests, callEvents, callRequests, toolCallSchema } from './calls';
import { named } from './requestDefinition';
import { externalClientRequests } from './externalClients';
import { figuresRequests } from './figures';
import { resultRequests } from './largeResults';
import { launchAnswerSchema } from './launch';
import { processUsageSchema } from './processUsage';
import { serverTestRequests } from './serverTests';
import { serverRequestMethodSchema, serverRequestSchema, rootSchema } from './serverRequest';
import {
  catalogSchema,
  mcpObjectSchema,
  serverSnapshotSchema,
  toolSchema,
  reasonSchema,
  stateChangeSchema,
  toolUseSchema,
} from './state';
import { reviewRequests } from './toolReview';
import { trafficRequests } from './traffic';

/** A rule for the tools of one server whose names match a glob. */
const toolRuleSchema = z.object({
  tool: z.string(),
  effect: z.enum(ruleEffects),
  /** The rule as it was written. */
  pattern: z.string(),
});

/**
 * The tools of a server that models get. A person may call tools that are switched off or held back, but none that a
 * rule denies.
 */
export const modelToolsSchema = z.object({
  /**
   * The tools that are switched on, as globs over their names; a leading `!` switches off. The last that fits counts.
   * Absent: all.
   */
  set: z.optional(z.array(z.string())),
  /**
   * A list of rules for each layer. The first match of a list counts, and of all lists the strictest. The first list is
   * the person's own, even if it is empty. The others come with a workspace, so that they allow nothing.
   */
  rules: z.optional(z.array(z.array(toolRuleSchema))),
  /** True if a person believes the server's hints; else `readOnlyHint` is withheld. */
  trustsHints: z.optional(z.boolean()),
  /** Descriptions in place of the server's own, by name. */
  descriptions: z.optional(z.record(z.string(), z.string())),
  /** `changed` where absent. */
  pins: z.optional(z.enum(pinModes)),
});
export type ModelTools = z.infer<typeof modelToolsSchema>;

/** The contract's version; a client of another version gets that as an error, and its channel is closed. */
export const contractVersion = 7;

const serverId = z.object({ id: z.string() });
const nothing = z.null();

/** A client's options for one server beyond its launch; absent means the host's default. */
export const serverOptionsSchema = z.object({
  /** `never`: only a `start` or `restart` with a gesture brings it up, no call and no chat. */
  autostart: z.optional(z.enum(['always', 'onDemand', 'never'])),
  /** Until a server that does not answer `initialize` is given up. */
  startupTimeoutSeconds: z.optional(z.number().check(z.positive())),
  /** Silence after which a call fails; progress starts it anew. */
  callTimeoutSeconds: z.optional(z.number().check(z.positive())),
  /** Minutes without a call after which a server that nobody uses ends; absent: it stays. */
  idleShutdownMinutes: z.optional(z.number().check(z.positive())),
  /** Crashes within the window of the restart policy after which it is given up; 0: none is restarted. */
  maxCrashes: z.optional(z.int().check(z.nonnegative())),
  /** A debugger may hold it up for hours: its silence means nothing, and no second process is tried by itself. */
  isDebugged: z.optional(z.boolean()),
  /**
   * The tools that this client sees and may call, as globs over their names. `allow` has a list for each layer of
   * settings with one. A tool must fit a glob of every list, and none of `hide`.
   */
  tools: z.optional(
    z.object({
      allow: z.optional(z.array(z.array(z.string()))),
      hide: z.optional(z.array(z.string())),
    }),
  ),
  /** The part of those that models get; absent: all as their server gives them. */
  models: z.optional(modelToolsSchema),
  /** Only clients of the same key share the process; absent shares with everyone. */
  shareKey: z.optional(z.string()),
  /** No other client that is there has the process; one that left has, until the grace is over. */
  exclusive: z.optional(z.boolean()),
  /**
   * The folders that the server may know of. Absent: it gets none, and does not learn that there could be
   * any. A server that requests them is shared only by clients with the same ones.
   */
  roots: z.optional(z.array(rootSchema)),
});
export type ServerOptions = z.infer<typeof serverOptionsSchema>;

/** One server as a client declares it; how to reach it is asked for when it is needed. */
export const declarationSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Changes whenever the launch may be another one, which is then requested anew. */
  launchVersion: z.string(),
  /** The definition's fingerprint; absent: the same as `launchVersion`. */
  fingerprint: z.optional(z.string()),
  /** Absolute path of its file, to which all stored knowledge of the server belongs. */
  file: z.optional(z.string()),
  /** Absolute path of its workspace folder. Ids name folders only, so that one id may move to another folder. */
  folder: z.optional(z.string()),
  /** A change of these restarts nothing, but for `shareKey`. */
  options: z.optional(serverOptionsSchema),
});
export type Declaration = z.infer<typeof declarationSchema>;

/** The levels of RFC 5424 that MCP has ("Logging"), least severe first. */
export const logLevelSchema = z.enum([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);
export type LogLevel = z.infer<typeof logLevelSchema>;

export const logEntrySchema = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  time: z.number(),
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string(),
  /** The server's state or failure; views make the sentence, and `text` is empty. */
  reason: z.optional(reasonSchema),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

/** The result of a read. Large contents are empty and stand in a private file, which the client removes. */
export const readResultSchema = z.object({
  result: mcpObjectSchema,
  apart: z.optional(
    z.object({
      file: z.string(),
      /** Bytes in the file of each of the `contents`, one after another. */
      lengths: z.array(z.int().check(z.nonnegative())),
    }),
  ),
});
export type ReadResult = z.infer<typeof readResultSchema>;

/** A tool found by a search, with the server it belongs to. */
export const foundToolSchema = z.object({ server: z.string(), tool: toolSchema });
export type FoundTool = z.infer<typeof foundToolSchema>;

/** Everything that a client requests of the host. An external client requests `visit` instead of all this. */
export const hostRequests = named({
  /** The first message of every client. */
  attach: {
    params: z.object({
      contract: z.number(),
      /** Seconds the host outlives its last client; the latest client decides. */
      graceSeconds: z.number(),
      /** Requests of servers that this client can answer; it gets no others. */
      answers: z.optional(z.array(serverRequestMethodSchema)),
      /** Opened this client's servers at the host before this one; stays its token where it can. */
      gatewayToken: z.optional(z.string().check(z.minLength(32))),
      /** Identifies the client's workspace, so that a reloaded client gets its recorded calls and its servers. */
      place: z.optional(z.string()),
      /** It stores credentials and leads people through sign-ins (`credentialRequests`). */
      signsIn: z.optional(z.boolean()),
    }),
    result: z.object({
      pid: z.number(),
      build: z.string(),
      /** Opens this client's servers only, until the host ends. Absent where no gateway runs. */
      gateway: z.optional(
        z.object({
          origin: z.string(),
          /** For addresses that are kept: the same at later hosts. */
          lastingOrigin: z.string(),
          token: z.string(),
        }),
      ),
      /** Servers that this client wanted before it was reloaded; it resumes them. */
      interrupted: z.array(z.string()),
    }),
  },
  /**
   * Replaces the client's whole set of servers, and releases those that left it. For another `launchVersion`,
   * file or folder the launch is resolved anew while the server runs on. Only another launch takes its place. Open calls
   * may finish first, within a bounded time. Other options restart nothing and count from the next start or call on.
   */
  declare: { params: z.object({ servers: z.array(declarationSchema) }), result: nothing },
  /**
   * Wants a server to run. `gesture`: a person asked, so questions may be put. Without one a server that is started
   * only by hand fails with `notStartedByItself`. `resume`: it starts all the same, because it was wanted before the
   * client lost its host, or was reloaded.
   */
  start: {
    params: z.extend(serverId, {
      gesture: z.boolean(),
      resume: z.optional(z.boolean()),
      /** A person wants more than this server, or only to look at it: one in quarantine stays there. */
      keepsQuarantine: z.optional(z.boolean()),
    }),
    result: nothing,
  },
  stop: { params: serverId, result: nothing },
  /**
   * Ends a server and starts it again, for everyone who uses its process. A gesture ends it at once, and its open calls
   * fail. Otherwise, as after a changed file, open calls may finish within a bounded time. A server that is starting is
   * left alone then.
   */
  restart: { params: z.extend(serverId, { gesture: z.boolean() }), result: nothing },
  catalog: { params: serverId, result: catalogSchema },
  /**
   * Measures the process usage of these servers; to be sent only while somebody looks. Omits servers without a process.
   * `tree`: with each process.
   */
  resources: {
    params: z.object({ ids: z.array(z.string()), tree: z.optional(z.boolean()) }),
    result: z.array(processUsageSchema),
  },
  /** When the tools of a server were called last, by any client; `null` where that is not recorded. */
  toolUsage: { params: serverId, result: z.nullable(toolUseSchema) },
  /** The stored lines of a server's log, oldest first. */
  logs: { params: serverId, result: z.array(logEntrySchema) },
  /** The last states of a server, oldest first; none before its first start. */
  stateHistory: { params: serverId, result: z.array(stateChangeSchema) },
  /**
   * Calls a tool, starting an idle server first unless only a person may. `server` is an id or a name
   * that is unique among the client's servers. Unknown names fail with the nearest valid ones. The
   * result is the server's own.
   */
  callTool: { params: toolCallSchema, result: mcpObjectSchema },
  /**
   * Sends a request that reads, starting an idle server first unless only a person may. `server` is an id or a name
   * that is unique among the client's servers. The result is the server's own; large contents are in a file.
   */
  read: {
    params: z.object({
      server: z.string(),
      method: z.enum(['resources/read', 'prompts/get', 'completion/complete']),
      params: mcpObjectSchema,
      gesture: z.boolean(),
      /** Names the request in `callProgress`. */
      callId: z.string(),
    }),
    result: readResultSchema,
  },
  /**
   * Watches resources of a server (`resourceUpdated`) in place of those before. Starts nothing; counts whenever the
   * server runs.
   */
  watchResources: { params: z.extend(serverId, { uris: z.array(z.string()) }), result: nothing },
  /** Sets how much a server logs; `undefined` leaves it to the server. */
  setLogLevel: {
    params: z.extend(serverId, { level: z.optional(logLevelSchema) }),
    result: nothing,
  },
  /** The person uses this client now. Requests of servers that belong to no call go to the latest one. */
  focus: { params: z.object({}), result: nothing },
  /**
   * Ranks the tools of these servers, or of all the client's, by how well they fit the words; an empty query lists
   * all.
   */
  searchTools: {
    params: z.object({
      query: z.string(),
      limit: z.int(),
      servers: z.optional(z.array(z.string())),
    }),
    result: z.array(foundToolSchema),
  },
  describeTool: {
    params: z.object({ server: z.string(), tool: z.string() }),
    result: foundToolSchema,
  },
  ...signInRequests,
  ...callRequests,
  ...resultRequests,
  ...reviewRequests,
  ...trafficRequests,
  ...figuresRequests,
  ...serverTestRequests,
  welcome: externalClientRequests.welcome,
});

/** Everything that the host requests of a client. */
export const clientRequests = named({
  /**
   * A server asks. `callId`: it does so for this call of the client. Cancelled when the server or the purpose of its
   * request is gone. Fails with `questionRefused`, see `AnswerServerRequest`.
   */
  answer: {
    params: z.extend(serverId, { question: serverRequestSchema, callId: z.optional(z.string()) }),
    result: mcpObjectSchema,
  },
  resolveLaunch: {
    params: z.extend(serverId, { gesture: z.boolean() }),
    result: launchAnswerSchema,
  },
  ...credentialRequests,
  ...approvalRequests,
});

/** Everything that the host notifies a client of. */
export const hostEvents = named({
  /** Servers whose snapshot changed; a client's first declare is answered by all of them. */
  changed: { params: z.object({ servers: z.array(serverSnapshotSchema) }) },
  /** Log lines of one turn of the host, in their order. */
  log: { params: z.object({ entries: z.array(logEntrySchema) }) },
  resourceUpdated: { params: z.extend(serverId, { uri: z.string() }) },
  callProgress: {
    params: z.object({
      callId: z.string(),
      progress: z.number(),
      total: z.optional(z.number()),
      message: z.optional(z.string()),
      /** The task of a call that was wanted as one. */
      task: z.optional(z.object({ id: z.string(), status: z.string() })),
    }),
  },
  ...credentialEvents,
  ...callEvents,
});
