import { DisposableStore, type Disposable } from '../base/disposable';
import type { Reason } from '../base/errors';
import { callTool, readFrom, type CallContext, type CallLimits } from '../tools/callTool';
import { forModel } from '../tools/forModel';
import type { GuardOptions } from '../tools/callGuard';
import type { KeptResults } from '../tools/results/keptResults';
import type { Channel } from '../ipc/channel';
import { hostRequests } from '../ipc/requests';
import type { ServerHandle } from '../servers/serverHandle';
import { ApartFiles } from './apartFiles';
import type { AttachedClient } from './attachedClient';
import type { ClientOutlet } from './clientOutlet';
import { serveResults } from './serveResults';

/** Whose calls they are. */
export interface CallingSession {
  readonly handles: ReadonlyMap<string, ServerHandle>;
  readonly client: Pick<AttachedClient, 'used'>;
  readonly outlet: Pick<ClientOutlet, 'changes' | 'progress'>;
  readonly kept: KeptResults;
  readonly calls: GuardOptions;
}

/** What all sessions of a host share for their calls. */
export interface CallingHost {
  readonly limits: CallLimits;
  /** Where results stand that are too large for a message; absent: nowhere. */
  readonly results: string | undefined;
  /** A reason as an English sentence, for models. */
  readonly describe: (reason: Reason) => string;
}

/** Answers a client's calls of tools and its requests that read. */
export function serveCalls(
  channel: Channel,
  session: CallingSession,
  { limits, results, describe }: CallingHost,
): Disposable {
  const store = new DisposableStore();
  const { handles, kept } = session;
  const apart = results === undefined ? undefined : store.add(new ApartFiles(results));
  store.add(serveResults(channel, kept));
  store.add(
    channel.handle(hostRequests.callTool, async ({ callId, route = 'person', ...call }, signal) => {
      const { tool, result } = await during(session, { limits, signal, callId }, (context) =>
        callTool(handles.values(), { ...call, route }, context, session.calls),
      );
      if (route === 'person') return result;
      return forModel(result, { tool, takes: 'texts', results: kept, describe }, signal);
    }),
  );
  store.add(
    channel.handle(hostRequests.read, async ({ callId, ...request }, signal) => {
      const result = await during(session, { limits, signal, callId }, (context) =>
        readFrom(handles.values(), request, context),
      );
      return apart ? apart.put(result, signal) : { result };
    }),
  );
  return store;
}

/** What a call tells of its progress, and what it has changed by starting its server, goes out before its result. */
async function during<T>(
  { client, outlet }: CallingSession,
  context: Omit<CallContext, 'onProgress'>,
  call: (context: CallContext) => Promise<T>,
): Promise<T> {
  client.used('request');
  const { callId } = context;
  const onProgress: CallContext['onProgress'] = (progress) =>
    outlet.progress.add({ callId, ...progress });
  return call({ ...context, onProgress }).finally(() => {
    outlet.progress.flush();
    outlet.changes.flush();
  });
}
