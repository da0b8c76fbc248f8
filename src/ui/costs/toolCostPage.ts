import { ownValue } from '../../base/json';
import type { ToolUse } from '../../ipc/toolUse';
import { bullets } from '../text/markdown';
import { durationText } from '../text/quantities';
import type { SetCost } from './setCosts';
import { toolAdvice } from '../chat/toolAdvice';
import { t, tokensText } from './toolCostTexts';
import type { Cost, ServerCost, ToolCost, ToolCosts } from './toolCosts';
import { named } from '../toolSets/toolNames';

/** Tools listed of a server, and of all. */
const most = { ofServer: 100, ofAll: 1_000 };

export interface CostPageInput {
  readonly costs: ToolCosts;
  readonly sets: readonly SetCost[];
  /** Last calls by server id; absent if not known. */
  readonly uses: ReadonlyMap<string, ToolUse>;
  /** Tokens; 0: none. */
  readonly budget: number;
  /** This editor cannot count tokens. */
  readonly uncounted: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Costs of the tools in chat by set, server and tool, with advice; Markdown. */
export function toolCostPage(input: CostPageInput): string {
  const { costs, budget } = input;
  const total = t('total', {
    cost: wholeCost(costs),
    ...(budget > 0 && { budget: tokensText(budget) }),
  });
  const isEmpty = costs.servers.length === 0;
  const parts = [
    `# ${t('title')}`,
    t(input.uncounted ? 'notCounted' : 'legend'),
    ...(isEmpty ? [t('none')] : [total, ...adviceParts(input), ...lists(input)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function adviceParts(input: CostPageInput): string[] {
  const { uses, now } = input;
  const advice = toolAdvice({ servers: input.costs.servers, uses, now });
  const lines = advice.length > 0 ? bullets(advice) : t('adviceNone');
  return [`## ${t('advice')}`, lines];
}

function lists({ costs, sets, uses, now }: CostPageInput): string[] {
  const servers = costs.servers.toSorted((one, other) => other.tokens - one.tokens);
  const setLines = sets.map((set) =>
    t(set.isActive ? 'activeSet' : 'otherSet', {
      set: set.name === undefined ? t('allTools') : named(set.name),
      cost: wholeCost(set),
    }),
  );
  let left = most.ofAll;
  const tools = servers.flatMap((server) => {
    const lines = toolLines(server, uses.get(server.id), now, Math.min(left, most.ofServer));
    left -= lines.length;
    return lines.length > 0 ? [`### ${named(server.name)}`, bullets(lines)] : [];
  });
  return [
    ...(setLines.length > 0 ? [`## ${t('sets')}`, bullets(setLines)] : []),
    `## ${t('servers')}`,
    bullets(servers.map(serverLine)),
    `## ${t('tools')}`,
    ...tools,
  ];
}

function serverLine(server: ServerCost): string {
  const off = server.each.length - server.tools;
  return t('serverLine', {
    server: named(server.name),
    cost: wholeCost(server),
    ...(off > 0 && { off }),
  });
}

function toolLines(
  { each }: ServerCost,
  use: ToolUse | undefined,
  now: number,
  limit: number,
): readonly string[] {
  const sorted = each.toSorted((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0));
  const rest = sorted.length - limit;
  const lines = sorted.slice(0, Math.max(0, limit)).map((cost) => toolLine(cost, use, now));
  return rest > 0 ? [...lines, t('more', { count: rest })] : lines;
}

function toolLine(
  { tool, description, tokens, isOn }: ToolCost,
  use: ToolUse | undefined,
  now: number,
): string {
  const called = use && ownValue(use.calls, tool.name);
  const line = t('toolLine', {
    tool: named(tool.name),
    tokens: tokens === undefined ? t('uncounted') : tokensText(tokens),
    ...(description && { length: description.length }),
    ...(called !== undefined && { span: durationText(now - called) }),
  });
  return isOn ? line : t('toolOff', { line });
}

/** A cost, with "at least" while not all tools are counted. */
function wholeCost({ tools, tokens, isWhole }: Cost): string {
  const counted = tokensText(tokens);
  return t('cost', {
    tools,
    tokens: isWhole ? counted : t('atLeast', { tokens: counted }),
  });
}
