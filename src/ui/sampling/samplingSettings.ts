import { isObject } from '../../base/json';
import { globMatches } from '../../base/globMatches';

/** Effective value of `roundhouse.sampling`. */
export interface SamplingSettings {
  /** Globs of models that servers may use, preferred ones first; empty: none. */
  readonly models: readonly string[];
  /** For all servers of a window together; Infinity: no limit. */
  readonly requestsPerHour: number;
  readonly tokensPerHour: number;
  /** `each`: also servers with a lasting permission ask for every request. */
  readonly confirm: 'once' | 'each';
}

const defaults: SamplingSettings = {
  models: ['*'],
  requestsPerHour: 60,
  tokensPerHour: 200_000,
  confirm: 'once',
};

/** Parses the setting. Missing or invalid values are replaced by defaults; `null` means no limit. */
export function samplingSettings(value: unknown): SamplingSettings {
  const { models, requestsPerHour, tokensPerHour, confirm } = isObject(value) ? value : {};
  const limit = (given: unknown, otherwise: number): number => {
    if (given === null) return Infinity;
    return typeof given === 'number' && given >= 0 ? given : otherwise;
  };
  return {
    models: Array.isArray(models)
      ? models.filter((one): one is string => typeof one === 'string')
      : defaults.models,
    requestsPerHour: limit(requestsPerHour, defaults.requestsPerHour),
    tokensPerHour: limit(tokensPerHour, defaults.tokensPerHour),
    confirm: confirm === 'each' ? 'each' : defaults.confirm,
  };
}

/** Facts about a model before it is used. */
interface ModelFacts {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * Models that a server may use, preferred ones first. The server's hints count in order ("Sampling", model
 * preferences), then the order of `allowed`. These are the user's globs over ids and families, with or without
 * "vendor/".
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
