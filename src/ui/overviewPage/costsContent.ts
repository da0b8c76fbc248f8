import { ownValue } from '../../base/json';
import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import type { ServerSnapshot, ToolUse } from '../../ipc/state';
import { byTokens, costAdvice } from '../costs/costAdvice';
import { setCosts, type Cost, type ServerCost, type ToolCosts } from '../costs/toolCosts';
import { t as costText, tokensText } from '../costs/toolCostTexts';
import { durationText } from '../text/texts';
import { escapeDeceptive } from '../text/untrustedText';
import type { PageCosts, PageToolCost } from './overviewMessages';
import { t } from './overviewTexts';

export interface CostsInput extends Omit<Parameters<typeof setCosts>[0], 'servers'> {
  readonly costs: ToolCosts;
  /** Last calls by server id; absent if not known. */
  readonly uses: ReadonlyMap<string, ToolUse>;
  /** Tokens; 0: none. */
  readonly budget: number;
  /** True where this editor cannot count tokens. */
  readonly isUncounted: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The costs of the tools in chat by set and server, with advice. */
export function pageCosts(input: CostsInput): PageCosts {
  const { costs, uses, budget, now } = input;
  const { servers } = costs;
  return {
    total: sum(costs),
    budget: budget > 0 ? { text: tokensText(budget), tokens: budget } : undefined,
    note: costText(input.isUncounted ? 'notCounted' : servers.length > 0 ? 'legend' : 'none'),
    advice: [...costAdvice({ servers, uses, now })],
    sets: setCosts({ ...input, servers }).map((set) => {
      const title = set.name === undefined ? costText('allTools') : escapeDeceptive(set.name);
      const { name, isActive } = set;
      return {
        ...sum(set),
        name,
        isActive,
        title: isActive ? costText('activeSet', { set: title }) : title,
      };
    }),
    servers: byTokens(servers).map((server) => ({
      ...sum(server),
      id: server.id,
      name: escapeDeceptive(server.name),
      on: server.tools,
      tools: server.each.length,
    })),
  };
}

/** A cost, with a plus while not all tools are counted. */
function sum({ tokens, isWhole }: Cost): PageCosts['total'] {
  const counted = tokensText(tokens);
  return { tokens, text: isWhole ? counted : costText('atLeast', { tokens: counted }) };
}

/** Knowledge about a server's tools beside their costs. */
export interface ToolKnowledge {
  readonly policy: ToolPolicy | undefined;
  readonly vetted: ServerSnapshot['vetted'];
  readonly use: ToolUse | undefined;
}

/** The costs of a server's tools, the dearest first. */
export function pageToolCosts(
  { each }: ServerCost,
  { policy, vetted, use }: ToolKnowledge,
  now: number,
): PageToolCost[] {
  const held = new Set(vetted?.held);
  return byTokens(each).map(({ tool: { name }, description = '', tokens, isOn }) => {
    const called = use && ownValue(use.calls, name);
    const isHeld = held.has(name);
    const isDenied = policy !== undefined && toolDecision(policy, name).rule?.effect === 'deny';
    return {
      name,
      isOn,
      canSwitch: !isHeld && !isDenied,
      tokens: tokens ?? 0,
      text: tokens === undefined ? costText('uncounted') : tokensText(tokens),
      notes: [
        ...(isHeld ? [t('held')] : []),
        ...(isDenied ? [t('denied')] : []),
        ...(description === '' ? [] : [costText('described', { length: description.length })]),
        ...(called === undefined ? [] : [costText('called', { span: durationText(now - called) })]),
      ],
    };
  });
}
