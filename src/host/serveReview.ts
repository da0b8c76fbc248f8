import { DisposableStore, type Disposable } from '../base/disposable';
import { findHandle } from '../tools/lookup';
import type { Channel } from '../ipc/channel';
import { reviewRequests } from '../ipc/toolChanges';
import type { ServerHandle } from '../servers/serverHandle';

/** Serves what a person needs to look at the changed tools of a client's servers. */
export function serveReview(
  channel: Channel,
  handles: ReadonlyMap<string, ServerHandle>,
): Disposable {
  const store = new DisposableStore();
  const vettingOf = (id: string) => findHandle(handles.values(), id).scan;
  store.add(channel.handle(reviewRequests.toolChanges, async ({ id }) => vettingOf(id).changes()));
  store.add(
    channel.handle(reviewRequests.acceptTools, async ({ id, tools }) => {
      vettingOf(id).accept(tools);
      return null;
    }),
  );
  return store;
}
