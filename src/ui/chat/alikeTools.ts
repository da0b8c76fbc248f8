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
/** They stand in every description. */
const fillers = new Set(
  'a an and are as at be by for from get give has have in into is it its list of on one or return specific that the their them this to use with you your'.split(
    ' ',
  ),
);

interface Profile {
  readonly tool: ComparedTool;
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /** Where it meets others. */
  readonly keys: readonly string[];
}

/**
 * Tools of different servers that seem to do the same: with names of the same words and descriptions that
 * have something in common, or with descriptions that have most in common. Each is compared only with a few
 * that share its name or a rare run of words.
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
  const runs = text.slice(2).map((word, at) => hash(`${text[at]} ${text[at + 1]} ${word}`));
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

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
