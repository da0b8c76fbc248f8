import type { Disposable } from '../base/disposable';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../base/emitter';
import { hasCode, UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { TransientSet } from '../base/transient';
import {
  rootsIn,
  serverRequestMethodSchema,
  serverRequestRefused,
  unionOfRoots,
  type ServerRequest,
  type ServerRequestMethod,
} from '../ipc/serverRequest';
import type { McpObject } from '../ipc/state';
import type { RpcError, RpcRequest } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import { metaKeys, metaOf } from '../protocol/meta';
import type { ClientFeatures } from './connection';
import type { PendingRequest, Reply } from './peer';

/** The capability of each server request. */
const capabilityOf: Readonly<Record<ServerRequestMethod, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** The number of open requests of one server, more than any person answers at a time. */
const mostWaiting = 32;

/** A request of a server that waits for its answer. */
interface AskedRequest {
  /** The open requests of ours that it may belong to. */
  readonly possible: Set<PendingRequest>;
  /** Aborted when the last of them has ended. */
  readonly over: AbortController;
}

/**
 * Passes the requests of a server to the client whose call they belong to, and to no other. {@link ClientFeatures}
 * answers requests that belong to no known call.
 */
export class IncomingRequests {
  #waiting = 0;
  readonly #asked = new Set<AskedRequest>();
  /** The pauses of limits for each wait of the server. */
  readonly #pauses = new Set<Disposable[]>();

  constructor(
    private readonly client: ClientFeatures | undefined,
    /** Our open requests. */
    private readonly open: TransientSet<PendingRequest>,
  ) {}

  /** Answers a request of the server. `during`: the request of ours on whose stream it came, if known. */
  async reply(
    { method, params = {} }: RpcRequest,
    during: PendingRequest | undefined,
    signal: AbortSignal,
  ): Promise<Reply> {
    if (method === 'ping') return { result: {} };
    try {
      const question = this.#declared(method, params);
      const answer = () => this.#answer(question, during, signal);
      return { result: await this.#pauseLimits(1, answer) };
    } catch (error) {
      return { error: refusalOf(error) };
    }
  }

  /**
   * Answers the input requests of a result all at once (2026-07-28, "Multi round-trip requests").
   * @returns the answers under the keys of the requests.
   * @throws UserError `questionRefused`, or what kept one of them from being answered.
   */
  async answerAll(inputRequests: unknown, pending: PendingRequest): Promise<McpObject> {
    const failed = new AbortController();
    const signal = AbortSignal.any([pending.deadline.signal, failed.signal]);
    const requests = Object.entries(isObject(inputRequests) ? inputRequests : {});
    const answer = async ([key, request]: readonly [string, unknown]) => {
      const { method, params } = isObject(request) ? request : {};
      const whole = isObject(params) ? params : {};
      const question = this.#declared(String(method), whole, pending);
      return [key, await this.#answer(question, pending, signal)] as const;
    };
    try {
      const answers = await this.#pauseLimits(requests.length, () =>
        Promise.all(requests.map(answer)),
      );
      return Object.fromEntries(answers);
    } catch (error) {
      // The other answers are not needed.
      failed.abort();
      throw error;
    }
  }

  /** Pauses the limits of a call that begins while the server waits for an answer, and may wait with it. */
  begun({ options, deadline }: PendingRequest): void {
    if (options.answer) for (const pauses of this.#pauses) pauses.push(deadline.pause());
  }

  /** Withdraws the requests of the server that belong to this one, which has ended, and can belong to no other. */
  ended(pending: PendingRequest): void {
    for (const { possible, over } of this.#asked) {
      if (possible.delete(pending) && possible.size === 0) over.abort();
    }
  }

  /** The request, if the client declares it; the capabilities in our request take precedence. */
  #declared(method: string, params: McpObject, during?: PendingRequest): ServerRequest {
    const known = serverRequestMethodSchema.safeParse(method);
    const own = during?.options.answer && metaOf(during.params)[metaKeys.clientCapabilities];
    const capabilities = isObject(own) ? own : (this.client?.capabilities ?? {});
    if (known.success && capabilities[capabilityOf[known.data]]) {
      return { method: known.data, params };
    }
    throw serverRequestRefused('methodNotFound', 'Method not found');
  }

  /** Passes the request to the client of the request of ours that it belongs to, as far as that is unambiguous. */
  async #answer(
    question: ServerRequest,
    during: PendingRequest | undefined,
    signal: AbortSignal,
  ): Promise<McpObject> {
    signal.throwIfAborted();
    const possible = this.#possible(during);
    const byClient = new Map(
      possible.map(({ options: { answer, client = answer } }) => [client, answer]),
    );
    const [answer, ...others] = byClient.values();
    const ambiguous = others.length > 0;
    const answerForAll = (): Promise<McpObject> => {
      if (!this.client) throw new Error('nobody can answer');
      return this.client.answer(question, { signal, ambiguous });
    };
    if (!answer || ambiguous) return answerForAll();
    const asked = { possible: new Set(possible), over: new AbortController() };
    this.#asked.add(asked);
    const { signal: over } = asked.over;
    // A server may keep folders that it has not requested for the call.
    const isForAll = !during && question.method === 'roots/list';
    try {
      const own = await answer(question, AbortSignal.any([signal, over]));
      if (!isForAll) return own;
      return { ...own, roots: unionOfRoots([await answerForAll(), own].map(rootsIn)) };
    } catch (error) {
      // The call has ended meanwhile.
      if (signal.aborted || !isForAll || !over.aborted) throw error;
      return await answerForAll();
    } finally {
      this.#asked.delete(asked);
    }
  }

  /** The requests of ours that it may belong to; parked ones only if there is no other. */
  #possible(during: PendingRequest | undefined): readonly PendingRequest[] {
    const all = during ? [during] : this.open.values();
    const answered = all.filter(({ options }) => options.answer);
    const awaited = answered.filter(({ options }) => !options.isParked?.());
    return awaited.length > 0 ? awaited : answered;
  }

  /**
   * Pauses the limits of our requests while the server waits for our answers.
   * @throws UserError `questionRefused` where it waits for too many.
   */
  async #pauseLimits<T>(count: number, answer: () => Promise<T>): Promise<T> {
    if (this.#waiting + count > mostWaiting)
      throw serverRequestRefused('rejected', `More than ${mostWaiting} questions are open`);
    this.#waiting += count;
    const pauses = Array.from(this.open.values(), ({ deadline }) => deadline.pause());
    this.#pauses.add(pauses);
    try {
      return await answer();
    } finally {
      this.#waiting -= count;
      this.#pauses.delete(pauses);
      for (const pause of pauses) pause.dispose();
    }
  }
}

/** The JSON-RPC error of an unanswered request, with the `data` of its cause. */
function refusalOf(error: unknown): RpcError {
  if (hasCode(error, 'questionRefused')) {
    const { args, cause } = error;
    const { code, message } = args;
    const { data } = isObject(cause) ? cause : {};
    if (typeof code === 'number') {
      return { code, message: String(message), ...(data !== undefined && { data }) };
    }
  }
  return { code: rpcCodes.internalError, message: 'The client could not answer.' };
}

/** Milliseconds in which a person may finish on a page before the request is repeated. */
const visitTimeoutMs = 30_000;

/**
 * Handles the pages that a legacy server wants visited before it accepts a request (2025-11-25, "URL Elicitation
 * Required Error"). They are requested like any elicitation that belongs to the request.
 */
export class UrlElicitations {
  /** Fired with the `elicitationId` of each finished page. */
  readonly #finished = new Emitter<unknown>();

  constructor(
    private readonly requests: Pick<IncomingRequests, 'answerAll'>,
    private readonly timeoutMs = visitTimeoutMs,
  ) {}

  onNotification(method: string, { elicitationId }: McpObject): void {
    if (method === 'notifications/elicitation/complete') this.#finished.fire(elicitationId);
  }

  /**
   * True if the failed request is worth repeating: its error names pages, and the person has visited them and has
   * finished, or had the time to. Never rejects, because the error says more.
   */
  async wereCompleted(failure: unknown, pending: PendingRequest): Promise<boolean> {
    const { options, deadline } = pending;
    const pages = options.answer && !options.passRounds ? pagesOf(failure) : [];
    if (pages.length === 0) return false;
    const open = new Set(pages.map(({ elicitationId }) => elicitationId));
    const finished = new AbortController();
    // The notification may precede the answer that the page was opened.
    const listener = this.#finished.event((id) => {
      if (open.delete(id) && open.size === 0) finished.abort();
    });
    const pause = deadline.pause();
    try {
      const answers = await this.requests.answerAll(questionsOf(pages), pending);
      if (!Object.values(answers).every(isAccepted)) return false;
      const signal = AbortSignal.any([deadline.signal, finished.signal]);
      await delay(this.timeoutMs, undefined, { signal }).catch(() => undefined);
      return !deadline.aborted;
    } catch {
      return false;
    } finally {
      pause.dispose();
      listener.dispose();
    }
  }
}

/** The pages that an error names. */
function pagesOf(error: unknown): readonly McpObject[] {
  if (!(error instanceof UserError) || error.args['code'] !== rpcCodes.urlElicitationRequired)
    return [];
  const { data } = isObject(error.cause) ? error.cause : {};
  const { elicitations } = isObject(data) ? data : {};
  const pages = (Array.isArray(elicitations) ? (elicitations as unknown[]) : []).filter(isObject);
  return pages.filter(({ mode }) => mode === 'url');
}

function questionsOf(pages: readonly McpObject[]): McpObject {
  return Object.fromEntries(
    pages.map((params, index) => [`page-${index}`, { method: 'elicitation/create', params }]),
  );
}

function isAccepted(answer: unknown): boolean {
  return isObject(answer) && answer['action'] === 'accept';
}
