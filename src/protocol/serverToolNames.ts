import { memoLast } from '../base/lazy';
import {
  publicName,
  hashedName,
  isHashed,
  mostOfName,
  withoutHash,
  withoutMarks,
} from './publicNames';

/** A server with what it offers under names: its tools, or its prompts. */
export interface NamedItems {
  readonly id: string;
  readonly name: string;
  readonly items: readonly { readonly name: string }[];
}

export interface ServerItem {
  /** The id of its server. */
  readonly server: string;
  /** Its raw name. */
  readonly item: string;
}

const longestServer = 17;

/**
 * Names over several servers, `<server>_<item>`, that every provider of models takes. A name is made of what
 * it stands for alone; where two would be the same neither has it, so that nothing new takes over a name.
 */
export class ServerToolNames {
  readonly #names = new Map<string, ReadonlyMap<string, string>>();
  readonly #items = new Map<string, ServerItem>();

  constructor(servers: readonly NamedItems[]) {
    const wanted = servers.map(({ id, name, items }) => ({
      id,
      names: wantedNames(items, stemOf(name)),
    }));
    const isWanted = countOf(wanted);
    const final = wanted.map(({ id, names }) => ({
      id,
      names: new Map(
        Array.from(names, ([item, name]) => [
          item,
          isWanted.get(name) === 1 ? name : hashed(name, [id, item]),
        ]),
      ),
    }));
    // Should somebody find another name with the same hash, neither has it.
    const isGiven = countOf(final);
    for (const { id, names } of final) {
      const own = new Map([...names].filter(([, name]) => isGiven.get(name) === 1));
      for (const [item, name] of own) this.#items.set(name, { server: id, item });
      this.#names.set(id, own);
    }
  }

  /** The name of a server's item; `undefined` where the server has none such, or it can have no name of its own. */
  of(server: string, item: string): string | undefined {
    return this.#names.get(server)?.get(item);
  }

  /** The item of a name. */
  resolve(name: string): ServerItem | undefined {
    return this.#items.get(name);
  }
}

/** Worked out once for a list: with each change of one server there are the same ones of all others. */
const wantedNames = memoLast(
  (items: NamedItems['items'], stem: string): ReadonlyMap<string, string> =>
    new Map(
      items.map(({ name }) => {
        const whole = `${stem}_${publicName(name)}`;
        const isPlain = whole.length <= mostOfName && !isHashed(whole);
        return [name, isPlain ? whole : hashed(whole, [name])];
      }),
    ),
);

/** A server's name as others have it in the names of its tools, before `_`. */
export function stemOf(server: string): string {
  const stem = withoutMarks(server)
    .replaceAll(/[^A-Za-z0-9-]+/g, '_')
    .slice(0, longestServer)
    .replaceAll(/^_+|_+$/g, '');
  return stem === '' ? 'server' : stem;
}

/** How often each name is there. */
function countOf(
  servers: readonly { readonly names: ReadonlyMap<string, string> }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { names } of servers) {
    for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** One hash is enough. */
function hashed(name: string, parts: readonly string[]): string {
  return hashedName(withoutHash(name), JSON.stringify(parts));
}
