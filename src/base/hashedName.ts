import { createHash } from 'node:crypto';

/** What providers of models take of a name. */
const longest = 64;
/** VS Code puts `mcp_`, up to 13 characters of the server and `_` before a tool's name, and cuts the whole. */
const longestPrefix = 18;
/** Characters of a name that is given to clients. */
export const mostOfName = longest - longestPrefix;
/** Enough that nobody finds another name with the same hash. */
const hashLength = 16;

/** The end of a name that was made with a hash; no other name may have such. */
const made = /_[0-9a-f]{16}$/;

/** Whether a name ends as those do that {@link hashedName} makes. */
export function isHashed(name: string): boolean {
  return made.test(name);
}

/** What stands before the hash of such a name; any other as it is. */
export function withoutHash(name: string): string {
  return name.replace(made, '');
}

/** A name that begins with this and ends with a hash of what it stands for. */
export function hashedName(stem: string, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, hashLength);
  return `${stem.slice(0, mostOfName - hashLength - 1)}_${hash}`;
}

/** Letters without their marks. */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
