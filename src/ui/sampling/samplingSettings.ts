import { isObject } from '../../base/json';

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
