import type { ResourceSample } from '../../ipc/requests';
import type { WorkspaceModel } from '../../client/workspaceModel';

/** Milliseconds for the host to measure. */
const patience = 5_000;

/** Resource usage of servers; empty if it cannot be measured. */
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
