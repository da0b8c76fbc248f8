import { globMatches } from '../../base/globMatches';

/** A server as patterns name it. */
export interface NamedServer {
  readonly id: string;
  readonly name: string;
}

/**
 * The globs over a server's tools that a pattern stands for; none where it means other servers. A pattern is
 * `server/tool`, or `server` for all of its tools. The server is a glob over names, whatever their case;
 * one with a slash is a name or an id as it stands.
 */
export function toolGlobs(pattern: string, server: NamedServer): readonly string[] {
  if (isMeant(pattern, server)) return ['*'];
  return [...pattern.matchAll(/\//g)].flatMap(({ index }) =>
    isMeant(pattern.slice(0, index), server) ? [pattern.slice(index + 1)] : [],
  );
}

/** The pattern of one tool, or of all of a server; of a name with wildcards one that fits little else. */
export function patternOf(server: string, tool?: string): string {
  return tool === undefined ? server : `${server}/${tool.replaceAll('*', '?')}`;
}

function isMeant(pattern: string, { id, name }: NamedServer): boolean {
  const wanted = pattern.toLowerCase();
  const names = [name.toLowerCase(), id.toLowerCase()];
  return wanted.includes('/') ? names.includes(wanted) : globMatches(wanted, names[0] ?? '');
}
