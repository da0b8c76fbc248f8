import type { Reason } from '../base/errors';
import type { Definition } from '../config/definition';
import type { PathSettings } from '../config/serverSettings';
import type { LaunchAnswer } from '../contract/launch';
import type { LaunchFacts } from '../hostClient/launchFacts';
import type { LaunchResolver } from '../hostClient/launchResolver';

/** How a server is launched, or what is in the way. */
export interface FoundLaunch {
  readonly answer: LaunchAnswer;
  /** Absent where it is no launch of a local server. */
  readonly facts: LaunchFacts | undefined;
}

/** An entry with what decides about its launch. */
export interface LaunchedEntry {
  readonly definition: Definition;
  readonly path: PathSettings | undefined;
  /** Why it is not run here at all. */
  readonly aside: Reason | undefined;
}

/**
 * Looks up how an entry is launched as things stand. `gesture`: a person asked, so that their approval
 * and the values of inputs may be asked for. Rejects only with the reason of an aborted `signal`.
 */
export async function findLaunch(
  resolver: Pick<LaunchResolver, 'resolve' | 'explain'>,
  { definition, path, aside }: LaunchedEntry,
  { gesture, signal }: { readonly gesture: boolean; readonly signal: AbortSignal },
): Promise<FoundLaunch> {
  if (aside) return { answer: { kind: 'disabled', reason: aside }, facts: undefined };
  const answer = await resolver.resolve(definition, { gesture, signal, path });
  const isFound = answer.kind === 'resolved';
  return {
    answer,
    facts: isFound ? await resolver.explain(definition, { signal, path }) : undefined,
  };
}
