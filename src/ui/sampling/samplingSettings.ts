import { isObject } from '../../base/json';

/** `roundhouse.sampling`, as it counts. */
export interface SamplingSettings {
  /** Globs over models that servers may use, the dearest first; none: no server may use any. */
  readonly models: readonly string[];
  /** For all servers of a window together; Infinity where there is no limit. */
  readonly requestsPerHour: number;
  readonly tokensPerHour: number;
  /** `each`: also a server that may always use a model asks for every request. */
  readonly confirm: 'once' | 'each';
}

const defaults: SamplingSettings = {
  models: ['*'],
  requestsPerHour: 60,
  tokensPerHour: 200_000,
  confirm: 'once',
};

/** Reads the setting; what is missing or wrong counts as the default, `null` as no limit. */
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
