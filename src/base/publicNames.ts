import { createHash } from 'node:crypto';

/** What providers of models take of a name. */
const longest = 64;
/** VS Code puts `mcp_`, up to 13 characters of the server and `_` before a tool's name, and cuts the whole. */
const longestPrefix = 18;
const mostOfName = longest - longestPrefix;
/** Characters of a hash: as many as tell the few names apart that have one. */
const leastOfHash = 6;

/**
 * The names under which models know the tools of one server. One of up to 46 letters, digits, `_` and `-`
 * stays as it is. Others are made of that, with a hash of the true name only where they are too long or
 * two would be the same: so another tool changes no name but of one that it collides with.
 */
export class PublicNames {
  readonly #public = new Map<string, string>();
  readonly #raw = new Map<string, string>();

  constructor(names: readonly string[]) {
    const stems = new Map(names.map((name) => [name, stemOf(name)]));
    const counts = new Map<string, number>();
    for (const stem of stems.values()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const colliding: string[] = [];
    for (const [name, stem] of stems) {
      const isOwn = name === stem || (counts.get(stem) === 1 && /[A-Za-z0-9]/.test(stem));
      if (isOwn && stem.length <= mostOfName) this.#add(name, stem);
      else colliding.push(name);
    }
    for (const name of colliding.toSorted()) this.#add(name, this.#hashed(name));
  }

  /** The name that models get; that of a tool which is not known stays as it is. */
  of(name: string): string {
    return this.#public.get(name) ?? name;
  }

  /** The true name of what a model asks for; what no model was told stays as it is. */
  rawOf(name: string): string {
    return this.#raw.get(name) ?? name;
  }

  #add(name: string, given: string): void {
    this.#public.set(name, given);
    this.#raw.set(given, name);
  }

  #hashed(name: string): string {
    const stem = stemOf(name).replace(/^_+$/, 'tool');
    const hash = createHash('sha256').update(name).digest('hex');
    for (let length = leastOfHash; ; length++) {
      const end = `_${hash.slice(0, length)}`;
      const given = stem.slice(0, mostOfName - end.length) + end;
      if (!this.#raw.has(given) || length === hash.length) return given;
    }
  }
}

const known = new WeakMap<readonly object[], PublicNames>();

/** The names of the tools of one list, worked out once for it. */
export function publicNames(tools: readonly { readonly name: string }[]): PublicNames {
  const names = known.get(tools) ?? new PublicNames(tools.map(({ name }) => name));
  known.set(tools, names);
  return names;
}

/** A tool under its public name; where that is another one its true name is its title, unless it has one. */
export function publicTool<
  T extends { readonly name: string; readonly title?: string | undefined },
>(tool: T, names: PublicNames): T {
  const name = names.of(tool.name);
  return name === tool.name ? tool : { ...tool, name, title: tool.title ?? tool.name };
}

/** Letters without their marks, and one `_` for whatever else does not fit. */
function stemOf(name: string): string {
  if (/^[\w-]*$/.test(name)) return name;
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w-]+/g, '_');
}
