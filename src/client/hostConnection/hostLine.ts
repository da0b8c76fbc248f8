import type * as z from 'zod';
import type { Disposable } from '../../base/disposable';
import { credentialEvents, credentialRequests, signInRequests } from '../../ipc/authorization';
import { approvalRequests, callEvents, callRequests } from '../../ipc/calls';
import type { Channel } from '../../ipc/channel';
import { externalClientRequests } from '../../ipc/externalClients';
import { resultRequests } from '../../ipc/keptResults';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type EventDefinition,
  type RequestDefinition,
} from '../../ipc/requests';
import { reviewRequests } from '../../ipc/toolChanges';

type Requests = typeof hostRequests &
  Pick<typeof externalClientRequests, 'welcome'> &
  typeof signInRequests &
  typeof callRequests &
  typeof resultRequests &
  typeof reviewRequests;
type Answers = typeof clientRequests & typeof credentialRequests & typeof approvalRequests;
type News = typeof hostEvents & typeof credentialEvents & typeof callEvents;

/** The tables as the channel takes them; which types belong to which name is told by the methods below. */
type Requestable = RequestDefinition<z.ZodType, z.ZodType>;
const requests: Readonly<Record<keyof Requests, Requestable>> = {
  ...hostRequests,
  welcome: externalClientRequests.welcome,
  ...signInRequests,
  ...callRequests,
  ...resultRequests,
  ...reviewRequests,
};
const answers: Readonly<Record<keyof Answers, Requestable>> = {
  ...clientRequests,
  ...credentialRequests,
  ...approvalRequests,
};
const news: Readonly<Record<keyof News, EventDefinition<z.ZodType>>> = {
  ...hostEvents,
  ...credentialEvents,
  ...callEvents,
};
type AnyHandler = (params: unknown, signal: AbortSignal) => Promise<unknown>;
type AnyListener = (params: unknown) => void;

/**
 * What a client says to its host and hears from it, by name. Who knows only the type of this loads
 * neither schemas nor JSON-RPC, which are much to read, before there is a host.
 */
export class HostLine {
  readonly contractVersion = contractVersion;

  constructor(readonly channel: Channel) {}

  /** @throws UserError with the host's reason. */
  send<N extends keyof Requests>(
    name: N,
    params: z.input<Requests[N]['params']>,
    signal?: AbortSignal,
  ): Promise<z.output<Requests[N]['result']>> {
    type Answer = Promise<z.output<Requests[N]['result']>>;
    return this.channel.send(requests[name], params, signal) as Answer;
  }

  /** Answers a kind of request of the host; the signal aborts when nobody waits any more. */
  handle<N extends keyof Answers>(
    name: N,
    handler: (
      params: z.output<Answers[N]['params']>,
      signal: AbortSignal,
    ) => Promise<z.input<Answers[N]['result']>>,
  ): Disposable {
    return this.channel.handle(answers[name], handler as typeof handler & AnyHandler);
  }

  /** Listens to what the host tells. */
  on<N extends keyof News>(
    name: N,
    listener: (params: z.output<News[N]['params']>) => void,
  ): Disposable {
    return this.channel.on(news[name], listener as typeof listener & AnyListener);
  }
}
