import * as z from 'zod/mini';
import { serverTestSchema } from '../../config/serverTests';
import { processUsageSchema } from '../../ipc/processUsage';
import { acceptedToolSchema } from '../../ipc/toolReview';
import { trafficRecordSchema } from '../../ipc/traffic';
import { buttonSchema, factSchema, shownStateSchema } from '../page/pageSchemas';
import { commandNames } from '../window/commandNames';
import { editorMethods } from './appMethods';
import {
  mcpObjectSchema,
  promptSchema,
  resourceSchema,
  resourceTemplateSchema,
  toolSchema,
} from '../../ipc/state';
import { fromTrafficSchemas, toTrafficSchemas } from '../traffic/trafficMessages';

/** The parts of a server's page, in their order. */
export const pageParts = [
  'overview',
  'tools',
  'prompts',
  'resources',
  'traffic',
  'figures',
  'log',
  'configuration',
  'diagnosis',
] as const;

export const pagePartSchema = z.enum(pageParts);
export type PagePart = z.infer<typeof pagePartSchema>;

/** A check with what it found, and what helps. */
const checkRowSchema = z.object({
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
  title: z.string(),
  text: z.string(),
  next: z.optional(
    z.object({
      text: z.string(),
      action: z.optional(z.pick(buttonSchema, { command: true, title: true })),
    }),
  ),
});
export type CheckRow = z.infer<typeof checkRowSchema>;

/** The explanation why a server runs or does not, without secrets. */
const explanationSchema = z.object({
  headline: z.string(),
  /** Next actions, the most urgent first. */
  advice: z.readonly(z.array(z.string())),
  now: z.readonly(z.array(factSchema)),
  /** The place of its entry, and its permission to run. */
  origin: z.readonly(z.array(factSchema)),
  launch: z.readonly(z.array(factSchema)),
  settings: z.readonly(z.array(factSchema)),
  /** The last lines that it wrote. */
  output: z.readonly(z.array(z.string())),
  checked: z.optional(
    z.object({
      /** Epoch milliseconds. */
      at: z.number(),
      rows: z.readonly(z.array(checkRowSchema)),
    }),
  ),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** A server as its page shows it; texts are in the person's language. */
export const pageServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: shownStateSchema,
  /** True if its tools can be called: by us, and not in Restricted Mode. */
  isCallable: z.boolean(),
  /** Tools that can run as tasks: those that say so, or any; absent: none. */
  tasks: z.optional(z.enum(['byTool', 'any'])),
  /** True while a process of it runs here. */
  hasProcess: z.boolean(),
  buttons: z.array(buttonSchema),
  /** The command that helps about its reason; absent where nothing is wrong. */
  remedy: z.optional(buttonSchema),
  /** Items in each list; absent while they are unknown. */
  counts: z.optional(z.object({ tools: z.number(), prompts: z.number(), resources: z.number() })),
  /** Absent in the document, because it takes a while to find out. */
  explanation: z.optional(explanationSchema),
  /** Differences of its tools from those of last time. */
  changes: z.optional(
    z.object({
      text: z.string(),
      groups: z.array(
        z.object({
          kind: z.enum(['added', 'removed', 'changed']),
          title: z.string(),
          /** `breaking`: sentences about what may break calls. */
          tools: z.array(z.object({ name: z.string(), breaking: z.array(z.string()) })),
        }),
      ),
    }),
  ),
  identity: z.optional(z.object({ facts: z.array(factSchema), instructions: z.string() })),
});
export type PageServer = z.infer<typeof pageServerSchema>;

/** A tool that a person has to look at. */
const reviewedToolSchema = z.object({
  name: z.string(),
  /** Identifies it, as it is shown, when it is accepted. */
  hash: z.string(),
  isHeld: z.boolean(),
  /** Lines of its definition, without those before if it is new. */
  before: z.array(z.string()),
  after: z.array(z.string()),
  findings: z.array(z.string()),
  /** Sentences about what may break calls. */
  breaking: z.array(z.string()),
});
export type ReviewedTool = z.infer<typeof reviewedToolSchema>;

/** A tool in the list of a page; its definition is requested when it is opened. */
const toolRowSchema = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Absent: chat gets none of this server's tools. */
  isOn: z.optional(z.boolean()),
  /** A rule, or that it waits for a review. */
  note: z.optional(z.string()),
  isFlagged: z.boolean(),
  tokens: z.optional(z.string()),
  /** Hints of the server: read-only, destructive and so on. */
  hints: z.array(z.string()),
});
export type ToolRow = z.infer<typeof toolRowSchema>;

const catalogSchema = z.object({
  tools: z.array(toolRowSchema),
  prompts: z.array(promptSchema),
  resources: z.array(resourceSchema),
  resourceTemplates: z.array(resourceTemplateSchema),
  /** Sentences about items that were dropped because they are malformed. */
  dropped: z.array(z.string()),
});
export type PageCatalog = z.infer<typeof catalogSchema>;

const logLineSchema = z.object({
  /** Epoch milliseconds. */
  time: z.number(),
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string(),
  /** True for what we write about the server, in contrast to its own lines. */
  isEvent: z.boolean(),
});
export type LogLine = z.infer<typeof logLineSchema>;

const stateHappeningSchema = z.object({
  kind: z.literal('state'),
  /** Epoch milliseconds. */
  at: z.number(),
  state: z.enum([
    'disabled',
    'blocked',
    'idle',
    'starting',
    'running',
    'degraded',
    'backingOff',
    'failed',
    'stopping',
  ]),
  title: z.string(),
  why: z.optional(z.string()),
  /** A run or a start ended: it failed, or somebody wanted that. */
  end: z.optional(z.enum(['failed', 'wanted'])),
});
export type StateHappening = z.infer<typeof stateHappeningSchema>;

const happeningSchema = z.discriminatedUnion('kind', [
  stateHappeningSchema,
  z.extend(z.pick(logLineSchema, { level: true, text: true }), {
    kind: z.literal('event'),
    at: z.number(),
  }),
]);
export type Happening = z.infer<typeof happeningSchema>;

const failureSchema = z.object({
  text: z.string(),
  next: z.optional(z.string()),
  /** True for an error with which the server answered. */
  isAnswer: z.optional(z.boolean()),
});
export type Failure = z.infer<typeof failureSchema>;

const savedCallSchema = z.object({ name: z.string(), test: serverTestSchema });
export type SavedCall = z.infer<typeof savedCallSchema>;

const requestSumSchema = z.object({
  calls: z.number(),
  errors: z.number(),
  bytes: z.number(),
  /** Estimated, of the texts in results. */
  tokens: z.number(),
  /** Milliseconds, as the next one. */
  median: z.number(),
  p95: z.number(),
});

/** All requests of one kind. */
const requestRowSchema = z.extend(requestSumSchema, {
  method: z.string(),
  /** Of the tool; else empty. */
  name: z.string(),
});
export type RequestRow = z.infer<typeof requestRowSchema>;

const figuresSchema = z.object({
  /** Oldest first. */
  days: z.array(
    z.object({ date: z.string(), calls: z.number(), errors: z.number(), tokens: z.number() }),
  ),
  rows: z.array(requestRowSchema),
  total: requestSumSchema,
  restarts: z.number(),
  /** Milliseconds. */
  up: z.number(),
  /** The address to which requests are exported, and the last failure of that. */
  exported: z.optional(z.object({ address: z.string(), failure: z.optional(failureSchema) })),
});
export type PageFigures = z.infer<typeof figuresSchema>;

/** Messages from the editor to the page. */
export const toPageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), server: pageServerSchema }),
  /** The server is not configured any more. */
  z.object({ kind: z.literal('gone'), text: z.string() }),
  z.object({ kind: z.literal('catalog'), catalog: catalogSchema }),
  z.object({
    kind: z.literal('tool'),
    tool: toolSchema,
    findings: z.array(z.string()),
    /** Differences of what models get, a sentence each. */
    forModels: z.array(z.string()),
  }),
  /** The tools to review. With `keeps` those that are shown stay as they are, because a person may be reading them. */
  z.object({
    kind: z.literal('review'),
    tools: z.array(reviewedToolSchema),
    keeps: z.boolean(),
  }),
  /** Events of the server, oldest first; `now` by the clock of its machine. */
  z.object({
    kind: z.literal('happened'),
    now: z.number(),
    happenings: z.readonly(z.array(happeningSchema)),
  }),
  /** `all` replaces what is shown, else the lines are added. */
  z.object({ kind: z.literal('log'), lines: z.array(logLineSchema), all: z.boolean() }),
  ...toTrafficSchemas,
  /** The traffic of a call that is still kept. */
  z.object({
    kind: z.literal('callRecords'),
    callId: z.string(),
    records: z.array(trafficRecordSchema),
  }),
  /** The calls of the server that are saved as tests. */
  z.object({ kind: z.literal('saved'), calls: z.array(savedCallSchema) }),
  /** `null` where none are kept. */
  z.object({ kind: z.literal('figures'), figures: z.nullable(figuresSchema) }),
  z.object({ kind: z.literal('completions'), callId: z.string(), values: z.array(z.string()) }),
  z.object({ kind: z.literal('usage'), sample: z.optional(processUsageSchema) }),
  z.object({
    kind: z.literal('progress'),
    callId: z.string(),
    progress: z.number(),
    total: z.optional(z.number()),
    message: z.optional(z.string()),
    task: z.optional(z.object({ id: z.string(), status: z.string() })),
  }),
  /** A call of an earlier page that runs as a task, or did. */
  z.object({
    kind: z.literal('task'),
    callId: z.string(),
    tool: z.string(),
    arguments: mcpObjectSchema,
  }),
  z.object({
    kind: z.literal('answer'),
    callId: z.string(),
    /** Milliseconds from the request to the answer. */
    took: z.number(),
    /** Only its beginning where it is too large. */
    result: z.optional(mcpObjectSchema),
    /** Bytes of the whole result; absent: it is whole. */
    wholeSize: z.optional(z.number()),
    /** True if the whole result has numbers of too many digits. */
    isRounded: z.optional(z.boolean()),
    failure: z.optional(failureSchema),
  }),
  z.object({
    kind: z.literal('checking'),
    isRunning: z.boolean(),
    /** The title of the check that runs, and those that are done. */
    now: z.optional(z.object({ title: z.string(), rows: z.readonly(z.array(checkRowSchema)) })),
    failure: z.optional(failureSchema),
  }),
  /** Shows a part, and in it an item, because a command asked for it. */
  z.object({ kind: z.literal('show'), part: pagePartSchema, item: z.optional(z.string()) }),
]);
/** The checks while they run, or why they could not. */
export type Checking = Omit<Extract<ToPage, { kind: 'checking' }>, 'kind'>;
export type ToPage = z.infer<typeof toPageSchema>;

/** Messages from the page to the editor. */
export const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page was loaded, for the first time or anew. */
  z.strictObject({ kind: z.literal('ready') }),
  /** The part that is shown; the editor sends the log and the usage only where they are shown. */
  z.strictObject({ kind: z.literal('part'), part: pagePartSchema }),
  z.strictObject({
    kind: z.literal('run'),
    command: z.enum(commandNames),
    item: z.optional(z.string()),
    /** Another entry than the page's server. */
    entry: z.optional(z.string()),
  }),
  ...fromTrafficSchemas,
  /** Requests the traffic of a call. */
  z.strictObject({ kind: z.literal('callRecords'), callId: z.string() }),
  z.strictObject({ kind: z.literal('tool'), name: z.string() }),
  z.strictObject({
    kind: z.literal('call'),
    callId: z.string(),
    tool: z.string(),
    arguments: mcpObjectSchema,
    /** It goes on when the page is closed. */
    asTask: z.optional(z.boolean()),
  }),
  z.strictObject({
    kind: z.literal('read'),
    callId: z.string(),
    method: z.enum(['resources/read', 'prompts/get']),
    params: mcpObjectSchema,
  }),
  /** Requests completions of an argument of a prompt, with those given. */
  z.strictObject({
    kind: z.literal('complete'),
    callId: z.string(),
    prompt: z.string(),
    argument: z.string(),
    value: z.string(),
    given: z.record(z.string(), z.string()),
  }),
  /** A request of an app. It is answered whole or not at all. */
  z.strictObject({
    kind: z.literal('appRequest'),
    callId: z.string(),
    method: z.enum(editorMethods),
    params: mcpObjectSchema,
  }),
  z.strictObject({ kind: z.literal('cancel'), callId: z.string() }),
  z.strictObject({ kind: z.literal('toggle'), tool: z.string(), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal('check') }),
  /** A person has seen these tools as they are shown. */
  z.strictObject({ kind: z.literal('accept'), tools: z.array(acceptedToolSchema) }),
  z.strictObject({ kind: z.literal('copy'), text: z.string() }),
  /** Saves a call as a test. The editor has a result that was cut whole, by the call's id; without either the call failed. */
  z.strictObject({
    kind: z.literal('saveTest'),
    callId: z.optional(z.string()),
    test: serverTestSchema,
    result: z.optional(mcpObjectSchema),
  }),
  /** Saves the result of a call in a file; without one the editor has it whole. */
  z.strictObject({
    kind: z.literal('saveResult'),
    callId: z.string(),
    name: z.string(),
    result: z.optional(mcpObjectSchema),
  }),
  /** Copies a call in a form that the person chooses. */
  z.strictObject({ kind: z.literal('copyCall'), call: serverTestSchema }),
  z.strictObject({ kind: z.literal('open'), url: z.string() }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;
