import { ownValue } from '../../base/json';
import type { EffectiveSettings } from '../../config/settings/effectiveSettings';
import {
  isSelected,
  allTools,
  setAt,
  type NamedServer,
  type ToolSet,
} from '../../config/settings/toolSets';
import type { Catalog, Tool } from '../../ipc/state';
import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import type { ShownServer } from '../tree/shownServer';
import { t, tokensText } from './toolCostTexts';

/** Models without tool search refuse requests with more tools. */
const mostTools = 128;

/** Cost of a tool in every request to a model. */
export interface ToolCost {
  readonly tool: Tool;
  /** The description that models get: the user's own, or the server's. */
  readonly description?: string | undefined;
  /** Absent until counted. */
  readonly tokens: number | undefined;
  /** True if models get it. */
  readonly isOn: boolean;
}

/** Cost of several tools. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
  /** True if all of them are counted. */
  readonly isWhole: boolean;
}

/** Costs of a server: of the tools that models get, and of each tool. */
export interface ServerCost extends Cost {
  readonly id: string;
  readonly name: string;
  readonly each: readonly ToolCost[];
}

/** Costs of a window, of the tools that models get. */
export interface ToolCosts extends Cost {
  readonly servers: readonly ServerCost[];
}

/** A server whose tools chat gets from Roundhouse. */
export interface ServerInChat extends NamedServer {
  /** The user's descriptions by tool. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
}

export interface CostInput {
  /** See {@link serversInChat}. */
  readonly servers: readonly ServerInChat[];
  /** By server id; absent until known. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  /** Tokens by server id and tool; absent until counted. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** True if models get the tool of the server. */
  readonly isOn: (server: string, tool: string) => boolean;
}

/** Servers whose tools chat gets from Roundhouse. */
export function serversInChat(
  entries: ReadonlyMap<string, ShownServer & { readonly effective?: EffectiveSettings }>,
): readonly ServerInChat[] {
  return [...entries.values()]
    .filter(
      ({ runBy, snapshot, inactiveReason }) =>
        runBy === 'roundhouse' && !inactiveReason && snapshot.state.kind !== 'disabled',
    )
    .map(({ definition: { id, name }, effective }) => ({
      id,
      name,
      descriptions: effective?.settings.descriptions,
    }));
}

/** Costs of the servers' tools. A server with unchanged costs keeps its object of `before`. */
export function toolCosts(
  { servers, catalogs, counts, isOn }: CostInput,
  before?: ToolCosts,
): ToolCosts {
  const was = new Map(before?.servers.map((server) => [server.id, server]));
  const known = servers.flatMap(({ id, name, descriptions = {} }) => {
    const counted = counts.get(id);
    const each = catalogs.get(id)?.tools.map((tool) => ({
      tool,
      description: ownValue(descriptions, tool.name) ?? tool.description,
      tokens: counted?.get(tool.name),
      isOn: isOn(id, tool.name),
    }));
    if (!each) return [];
    const same = was.get(id);
    return same?.name === name && isSame(each, same.each)
      ? same
      : { id, name, each, ...costOf(each) };
  });
  return { servers: known, ...sumOf(known) };
}

function isSame(some: readonly ToolCost[], others: readonly ToolCost[]): boolean {
  const isLike = (one: ToolCost, other: ToolCost | undefined): boolean =>
    one.tool === other?.tool &&
    one.description === other.description &&
    one.tokens === other.tokens &&
    one.isOn === other.isOn;
  return some.length === others.length && some.every((one, at) => isLike(one, others[at]));
}

/** Cost of those tools that models get. */
export function costOf(each: readonly ToolCost[]): Cost {
  return costOfAll(each.filter(({ isOn }) => isOn));
}

function costOfAll(tools: readonly ToolCost[]): Cost {
  return sumOf(
    tools.map(({ tokens }) => ({ tools: 1, tokens: tokens ?? 0, isWhole: tokens !== undefined })),
  );
}

/** "12 tools · 3.4k tokens"; `undefined` until all are counted. */
export function costText({ tools, tokens, isWhole }: Cost): string | undefined {
  return isWhole ? t('cost', { tools, tokens: tokensText(tokens) }) : undefined;
}

/** "3.4k tokens" of the tools that models get; `undefined` if there are none or not all are counted. */
export function serverTokens({ tools, tokens, isWhole }: Cost): string | undefined {
  return isWhole && tools > 0 ? tokensText(tokens) : undefined;
}

/** A warning about the tools in chat. */
export interface CostWarning {
  /** Identifies the warning, which is shown once per limit. */
  readonly mark: string;
  readonly text: string;
}

/** Warnings if tools exceed the budget or are too many. `budget`: tokens; 0: none. */
export function costWarnings({ tools, tokens }: Cost, budget: number): readonly CostWarning[] {
  const warnings: CostWarning[] = [];
  if (budget > 0 && tokens > budget) {
    const args = { tokens: tokensText(tokens), budget: tokensText(budget) };
    warnings.push({ mark: `tokens ${budget}`, text: t('overBudget', args) });
  }
  if (tools > mostTools) {
    const args = { count: tools, limit: mostTools };
    warnings.push({ mark: `tools ${mostTools}`, text: t('tooManyTools', args) });
  }
  return warnings;
}

/** Costs as views show them. */
export interface ShownCosts extends Cost {
  readonly servers: ReadonlyMap<string, ServerCost>;
  readonly warnings: readonly CostWarning[];
}

/** Costs for views. */
export function shownCosts({ servers, ...cost }: ToolCosts, budget: number): ShownCosts {
  const byId = new Map(servers.map((server) => [server.id, server]));
  return { ...cost, servers: byId, warnings: costWarnings(cost, budget) };
}

/** "3.4k tokens of every request", if counted, and the warnings. */
export function costLines(costs: Cost & Partial<Pick<ShownCosts, 'warnings'>>): readonly string[] {
  const tokens = serverTokens(costs);
  const { warnings = [] } = costs;
  return [
    ...(tokens === undefined ? [] : [t('toolCost', { tokens })]),
    ...warnings.map(({ text }) => text),
  ];
}

/** Sum of several costs. */
export function sumOf(parts: readonly Cost[]): Cost {
  return {
    tools: parts.reduce((all, { tools }) => all + tools, 0),
    tokens: parts.reduce((all, { tokens }) => all + tokens, 0),
    isWhole: parts.every(({ isWhole }) => isWhole),
  };
}

/** True if models would get the tool with another set active. `globs`: see `setAt`. */
export function isInSet(
  policy: ToolPolicy,
  globs: readonly string[] | undefined,
  tool: string,
): boolean {
  return isSelected(globs, tool) && toolDecision(policy, tool).rule?.effect !== 'deny';
}

/** A tool set and its cost. */
export interface SetCost extends Cost {
  /** Absent: all tools. */
  readonly name: string | undefined;
  readonly isActive: boolean;
}

interface SetInput {
  readonly servers: readonly ServerCost[];
  /** By name. */
  readonly sets: ReadonlyMap<string, ToolSet>;
  /** Name of the active set; `undefined`: all tools. */
  readonly active: string | undefined;
  /** By server id. */
  readonly policies: ReadonlyMap<string, ToolPolicy>;
}

/** Cost of each tool set, and of all tools; empty if there are no sets. */
export function setCosts({ servers, sets, active, policies }: SetInput): readonly SetCost[] {
  if (sets.size === 0) return [];
  return [[undefined, allTools] as const, ...sets].map(([name, set]) => {
    const parts = servers.map(({ id, name: server, each }) => {
      const policy = policies.get(id);
      const globs = setAt(set, { id, name: server });
      return costOfAll(each.filter(({ tool }) => !policy || isInSet(policy, globs, tool.name)));
    });
    return { name, isActive: name === active, ...sumOf(parts) };
  });
}
