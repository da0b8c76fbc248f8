import type { ResourceSample } from '../../ipc/requests';
import type { WorkspaceModel } from '../../client/workspaceModel';

/** Milliseconds for the host to measure. */
const patience = 5_000;

/** What these servers take; nothing where that cannot be measured, as all else is worth showing. */
export async function sampled(
  model: WorkspaceModel,
  servers: readonly string[],
): Promise<readonly ResourceSample[]> {
  if (servers.length === 0) return [];
  try {
    return await model.host.resources(servers, AbortSignal.timeout(patience));
  } catch {
    return [];
  }
}
