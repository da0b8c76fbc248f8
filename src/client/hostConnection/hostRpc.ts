import type * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Channel, Handlers } from '../../ipc/channel';
import type { EventDefinition, RequestDefinition } from '../../ipc/requestDefinition';
import { clientRequests, contractVersion, hostEvents, hostRequests } from '../../ipc/contract';

type HostRequests = typeof hostRequests;
type ClientRequests = typeof clientRequests;
type HostEvents = typeof hostEvents;

/** The name of a request to the host. */
export type RequestName = keyof HostRequests;
export type RequestParams<N extends RequestName> = z.input<HostRequests[N]['params']>;
export type RequestResult<N extends RequestName> = z.output<HostRequests[N]['result']>;

/** A client's handlers for requests of the host, by name. */
export type ClientHandlers = Handlers<ClientRequests>;

/** The tables as the channel takes them; the methods below give each name its types. */
const requests: Readonly<Record<RequestName, AnyRequest>> = hostRequests;
const answers: Readonly<Record<keyof ClientRequests, AnyRequest>> = clientRequests;
const events: Readonly<Record<keyof HostEvents, EventDefinition<z.ZodMiniType>>> = hostEvents;
type AnyRequest = RequestDefinition<z.ZodMiniType, z.ZodMiniType>;
type AnyHandler = (params: unknown, signal: AbortSignal) => Promise<unknown>;
type AnyListener = (params: unknown) => void;

/**
 * The client's end of the contract by the names of its messages, typed by their schemas. Other code imports only
 * the type, so that a window without a host loads no schemas or JSON-RPC.
 */
export class HostRpc {
  readonly contractVersion = contractVersion;

  constructor(readonly channel: Channel) {}

  /** @throws UserError with the host's reason. */
  send<N extends RequestName>(
    name: N,
    params: RequestParams<N>,
    signal?: AbortSignal,
  ): Promise<RequestResult<N>> {
    return this.channel.send(requests[name], params, signal) as Promise<RequestResult<N>>;
  }

  /** Answers requests of the host; the signal of a handler aborts when nobody waits any more. */
  serve(handlers: Partial<ClientHandlers>): Disposable {
    const store = new DisposableStore();
    for (const [name, handler] of Object.entries(handlers)) {
      const request = answers[name as keyof ClientRequests];
      store.add(this.channel.handle(request, handler as AnyHandler));
    }
    return store;
  }

  /** Listens to an event of the host. */
  on<N extends keyof HostEvents>(
    name: N,
    listener: (params: z.output<HostEvents[N]['params']>) => void,
  ): Disposable {
    return this.channel.on(events[name], listener as typeof listener & AnyListener);
  }
}
