import type { RequestId } from './rpc';

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** The last key of the outermost object. */
const idAtEnd = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/**
 * Which request a message answers of which only the first and the last bytes were kept; `undefined` where
 * these do not tell, or it is no answer.
 */
export function idOfLongAnswer(head: Uint8Array, tail: Uint8Array): RequestId | undefined {
  const keys = outermostKeys(new TextDecoder().decode(head));
  return keys.has('"method"') ? undefined : idIn(keys, tail);
}

/** The same of a request. */
export function idOfLongRequest(head: Uint8Array, tail: Uint8Array): RequestId | undefined {
  const keys = outermostKeys(new TextDecoder().decode(head));
  return keys.has('"method"') ? idIn(keys, tail) : undefined;
}

function idIn(keys: ReadonlyMap<string, string>, tail: Uint8Array): RequestId | undefined {
  const text = keys.get('"id"') ?? idAtEnd.exec(new TextDecoder().decode(tail))?.[1];
  try {
    const id: unknown = JSON.parse(text ?? 'null');
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The keys of the outermost object, as far as they come, each with the first token of its value. */
function outermostKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let depth = 0;
  let [beforeLast, last]: [string, string] = ['', ''];
  for (const [token] of text.matchAll(tokens)) {
    if (depth === 1 && last === ':') keys.set(beforeLast, token);
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    [beforeLast, last] = [last, token];
  }
  return keys;
}
