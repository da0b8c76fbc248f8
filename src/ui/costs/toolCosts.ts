import { ownValue } from '../../base/json';
import type { EffectiveSettings } from '../../config/settings/effectiveSettings';
import type { NamedServer } from '../../config/settings/toolPatterns';
import type { Catalog, Tool } from '../../ipc/state';
import type { ShownServer } from '../tree/shownServer';
import { t, tokensText } from './toolCostTexts';

/** Models without tool search refuse a request with more. */
const mostTools = 128;

/** What a tool takes of every request to a model. */
export interface ToolCost {
  readonly tool: Tool;
  /** As models read it: the person's own, or the server's. */
  readonly description?: string | undefined;
  /** Absent until counted. */
  readonly tokens: number | undefined;
  /** Whether models get it. */
  readonly isOn: boolean;
}

/** What some tools take together. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
  /** Whether each of them is counted. */
  readonly isWhole: boolean;
}

/** What a server's tools take that models get, and each of all. */
export interface ServerCost extends Cost {
  readonly id: string;
  readonly name: string;
  readonly each: readonly ToolCost[];
}

/** What the tools of a window take that its models get. */
export interface ToolCosts extends Cost {
  readonly servers: readonly ServerCost[];
}

/** A server whose tools Roundhouse gives to chat. */
export interface ServerInChat extends NamedServer {
  /** The person's own, by tool. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
}

/** What costs are made of. */
export interface CostInput {
  /** See {@link serversInChat}. */
  readonly servers: readonly ServerInChat[];
  /** By server id; absent until known. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  /** Tokens by server id and tool; absent until counted. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether models get a tool of a server. */
  readonly isOn: (server: string, tool: string) => boolean;
}

/** The servers that Roundhouse gives to chat; `before` where they are still the same, as states change often. */
export function serversInChat(
  entries: ReadonlyMap<string, ShownServer & { readonly effective?: EffectiveSettings }>,
  before: readonly ServerInChat[],
): readonly ServerInChat[] {
  const servers = [...entries.values()]
    .filter(
      ({ runBy, snapshot, isInactive }) =>
        runBy === 'roundhouse' && !isInactive && snapshot.state.kind !== 'disabled',
    )
    .map(({ definition: { id, name }, effective }) => ({
      id,
      name,
      descriptions: effective?.settings.descriptions,
    }));
  const isSame =
    servers.length === before.length &&
    servers.every(
      ({ id, descriptions }, at) =>
        id === before[at]?.id && descriptions === before[at].descriptions,
    );
  return isSame ? before : servers;
}

/** What the tools of these servers cost; a server whose tools cost what they did `before` is the same object. */
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

/** What those tools take together that models get. */
export function costOf(each: readonly ToolCost[]): Cost {
  return costOfAll(each.filter(({ isOn }) => isOn));
}

/** What these tools take together. */
export function costOfAll(tools: readonly ToolCost[]): Cost {
  return {
    tools: tools.length,
    tokens: tools.reduce((all, { tokens = 0 }) => all + tokens, 0),
    isWhole: tools.every(({ tokens }) => tokens !== undefined),
  };
}

/** "12 tools · 3.4k tokens"; `undefined` until all of them are counted. */
export function costText({ tools, tokens, isWhole }: Cost): string | undefined {
  return isWhole ? t('cost', { tools, tokens: tokensText(tokens) }) : undefined;
}

/** "3.4k tokens" of what models get of a server; `undefined` where that is nothing, or not counted. */
export function serverTokens({ tools, tokens, isWhole }: Cost): string | undefined {
  return isWhole && tools > 0 ? tokensText(tokens) : undefined;
}

/** What a person should know of the tools in chat. */
export interface CostWarning {
  /** What it is about and from where on: whoever was told once is not told again. */
  readonly mark: string;
  readonly text: string;
}

/** That the tools in chat take more than the budget, or are too many. `budget`: tokens; 0: none. */
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

/** What a window shows of its costs wherever it shows its servers. */
export interface ShownCosts extends Cost {
  readonly servers: ReadonlyMap<string, ServerCost>;
  readonly warnings: readonly CostWarning[];
}

/** The same for showing. */
export function shownCosts({ servers, ...cost }: ToolCosts, budget: number): ShownCosts {
  const byId = new Map(servers.map((server) => [server.id, server]));
  return { ...cost, servers: byId, warnings: costWarnings(cost, budget) };
}

/** "3.4k tokens of every request", as far as they are counted, and the warnings. */
export function costLines(costs: Cost & Partial<Pick<ShownCosts, 'warnings'>>): readonly string[] {
  const tokens = serverTokens(costs);
  const { warnings = [] } = costs;
  return [
    ...(tokens === undefined ? [] : [t('toolCost', { tokens })]),
    ...warnings.map(({ text }) => text),
  ];
}

/** Several costs as one. */
export function sumOf(parts: readonly Cost[]): Cost {
  return {
    tools: parts.reduce((all, { tools }) => all + tools, 0),
    tokens: parts.reduce((all, { tokens }) => all + tokens, 0),
    isWhole: parts.every(({ isWhole }) => isWhole),
  };
}
