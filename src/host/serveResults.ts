import { DisposableStore, type Disposable } from '../base/disposable';
import type { KeptResults } from '../tools/results/keptResults';
import type { Channel } from '../ipc/channel';
import { resultRequests } from '../ipc/keptResults';

/** Answers what a client asks about the results that are kept for it. */
export function serveResults(channel: Channel, results: KeptResults): Disposable {
  const store = new DisposableStore();
  store.add(
    channel.handle(resultRequests.limitResults, async (limits) => {
      results.limits = limits;
      return null;
    }),
  );
  store.add(
    channel.handle(resultRequests.readResult, ({ result, part }, signal) =>
      results.read(result, part, signal),
    ),
  );
  store.add(channel.handle(resultRequests.findResult, async ({ result }) => results.find(result)));
  return store;
}
