import { globMatches } from '../../base/globMatches';
import { isObject, isTextList } from '../../base/json';
import { dialectIds } from '../definition';

/** A server as patterns name it. */
export interface NamedServer {
  readonly id: string;
  readonly name: string;
}

/** The ids of all servers. */
export interface KnownServers {
  readonly has: (id: string) => boolean;
}

/**
 * The globs over a server's tools that a pattern stands for; none if it means other servers. A pattern is
 * `server/tool`, or `server` for all of its tools. The server is a glob over names, in any case. With a slash it is a
 * literal name or id.
 */
export function toolGlobs(pattern: string, server: NamedServer): readonly string[] {
  if (isMeant(pattern, server)) return ['*'];
  return [...pattern.matchAll(/\//g)].flatMap(({ index }) =>
    isMeant(pattern.slice(0, index), server) ? [pattern.slice(index + 1)] : [],
  );
}

const hosts = dialectIds.join('|');
/** The sources of a person's own servers. */
const ownSource = `user|remote|(?:${hosts})(?: \\([^/]*\\))?`;
/** The start of the id of a server that does not come with a workspace. */
const ownStart = new RegExp(`^(?:${ownSource})/`);
/** The start of any id. */
const idStart = new RegExp(
  `^(?:${ownSource}|workspace|(?:folder|roundhouse|${hosts}):[^/]*)/`,
  'i',
);

/**
 * The same for a pattern that allows. One that begins like an id means of the servers of a workspace only the one with
 * this id, because a workspace names its servers as it likes. Of a server and another's tool it means the tool.
 */
export function allowedGlobs(
  pattern: string,
  server: NamedServer,
  known: KnownServers,
): readonly string[] {
  const { id } = server;
  if (pattern === id) {
    const isTool = [...id.matchAll(/\//g)].some(({ index }) => known.has(id.slice(0, index)));
    return isTool ? [] : ['*'];
  }
  if (ownStart.test(id) || !idStart.test(pattern)) return toolGlobs(pattern, server);
  return pattern.startsWith(`${id}/`) ? [pattern.slice(id.length + 1)] : [];
}

/** The pattern of one tool, or of all of a server. A name with wildcards gets a pattern with few other matches. */
export function patternOf(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool.replaceAll('*', '?')}`;
}

function isMeant(pattern: string, { id, name }: NamedServer): boolean {
  const wanted = pattern.toLowerCase();
  const names = [name.toLowerCase(), id.toLowerCase()];
  return wanted.includes('/') ? names.includes(wanted) : globMatches(wanted, names[0] ?? '');
}

/**
 * Patterns of the tools of a set; a leading `!` excludes. The last match counts. A set that begins with an exclusion
 * begins with all tools.
 */
export type ToolSet = readonly string[];

/** The sets of `roundhouse.toolSets` as they stand in each layer, by name; of two the earlier layer's counts. */
export function readToolSets(layers: readonly unknown[]): ReadonlyMap<string, ToolSet> {
  const sets = new Map<string, ToolSet>();
  for (const layer of layers) {
    for (const [name, patterns] of isObject(layer) ? Object.entries(layer) : []) {
      if (name !== '' && !sets.has(name) && isTextList(patterns)) sets.set(name, patterns);
    }
  }
  return sets;
}

/** The active set until the user chooses. The first name counts, so that a workspace does not replace the user's. */
export function usualSet(...said: readonly unknown[]): string | undefined {
  return said.find((name): name is string => typeof name === 'string' && name !== '');
}

/** The tools of a set at one server, as globs over their names. `undefined`: all. */
export function setAt(set: ToolSet, server: NamedServer): readonly string[] | undefined {
  const globs = wholeSet(set).flatMap((pattern) => globsOf(pattern, server));
  return globs.length === 1 && globs[0] === '*' ? undefined : globs;
}

/** True if a tool is in a set, see {@link setAt}. */
export function isSelected(globs: readonly string[] | undefined, tool: string): boolean {
  if (!globs) return true;
  const last = globs.findLast((glob) => globMatches(isOut(glob) ? glob.slice(1) : glob, tool));
  return last !== undefined && !isOut(last);
}

/** All tools, which is what counts where no set is chosen. */
export const allTools: ToolSet = ['*'];

/**
 * The user's choices on top of a set after one tool, or a whole server, was switched. A choice that cancels an earlier
 * one removes it.
 */
export function choose(
  set: ToolSet,
  choices: ToolSet,
  { server, tool }: { readonly server: NamedServer; readonly tool?: string | undefined },
  isOn: boolean,
): ToolSet {
  const pattern = patternOf(server.id, tool);
  const rest = choices.filter((choice) => {
    const said = isOut(choice) ? choice.slice(1) : choice;
    return said !== pattern && (tool !== undefined || !said.startsWith(`${pattern}/`));
  });
  const isSaid =
    tool !== undefined && isSelected(setAt([...wholeSet(set), ...rest], server), tool) === isOn;
  return isSaid ? rest : [...rest, isOn ? pattern : `!${pattern}`];
}

/** A set that says the same and does not begin by leaving out, so that more can follow. */
export function wholeSet(set: ToolSet): ToolSet {
  return set[0] !== undefined && isOut(set[0]) ? [...allTools, ...set] : set;
}

/** A set that names servers by their names where only one has it, as others have other ids. */
export function namedPatterns(set: ToolSet, servers: readonly NamedServer[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of servers) counts.set(name, (counts.get(name) ?? 0) + 1);
  const known = servers.filter(({ name }) => counts.get(name) === 1);
  return set.map((pattern) => {
    const said = isOut(pattern) ? pattern.slice(1) : pattern;
    const server = known.find(({ id }) => said === id || said.startsWith(`${id}/`));
    if (!server) return pattern;
    return `${isOut(pattern) ? '!' : ''}${server.name}${said.slice(server.id.length)}`;
  });
}

function globsOf(pattern: string, server: NamedServer): readonly string[] {
  // A tool's name may itself begin like what leaves out.
  const globs = toolGlobs(isOut(pattern) ? pattern.slice(1) : pattern, server).map((glob) =>
    isOut(glob) ? `?${glob.slice(1)}` : glob,
  );
  return isOut(pattern) ? globs.map((glob) => `!${glob}`) : globs;
}

function isOut(pattern: string): boolean {
  return pattern.startsWith('!');
}
