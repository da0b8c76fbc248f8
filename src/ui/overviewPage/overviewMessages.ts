import * as z from 'zod/mini';
import { buttonSchema, factSchema, shownStateSchema } from '../page/pageSchemas';
import { fromTrafficSchemas, toTrafficSchemas } from '../traffic/trafficMessages';
import { commandNames } from '../window/commandNames';

/** The parts of the overview page, in their order. */
export const overviewParts = ['servers', 'costs', 'calls', 'traffic', 'configuration'] as const;

export const overviewPartSchema = z.enum(overviewParts);
export type OverviewPart = z.infer<typeof overviewPartSchema>;

/** A server in the list of all; texts are in the person's language, as everywhere on the page. */
const serverRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: shownStateSchema,
  /** The reason why it is not well. */
  detail: z.optional(z.string()),
  /** Commands that apply now, that which helps first. */
  actions: z.array(buttonSchema),
  /** Of its catalog, if that is known. */
  tools: z.optional(z.number()),
  tokens: z.optional(z.string()),
});
export type ServerRow = z.infer<typeof serverRowSchema>;

/** A sum with what the length of a bar shows of it. */
const costSchema = z.object({ text: z.string(), tokens: z.number() });

const costsSchema = z.object({
  total: costSchema,
  /** Tokens; absent without one. */
  budget: z.optional(costSchema),
  note: z.string(),
  advice: z.array(z.string()),
  sets: z.array(
    z.extend(costSchema, {
      name: z.optional(z.string()),
      title: z.string(),
      isActive: z.boolean(),
    }),
  ),
  /** The dearest first. */
  servers: z.array(
    z.extend(costSchema, {
      id: z.string(),
      name: z.string(),
      /** Of all its tools, how many models get. */
      on: z.number(),
      tools: z.number(),
    }),
  ),
});
export type PageCosts = z.infer<typeof costsSchema>;

const toolCostSchema = z.extend(costSchema, {
  name: z.string(),
  isOn: z.boolean(),
  /** False where no switch helps: a rule denies it, or it waits for a review. */
  canSwitch: z.boolean(),
  notes: z.array(z.string()),
});
export type PageToolCost = z.infer<typeof toolCostSchema>;

/** Ends of a call that the table tells apart. */
export const callResults = ['done', 'failed', 'refused', 'other'] as const;

const callRowSchema = z.object({
  key: z.string(),
  /** Epoch milliseconds. */
  time: z.number(),
  /** Absent for what the gateway refused. */
  server: z.optional(z.object({ id: z.string(), name: z.string() })),
  tool: z.string(),
  result: z.enum(callResults),
  outcome: z.string(),
  /** Equal requests that the gateway refused since `first` (epoch milliseconds). */
  attempts: z.optional(z.object({ count: z.number(), first: z.number() })),
  caller: z.string(),
  approval: z.optional(z.string()),
  took: z.optional(z.string()),
  size: z.optional(z.string()),
  /** The reason, and the arguments. */
  details: z.array(z.string()),
});
export type CallRow = z.infer<typeof callRowSchema>;

const configurationSchema = z.object({
  isRestricted: z.boolean(),
  /** Entries of one name, the nearest first. */
  groups: z.array(
    z.object({
      name: z.string(),
      entries: z.array(
        z.object({
          id: z.string(),
          counts: z.boolean(),
          facts: z.array(factSchema),
          settings: z.array(factSchema),
        }),
      ),
    }),
  ),
  /** `servers`: absent where the file is not there. */
  files: z.array(z.object({ file: z.string(), servers: z.optional(z.number()) })),
});
export type PageConfiguration = z.infer<typeof configurationSchema>;

/** Messages from the editor to the page. */
export const toOverviewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('servers'), servers: z.array(serverRowSchema) }),
  z.object({ kind: z.literal('costs'), costs: costsSchema }),
  /** The tools of a server that is open in the list of costs. */
  z.object({ kind: z.literal('tools'), server: z.string(), tools: z.array(toolCostSchema) }),
  z.object({
    kind: z.literal('calls'),
    calls: z.array(callRowSchema),
    /** More calls may be kept than are shown. */
    isCut: z.boolean(),
    failure: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('configuration'), configuration: configurationSchema }),
  ...toTrafficSchemas,
  /** Shows a part, of one server if there is an id, because a command asked for it. */
  z.object({ kind: z.literal('show'), part: overviewPartSchema, server: z.optional(z.string()) }),
]);
export type ToOverview = z.infer<typeof toOverviewSchema>;

/** Messages from the page to the editor. */
export const fromOverviewSchema = z.discriminatedUnion('kind', [
  /** The page was loaded, for the first time or anew. */
  z.strictObject({ kind: z.literal('ready') }),
  /** A person looks at this part, at the calls of one server, or with the tools of these servers open. */
  z.strictObject({
    kind: z.literal('look'),
    part: overviewPartSchema,
    server: z.optional(z.string()),
    open: z.array(z.string()),
  }),
  z.strictObject({
    kind: z.literal('run'),
    command: z.enum(commandNames),
    server: z.optional(z.string()),
    item: z.optional(z.string()),
  }),
  /** Switches a tool, or all of a server, on or off for models. */
  z.strictObject({
    kind: z.literal('toggle'),
    server: z.string(),
    tool: z.optional(z.string()),
    isOn: z.boolean(),
  }),
  ...fromTrafficSchemas,
  /** Exports the traffic of all servers. */
  z.strictObject({ kind: z.literal('exportTraffic') }),
  z.strictObject({ kind: z.literal('copy'), text: z.string() }),
  /** Makes a tool set the active one; without a name all tools. */
  z.strictObject({ kind: z.literal('useSet'), name: z.optional(z.string()) }),
]);
export type FromOverview = z.infer<typeof fromOverviewSchema>;
