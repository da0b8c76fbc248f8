import { fnv1a } from '../../base/fnv1a';
import { ownValue } from '../../base/json';
import type { ToolUse } from '../../ipc/state';
import { t, tokensText } from './toolCostTexts';
import { costOf, costText, type ServerCost, type ToolCost } from './toolCosts';

export interface AdviceInput {
  readonly servers: readonly ServerCost[];
  /** Last calls by server id; absent if not known. */
  readonly uses: ReadonlyMap<string, ToolUse>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Sentences about tools that could be switched off or shortened. */
export function costAdvice(input: AdviceInput): readonly string[] {
  return [...unusedLines(input), ...longestLine(input), ...alikeLines(input)];
}

/** Days without a call after which a tool counts as unused. */
const unusedDays = 30;
const day = 86_400_000;
/** Characters from which on a description counts as long. */
const long = 600;
/** Names listed per kind. */
const mostNamed = 8;
const mostGroups = 10;

function unusedLines({ servers, uses, now }: AdviceInput): string[] {
  const begin = now - unusedDays * day;
  const watched = servers.filter(({ id }) => (uses.get(id)?.since ?? now) <= begin);
  const lines = watched.flatMap((server) => {
    const calls = uses.get(server.id)?.calls ?? {};
    const lastCall = ({ tool }: ToolCost): number => ownValue(calls, tool.name) ?? 0;
    const unused = server.each.filter((one) => one.isOn && lastCall(one) < begin);
    return unusedLine(server, unused) ?? [];
  });
  const isYoung = servers.length > 0 && watched.length === 0 && uses.size > 0;
  return isYoung ? [t('watchedBriefly', { days: unusedDays })] : lines;
}

function unusedLine(server: ServerCost, unused: readonly ToolCost[]): string | undefined {
  if (unused.length === 0) return undefined;
  const cost = costOf(unused);
  const { name } = server;
  if (unused.length === server.tools) {
    const whole = costText(cost) ?? t('uncounted');
    return t('unusedServer', { days: unusedDays, server: name, cost: whole });
  }
  return t('unused', {
    days: unusedDays,
    count: cost.tools,
    server: name,
    tokens: tokensText(cost.tokens),
    names: someOf(byTokens(unused).map(({ tool }) => tool.name)),
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
  const groups = alikeTools(compared).map((group) => ({
    group,
    tokens: costOf(group.map(({ cost }) => cost)).tokens,
  }));
  return byTokens(groups)
    .slice(0, mostGroups)
    .map(({ group, tokens }) =>
      t('alike', {
        names: someOf(group.map(({ server, name }) => ofServer(server, name))),
        tokens: tokensText(tokens),
      }),
    );
}

function ofServer(server: string, tool: string): string {
  return t('ofServer', { tool, server });
}

/** The dearest first. */
export function byTokens<T extends { readonly tokens: number | undefined }>(
  each: readonly T[],
): readonly T[] {
  return each.toSorted((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0));
}

function someOf(names: readonly string[]): readonly string[] {
  const rest = names.length - mostNamed;
  if (rest < 2) return names;
  return [...names.slice(0, mostNamed), t('more', { count: rest })];
}

/** A tool as it is compared with those of other servers. */
export interface ComparedTool {
  readonly server: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/** Words of a description that are looked at, and the characters that these are looked for in. */
const mostWords = 80;
const mostCharacters = 20 * mostWords;
/** The smallest hashes of a description by which tools with much in common meet. */
const meetingPoints = 4;
/** Different tools that are compared with one that meets them. */
const mostLeaders = 16;
/** Shares of words in common, where the names say the same and where they do not. */
const alikeWords = { sameName: 0.35, otherName: 0.8 };
/** Words that the shorter of two descriptions must have where the names tell nothing. */
const leastWords = 5;
/** Words that stand in every description. */
const fillers = new Set(
  'a an and are as at be by for from get give has have in into is it its list of on one or return specific that the their them this to use with you your'.split(
    ' ',
  ),
);

interface Profile {
  readonly tool: ComparedTool;
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /** Keys by which it meets others. */
  readonly keys: readonly string[];
}

/**
 * Tools of different servers that seem to do the same. Either their names have the same words and their descriptions
 * overlap, or their descriptions mostly agree. Each is compared only with a few that share its name or a rare run of
 * words.
 */
export function alikeTools<T extends ComparedTool>(tools: readonly T[]): readonly (readonly T[])[] {
  const profiles = tools.map(profileOf);
  const groups = new Map<Profile, Set<Profile>>();
  const leaders = new Map<string, Profile[]>();
  for (const profile of profiles) {
    for (const key of profile.keys) {
      const known = leaders.get(key) ?? [];
      leaders.set(key, known);
      const like = known.find((leader) => isAlike(leader, profile));
      if (like) join(groups, like, profile);
      else if (known.length < mostLeaders) known.push(profile);
    }
  }
  return [...new Set(groups.values())]
    .map((group) => Array.from(group, ({ tool }) => tool as T))
    .filter((group) => new Set(group.map(({ server }) => server)).size > 1);
}

function profileOf(tool: ComparedTool): Profile {
  const ofServer = new Set(wordsOf(tool.server));
  const own = wordsOf(tool.name).filter((word) => !ofServer.has(word));
  const name = [...new Set(own)].toSorted().join(' ') || tool.name;
  const text = wordsOf((tool.description ?? '').slice(0, mostCharacters)).slice(0, mostWords);
  const runs = text.slice(2).map((word, at) => fnv1a(`${text[at]} ${text[at + 1]} ${word}`));
  const rare = [...new Set(runs)].toSorted((a, b) => a - b).slice(0, meetingPoints);
  return {
    tool,
    name,
    words: new Set(text.filter((word) => !fillers.has(word))),
    keys: [name, ...rare.map(String)],
  };
}

function isAlike(one: Profile, other: Profile): boolean {
  const isSameName = one.name === other.name;
  const smaller = one.words.size < other.words.size ? one.words : other.words;
  const larger = smaller === one.words ? other.words : one.words;
  if (larger.size === 0) return isSameName;
  if (!isSameName && smaller.size < leastWords) return false;
  const least = isSameName ? alikeWords.sameName : alikeWords.otherName;
  // With all words of the smaller in common it would be no more than this.
  if (smaller.size / larger.size < least) return false;
  let common = 0;
  for (const word of smaller) if (larger.has(word)) common += 1;
  return common / (one.words.size + other.words.size - common) >= least;
}

function join(groups: Map<Profile, Set<Profile>>, one: Profile, other: Profile): void {
  const [a, b] = [groups.get(one) ?? new Set([one]), groups.get(other) ?? new Set([other])];
  const [into, from] = a.size < b.size ? [b, a] : [a, b];
  if (into !== from) for (const profile of from) into.add(profile);
  for (const profile of into === from ? [one, other] : [one, other, ...from])
    groups.set(profile, into);
}

/** `getFileInfo`, `get_file_info` and `Get files info` have the same ones. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=...)s$/, ''));
}
