import type { McpObject } from '../ipc/state';
import type { RequestOptions } from './connection';
import type { Deadline } from './deadline';

/** A request of ours until it has its result, in as many rounds as that takes. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly method: string;
  /** Of its first round. */
  readonly params: McpObject;
  readonly options: RequestOptions;
  /** Of all its rounds together. */
  readonly deadline: Deadline;
}

/** A request whose answer is the end of what it opened (2026-07-28, "Subscriptions"). */
export interface Subscription {
  readonly kind: 'subscription';
  readonly over: AbortController;
}

/** What a message on the wire is sent for. */
export type Purpose = Exchange | Subscription;
