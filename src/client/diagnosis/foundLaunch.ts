import type { Reason } from '../../base/errors';
import type { Definition } from '../../config/definition';
import type { PathSettings } from '../../config/settings/serverSettings';
import type { FoundLaunch } from '../launch/launchFacts';
import type { LaunchResolver } from '../launch/launchResolver';

/** An entry with what decides about its launch. */
export interface LaunchedEntry {
  readonly definition: Definition;
  readonly path: PathSettings | undefined;
  /** Why it is not run here at all. */
  readonly inactiveReason: Reason | undefined;
}

/**
 * Looks up how an entry is launched as things stand. `gesture`: a person asked, so that their approval
 * and the values of inputs may be asked for. Rejects only with the reason of an aborted `signal`.
 */
export async function findLaunch(
  resolver: Pick<LaunchResolver, 'explain'>,
  { definition, path, inactiveReason }: LaunchedEntry,
  options: { readonly gesture: boolean; readonly signal: AbortSignal },
): Promise<FoundLaunch> {
  if (inactiveReason)
    return { answer: { kind: 'disabled', reason: inactiveReason }, facts: undefined };
  return resolver.explain(definition, { ...options, path });
}
