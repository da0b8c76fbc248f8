import type { McpObject } from '../ipc/state';
import type { RequestOptions } from './connection';
import type { Deadline } from './timeouts';

/** A request of ours until it has its result, over all its rounds. */
export interface PendingRequest {
  readonly kind: 'request';
  readonly method: string;
  /** The params of its first round. */
  readonly params: McpObject;
  readonly options: RequestOptions;
  /** The limits of all its rounds together. */
  readonly deadline: Deadline;
}

/** A `subscriptions/listen` request, which lasts as long as its stream (2026-07-28, "Subscriptions"). */
export interface Subscription {
  readonly kind: 'subscription';
  readonly over: AbortController;
}

/** The request of ours that a message belongs to. */
export type OpenRequest = PendingRequest | Subscription;
