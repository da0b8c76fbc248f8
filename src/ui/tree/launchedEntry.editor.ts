import type { LaunchedEntry } from '../../client/diagnosis/foundLaunch';
import type { ServerEntry } from '../../client/workspaceModel';

/** What decides about the launch of an entry. */
export function launchedEntry({
  definition,
  effective,
  isInactive,
  snapshot,
}: ServerEntry): LaunchedEntry {
  const { state } = snapshot;
  return {
    definition,
    path: effective.settings.path,
    inactiveReason: isInactive && state.kind === 'disabled' ? state.reason : undefined,
  };
}
