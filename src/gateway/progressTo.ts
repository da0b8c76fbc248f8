import type { Progress } from '../connection/connection';
import { metaOf } from '../protocol/meta';
import type { McpObject } from '../ipc/state';
import { notificationMessage } from './messages';

/** Progress of a request with these params goes out under the client's token, if it gave one. */
export function progressTo(
  params: McpObject,
  send: (message: string) => void,
): (progress: Progress) => void {
  const { progressToken } = metaOf(params);
  if (progressToken === undefined) return () => undefined;
  return (progress) =>
    send(notificationMessage('notifications/progress', { ...progress, progressToken }));
}
