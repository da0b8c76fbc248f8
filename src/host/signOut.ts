import { UserError } from '../base/errors';
import type { Authorizers } from '../connection/authorization/authorizers';
import type { ServerHandle } from '../servers/serverHandle';
import type { HandleClient } from '../servers/serverClients';

/**
 * Ends a server and forgets how the person was let in there. @throws UserError why it is not known where
 * that is; `signInNoWindow`.
 */
export async function signOut(
  handle: ServerHandle,
  client: Pick<HandleClient, 'resolveLaunch'>,
  authorizers: Authorizers,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.resolveLaunch(handle.id, true, signal);
  if (answer.kind !== 'resolved') throw UserError.from(answer.reason);
  await handle.stop();
  const authorizer = authorizers.of(answer.launch);
  await authorizer?.signOut(signal).finally(() => authorizer.dispose());
}
