import { ownValue } from '../../base/json';
import type { ToolUse } from '../../ipc/toolUse';
import { alikeTools } from './alikeTools';
import { t, tokensText } from '../costs/toolCostTexts';
import { costOf, costText, type ServerCost, type ToolCost } from '../costs/toolCosts';
import { named } from '../toolSets/toolNames';

/** Days without a call after which a tool counts as unused. */
const patienceDays = 30;
const day = 86_400_000;
/** Characters from which on a description counts as long. */
const long = 600;
/** Names listed per kind. */
const mostNamed = 8;
const mostGroups = 10;

export interface AdviceInput {
  readonly servers: readonly ServerCost[];
  /** Last calls by server id; absent if not known. */
  readonly uses: ReadonlyMap<string, ToolUse>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Advice on tools that could be switched off or shortened, as lines of Markdown. */
export function toolAdvice(input: AdviceInput): readonly string[] {
  return [...unusedLines(input), ...longestLine(input), ...alikeLines(input)];
}

function unusedLines({ servers, uses, now }: AdviceInput): string[] {
  const begin = now - patienceDays * day;
  const watched = servers.filter(({ id }) => (uses.get(id)?.since ?? now) <= begin);
  const lines = watched.flatMap((server) => {
    const calls = uses.get(server.id)?.calls ?? {};
    const lastCall = ({ tool }: ToolCost): number => ownValue(calls, tool.name) ?? 0;
    const unused = server.each.filter((one) => one.isOn && lastCall(one) < begin);
    return unusedLine(server, unused) ?? [];
  });
  const isYoung = servers.length > 0 && watched.length === 0 && uses.size > 0;
  return isYoung ? [t('watchedBriefly', { days: patienceDays })] : lines;
}

function unusedLine(server: ServerCost, unused: readonly ToolCost[]): string | undefined {
  if (unused.length === 0) return undefined;
  const cost = costOf(unused);
  const name = named(server.name);
  if (unused.length === server.tools) {
    const whole = costText(cost) ?? t('uncounted');
    return t('unusedServer', { days: patienceDays, server: name, cost: whole });
  }
  return t('unused', {
    days: patienceDays,
    count: cost.tools,
    server: name,
    tokens: tokensText(cost.tokens),
    names: someOf(byTokens(unused).map(({ tool }) => named(tool.name))),
  });
}

function longestLine({ servers }: AdviceInput): string[] {
  const longest = servers
    .flatMap(({ name: server, each }) =>
      each.flatMap(({ tool, description, isOn }) => {
        const length = description?.length ?? 0;
        return isOn && length >= long ? [{ server, tool: tool.name, length }] : [];
      }),
    )
    .toSorted((one, other) => other.length - one.length);
  const names = longest.map(({ server, tool, length }) =>
    t('longestOne', { tool: ofServer(server, tool), length }),
  );
  return names.length > 0 ? [t('longest', { names: someOf(names) })] : [];
}

function alikeLines({ servers }: AdviceInput): string[] {
  const compared = servers.flatMap(({ name: server, each }) =>
    each.flatMap((cost) => {
      const { tool, description, isOn } = cost;
      return isOn ? [{ server, name: tool.name, description, cost }] : [];
    }),
  );
  return alikeTools(compared)
    .map((group) => ({ group, tokens: costOf(group.map(({ cost }) => cost)).tokens }))
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, mostGroups)
    .map(({ group, tokens }) =>
      t('alike', {
        names: someOf(group.map(({ server, name }) => ofServer(server, name))),
        tokens: tokensText(tokens),
      }),
    );
}

function ofServer(server: string, tool: string): string {
  return t('ofServer', { tool: named(tool), server: named(server) });
}

function byTokens(each: readonly ToolCost[]): readonly ToolCost[] {
  return each.toSorted((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0));
}

function someOf(names: readonly string[]): readonly string[] {
  const rest = names.length - mostNamed;
  if (rest < 2) return names;
  return [...names.slice(0, mostNamed), t('more', { count: rest })];
}
