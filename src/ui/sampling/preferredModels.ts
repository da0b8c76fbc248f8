import { globMatches } from '../../base/globMatches';

/** Facts about a model before it is used. */
export interface ModelFacts {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * Models that a server may use, preferred ones first: by the server's hints in order ("Sampling", model preferences),
 * then by the order of `allowed`. These are the user's globs over ids and families, with or without "vendor/".
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

/** Index of the first match; the length if there is none. */
function position(all: readonly string[], fits: (one: string) => boolean): number {
  const at = all.findIndex(fits);
  return at === -1 ? all.length : at;
}

/** True if the hint is part of a name: `claude-sonnet` matches "Claude Sonnet 4". */
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
