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
