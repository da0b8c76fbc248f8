import { globMatches } from '../../base/globMatches';

/** What is known of a model before it is used. */
export interface ModelFacts {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * The models that a server may use, the best first: those that fit a hint of the server, in the order
 * of its hints ("Sampling", model preferences), then by the order of `allowed`, the person's globs over
 * ids and families, with or without the vendor and a slash before.
 */
export function preferredModels<M extends ModelFacts>(
  models: readonly M[],
  hints: readonly string[],
  allowed: readonly string[],
): readonly M[] {
  const rank = (model: M): readonly [number, number] => [
    position(hints, (hint) => fitsHint(hint, model)),
    position(allowed, (glob) => namesOf(model).some((name) => globMatches(glob, name))),
  ];
  return models
    .map((model) => ({ model, rank: rank(model) }))
    .filter(({ rank: [, allowedAt] }) => allowedAt < allowed.length)
    .toSorted((one, other) => one.rank[0] - other.rank[0] || one.rank[1] - other.rank[1])
    .map(({ model }) => model);
}

/** Where the first fitting one stands; behind all of them where none does. */
function position(all: readonly string[], fits: (one: string) => boolean): number {
  const at = all.findIndex(fits);
  return at === -1 ? all.length : at;
}

/** A hint is a part of a name; `claude-sonnet` is to find "Claude Sonnet 4", too. */
function fitsHint(hint: string, { id, name, family }: ModelFacts): boolean {
  const wanted = plain(hint);
  return wanted !== '' && [id, family, name].some((one) => plain(one).includes(wanted));
}

function namesOf({ id, vendor, family }: ModelFacts): readonly string[] {
  return [id, family, `${vendor}/${id}`, `${vendor}/${family}`];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-');
}
