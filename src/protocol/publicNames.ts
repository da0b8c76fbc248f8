import { createHash } from 'node:crypto';

/** Characters of a tool's name that providers of models accept. */
const longest = 64;
/** VS Code puts `mcp_`, up to 13 characters of the server and `_` before a tool's name, and cuts the whole. */
const longestPrefix = 18;
/** Characters of a name that is given to clients. */
export const mostOfName = longest - longestPrefix;
/** Enough that nobody finds another name with the same hash. */
const hashLength = 16;

/** The end of a name that was made with a hash; no other name may have such. */
const made = /_[0-9a-f]{16}$/;

/** True if a name ends like those that {@link hashedName} makes. */
export function isHashed(name: string): boolean {
  return made.test(name);
}

/** The name without the hash at its end; any other name unchanged. */
export function withoutHash(name: string): string {
  return name.replace(made, '');
}

/** A name of `stem` and a hash of `identity`, of at most {@link mostOfName} characters. */
export function hashedName(stem: string, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, hashLength);
  return `${stem.slice(0, mostOfName - hashLength - 1)}_${hash}`;
}

/** Letters without their marks. */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
const fits = /^[\w-]+$/;
/** Words, parted by dots. */
const dotted = /^\w+(?:-\w+)*(?:\.\w+(?:-\w+)*)+$/;
/** Names that look like the public name of dotted words. */
const undotted = /^\w+(?:-\w+)*(?:--\w+(?:-\w+)*)+$/;

/**
 * The name under which models know a tool; all else uses its server and its raw name. One of up to 46 letters, digits,
 * `_` and `-` stays as it is, and dots become `--`; any other is made of that, with a hash of the true name. It depends
 * on the name alone, and no two names give the same. So no later tool takes the name of another, nor changes it.
 */
export function publicName(name: string): string {
  const plain = dotted.test(name) ? name.replaceAll('.', '--') : name;
  const isTaken = isHashed(plain) || (plain === name && undotted.test(name));
  if (fits.test(plain) && plain.length <= mostOfName && !isTaken) return plain;
  return hashedName(stemOf(name).replace(/^_*$/, 'tool'), name);
}

/** The public names of the tools of one server, and what they stand for. */
export class PublicNames {
  readonly #raw: ReadonlyMap<string, string>;

  constructor(names: readonly string[]) {
    this.#raw = new Map(names.map((name) => [publicName(name), name]));
  }

  /** The name for models. */
  of(name: string): string {
    return publicName(name);
  }

  /** The true name of a public one; any other name unchanged. */
  rawOf(name: string): string {
    return this.#raw.get(name) ?? name;
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
  return withoutMarks(name).replaceAll(/[^\w-]+/g, '_');
}
