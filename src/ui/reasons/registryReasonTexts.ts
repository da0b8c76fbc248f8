/** The reasons of `reasonTexts.ts` that come of a registry. */
export const registryReasonTexts = {
  registryUrlInvalid: {
    says: 'The registry {url} is not an http or https address without credentials.',
    next: 'Correct the setting "roundhouse.registry".',
  },
  registryUnreachable: {
    says: 'The registry does not answer: {cause} ({url}).',
    next: 'Check the network and the setting "roundhouse.registry".',
  },
  registryTimedOut: {
    says: 'The registry did not answer within {seconds} {seconds|second|seconds} ({url}).',
  },
  registryError: {
    says: 'The registry answered HTTP {status} ({url}).',
    next: 'Check the setting "roundhouse.registry", or try again later.',
  },
  registryNotJson: {
    says: 'The registry did not send JSON ({url}).',
    next: 'Check the setting "roundhouse.registry".',
  },
  registryMalformed: {
    says: 'The registry sent no list of servers ({url}).',
    next: 'Check the setting "roundhouse.registry".',
  },
  registryTooLarge: {
    says: 'The registry’s answer is longer than {megabytes} {megabytes|megabyte|megabytes} ({url}).',
  },
} as const;
