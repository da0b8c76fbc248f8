import type * as z from 'zod/mini';
import type { Disposable } from '../../base/disposable';
import type { Channel } from '../../ipc/channel';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type EventDefinition,
  type RequestDefinition,
} from '../../ipc/requests';

type HostRequests = typeof hostRequests;
type ClientRequests = typeof clientRequests;
type HostEvents = typeof hostEvents;

/** The name of a request to the host. */
export type RequestName = keyof HostRequests;
export type RequestParams<N extends RequestName> = z.input<HostRequests[N]['params']>;
export type RequestResult<N extends RequestName> = z.output<HostRequests[N]['result']>;

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

  /** Handles a request of the host; the signal aborts when nobody waits any more. */
  handle<N extends keyof ClientRequests>(
    name: N,
    handler: (
      params: z.output<ClientRequests[N]['params']>,
      signal: AbortSignal,
    ) => Promise<z.input<ClientRequests[N]['result']>>,
  ): Disposable {
    return this.channel.handle(answers[name], handler as typeof handler & AnyHandler);
  }

  /** Listens to an event of the host. */
  on<N extends keyof HostEvents>(
    name: N,
    listener: (params: z.output<HostEvents[N]['params']>) => void,
  ): Disposable {
    return this.channel.on(events[name], listener as typeof listener & AnyListener);
  }
}
