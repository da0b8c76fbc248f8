import { createHash } from 'node:crypto';
import { memo } from '../base/lazy';

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

type Named = { readonly name: string };

/** The raw names of the tools of a list by their public ones. */
const rawNames = memo(
  (tools: readonly Named[]) => new Map(tools.map(({ name }) => [publicName(name), name])),
);

/** The raw name of the tool of this public name; any other name unchanged. */
export function rawName(tools: readonly Named[], name: string): string {
  return rawNames(tools).get(name) ?? name;
}

/** A tool under its public name; where that is another one its raw name is its title, unless it has one. */
export function publicTool<T extends Named & { readonly title?: string | undefined }>(tool: T): T {
  const name = publicName(tool.name);
  return name === tool.name ? tool : { ...tool, name, title: tool.title ?? tool.name };
}

/** Letters without their marks, and one `_` for whatever else does not fit. */
function stemOf(name: string): string {
  if (/^[\w-]*$/.test(name)) return name;
  return withoutMarks(name).replaceAll(/[^\w-]+/g, '_');
}
