import type { Disposable } from '../base/disposable';
import { reasonOf, UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { RpcNotification } from '../protocol/jsonRpc';
import { listFilter, listNames, type ListName } from '../protocol/lists';
import { rpcCodes } from '../protocol/rpcCodes';
import { metaKeys, metaOf } from '../protocol/meta';
import type { ConnectionLog } from './connection';
import { missingStatuses } from './failures';
import { Gaps } from './gaps';
import { logText } from './logEntries';
import type { OpenRequest, Subscription } from './peer';

/** Milliseconds until a broken subscription is reopened, doubled up to the longest. */
const firstDelay = 1_000;
const longestDelay = 60_000;
/** Milliseconds after which a subscription was stable. */
const stableAfter = 30_000;

/** One `subscriptions/listen` request; its signal is also aborted at its end. */
interface Stream extends Subscription {
  readonly wanted: McpObject;
  /** Its predecessor, which continues until this one is acknowledged. */
  before: Stream | undefined;
  /** The time of its acknowledgement, by `performance.now()`. */
  since: number | undefined;
}

/**
 * Listens for changes in the modern era (2026-07-28, "Subscriptions"): one open request covers all that is wanted. A
 * change of that replaces the request without a gap; a request that ends is reopened. A refused replacement leaves
 * the acknowledged one in place.
 */
export class Subscriptions implements Disposable {
  /** The resources that are watched. */
  watched: ReadonlySet<string> = new Set();
  #stream: Stream | undefined;
  #isOn = false;
  #timer: NodeJS.Timeout | undefined;
  #delay = firstDelay;
  /** True once the server has acknowledged a subscription, so that it is known to have them. */
  #areSupported = false;
  /** True if changes may have been missed. */
  #hasGap = false;
  /** True if the server could not be reached since, so that it may be another one. */
  #wasAway = false;
  readonly #gaps: Gaps;

  constructor(
    private readonly capabilities: McpObject,
    private readonly context: {
      log(entry: ConnectionLog): void;
      /** Called when changes may have been missed. */
      missed(): void;
    },
    /** Resolves when the server ends the subscription or `subscription.over` aborts; rejects if it breaks off. */
    private readonly subscribe: (
      params: McpObject,
      subscription: Subscription,
    ) => Promise<McpObject>,
  ) {
    this.#gaps = new Gaps(() => context.missed());
  }

  begin(): void {
    this.#isOn = true;
    this.#open();
  }

  /** Replaces the resources that are watched. */
  watch(uris: ReadonlySet<string>): void {
    this.watched = new Set(uris);
    if (this.#isOn) this.#open();
  }

  /** Handles notifications about the subscription itself; true if others are to be passed on. */
  accepts({ method, params }: RpcNotification, during: OpenRequest | undefined): boolean {
    if (method === 'notifications/subscriptions/acknowledged') {
      if (this.#stream && during === this.#stream) this.#acknowledged(this.#stream, params ?? {});
      return false;
    }
    const isNamed = metaOf(params)[metaKeys.subscriptionId] !== undefined;
    // The notifications of a closed subscription also came to its successor.
    return !isNamed || during?.kind === 'subscription';
  }

  dispose(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#gaps.dispose();
    this.#end(this.#stream);
    this.#stream = undefined;
  }

  #open(): void {
    clearTimeout(this.#timer);
    const wanted = this.#wanted();
    const before = this.#stream;
    if (Object.keys(wanted).length === 0) {
      this.#stream = undefined;
      this.#end(before);
      return;
    }
    if (before && JSON.stringify(before.wanted) === JSON.stringify(wanted)) return;
    const over = new AbortController();
    const stream: Stream = {
      kind: 'subscription',
      over,
      wanted,
      before: before?.since === undefined ? before?.before : before,
      since: undefined,
    };
    this.#stream = stream;
    // A server that acknowledges none would collect them.
    if (before && before !== stream.before) before.over.abort();
    this.subscribe({ notifications: wanted }, stream).then(
      () => this.#ended(stream, undefined),
      (error: unknown) => this.#ended(stream, error),
    );
  }

  #wanted(): McpObject {
    const wanted: Record<string, unknown> = {};
    for (const list of listNames) {
      if (this.#has(list, 'listChanged')) wanted[listFilter(list)] = true;
    }
    if (this.watched.size > 0 && this.#has('resources', 'subscribe')) {
      wanted['resourceSubscriptions'] = [...this.watched];
    }
    return wanted;
  }

  #has(list: ListName, feature: string): boolean {
    const capability = this.capabilities[list];
    return isObject(capability) && capability[feature] === true;
  }

  #acknowledged(stream: Stream, { notifications }: McpObject): void {
    stream.since = performance.now();
    this.#areSupported = true;
    this.#end(stream.before);
    stream.before = undefined;
    const granted = isObject(notifications) ? notifications : {};
    const missing = Object.keys(stream.wanted).filter((key) => !granted[key]);
    if (missing.length > 0) {
      const text = `The server does not notify: ${missing.join(', ')}`;
      this.context.log({ level: 'info', text });
    }
    if (!this.#hasGap) return;
    this.#hasGap = false;
    if (this.#wasAway) this.context.missed();
    else this.#gaps.tell();
    this.#wasAway = false;
  }

  #ended(stream: Stream, error: unknown): void {
    if (stream.over.signal.aborted) return;
    stream.over.abort();
    if (this.#stream !== stream) {
      this.#hasGap = true;
      return;
    }
    const { before } = stream;
    this.#stream = before?.over.signal.aborted ? undefined : before;
    if (error !== undefined) {
      const text = logText(`The subscription ended: ${JSON.stringify(reasonOf(error))}`);
      this.context.log({ level: 'debug', text });
    }
    if (!this.#isOn || this.#isMissing(error)) return;
    this.#hasGap ||= !this.#stream;
    this.#wasAway ||= stream.since === undefined;
    const lived = stream.since === undefined ? 0 : performance.now() - stream.since;
    const delay = lived >= stableAfter ? firstDelay : this.#delay;
    this.#delay = Math.min(2 * delay, longestDelay);
    this.#timer = setTimeout(() => this.#open(), delay).unref();
  }

  #isMissing(error: unknown): boolean {
    if (!(error instanceof UserError)) return false;
    const { code, args } = error;
    if (code === 'serverError') return args['code'] === rpcCodes.methodNotFound;
    return code === 'httpError' && missingStatuses.includes(args['status']) && !this.#areSupported;
  }

  #end(stream: Stream | undefined): void {
    if (!stream) return;
    this.#end(stream.before);
    stream.over.abort();
  }
}
