import type { AskedValue } from '../views/askedValue';
import type { ItemGroup, ItemPick } from '../views/resourceItems';

/** What a person wrote behind `/prompt`. */
export type PromptRequest =
  /** Nothing, or no prompt's name. */
  | { readonly kind: 'none' }
  /** Prompts of several servers, as they are told apart. */
  | { readonly kind: 'several'; readonly valid: readonly string[] }
  | { readonly kind: 'one'; readonly pick: ItemPick; readonly rest: string };

/**
 * Finds the prompt that a text begins with, by its name or by its server's and its own: the longest that fits,
 * as names may have blanks.
 */
export function promptRequest(written: string, groups: readonly ItemGroup[]): PromptRequest {
  const text = written.trim();
  const fits = groups.flatMap(({ name: server, picks }) =>
    picks.flatMap((pick) => {
      const names = [`${server}/${pick.item}`, `${pick.server}/${pick.item}`, pick.item];
      const said = names.find((name) => startsWithWord(text, name));
      return said === undefined ? [] : [{ pick, server, said }];
    }),
  );
  const longest = Math.max(0, ...fits.map(({ said }) => said.length));
  const best = fits.filter(({ said }) => said.length === longest);
  const [first] = best;
  if (!first) return { kind: 'none' };
  if (best.length > 1) {
    return { kind: 'several', valid: best.map(({ server, pick }) => `${server}/${pick.item}`) };
  }
  return { kind: 'one', pick: first.pick, rest: text.slice(longest).trim() };
}

/**
 * The arguments that are written behind a prompt's name: `name=value` or `name="a value"` for any of them, or one
 * text for the first.
 */
export function writtenArguments(
  rest: string,
  asked: readonly AskedValue[],
): Readonly<Record<string, string>> {
  const known = new Set(asked.map(({ name }) => name));
  const given: Record<string, string> = {};
  const pairs = rest.matchAll(/([^\s="]+)=(?:"([^"]*)"|(\S*))/g);
  for (const [, name = '', quoted, plain = ''] of pairs) {
    if (known.has(name)) given[name] = quoted ?? plain;
  }
  const [first] = asked;
  if (Object.keys(given).length === 0 && rest !== '' && first) given[first.name] = rest;
  return given;
}

function startsWithWord(text: string, name: string): boolean {
  return text.startsWith(name) && /^\s|^$/.test(text.slice(name.length));
}
