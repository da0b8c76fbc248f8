import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import {
  questionMethodSchema,
  questionRefused,
  type Question,
  type QuestionMethod,
} from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import type { ClientFeatures } from './connection';
import { metaKeys, metaOf } from './envelope';
import type { Exchange } from './exchange';
import type { Reply } from './peer';
import type { RpcError, RpcRequest } from './rpc';

/** What a client that can answer a question declares. */
const capabilityOf: Readonly<Record<QuestionMethod, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Questions of one server that may wait for answers; no person answers more at a time. */
const mostWaiting = 32;

/** Brings what a server asks to whom it concerns. */
export class Questions {
  #waiting = 0;

  constructor(
    private readonly client: ClientFeatures | undefined,
    /** Our requests that wait for their results. */
    private readonly open: ReadonlySet<Exchange>,
  ) {}

  /** The reply to a request of the server that came on the stream of `during`, if the wire tells. */
  async reply(
    { method, params = {} }: RpcRequest,
    during: Exchange | undefined,
    signal: AbortSignal,
  ): Promise<Reply> {
    if (method === 'ping') return { result: {} };
    try {
      const question = this.#declared(method, params);
      const answer = () => this.#answer(question, during, signal);
      return { result: await this.#whileAsked(1, answer) };
    } catch (error) {
      return { error: refusalOf(error) };
    }
  }

  /**
   * Answers what a result asks for before there can be one (2026-07-28, "Multi round-trip requests"), all
   * at once: gives the answers under the keys of the questions.
   * @throws UserError `questionRefused`, or whatever kept one of them from being answered.
   */
  async fulfil(inputRequests: unknown, exchange: Exchange): Promise<McpObject> {
    const failed = new AbortController();
    const signal = AbortSignal.any([exchange.deadline.signal, failed.signal]);
    const asked = Object.entries(isObject(inputRequests) ? inputRequests : {});
    const answer = async ([key, request]: readonly [string, unknown]) => {
      const { method, params } = isObject(request) ? request : {};
      const whole = isObject(params) ? params : {};
      const question = this.#declared(String(method), whole, exchange);
      return [key, await this.#answer(question, exchange, signal)] as const;
    };
    try {
      const answers = await this.#whileAsked(asked.length, () => Promise.all(asked.map(answer)));
      return Object.fromEntries(answers);
    } catch (error) {
      // Nobody needs the other answers then.
      failed.abort();
      throw error;
    }
  }

  /** What the request says of its client counts before what we say for all. */
  #declared(method: string, params: McpObject, during?: Exchange): Question {
    const known = questionMethodSchema.safeParse(method);
    const told = during?.options.answer && metaOf(during.params)[metaKeys.clientCapabilities];
    const capabilities = isObject(told) ? told : (this.client?.capabilities ?? {});
    if (known.success && capabilities[capabilityOf[known.data]]) {
      return { method: known.data, params };
    }
    throw questionRefused('methodNotFound', 'Method not found');
  }

  /**
   * Whose answer it is: that of the request which it belongs to, as far as the wire tells or there can be
   * no doubt.
   */
  async #answer(
    question: Question,
    during: Exchange | undefined,
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
    const answered = answer(question, signalFor(possible, signal));
    if (during || question.method !== 'roots/list') return answered;
    return answered.catch((error: unknown) => {
      // Asked for beside a call that has ended meanwhile, the folders were not for this call.
      if (signal.aborted || possible.some((one) => this.open.has(one))) throw error;
      return answerForAll();
    });
  }

  /** What a question may belong to; a request whose client does not wait only where there is no other. */
  #possible(during: Exchange | undefined): readonly Exchange[] {
    const all = during ? [during] : [...this.open];
    const answered = all.filter(({ options }) => options.answer);
    const awaited = answered.filter(({ options }) => !options.isParked?.());
    return awaited.length > 0 ? awaited : answered;
  }

  /**
   * While the server waits for so many answers of ours, the clocks of its own answers stand still.
   * @throws UserError `questionRefused` where it waits for too many.
   */
  async #whileAsked<T>(count: number, answer: () => Promise<T>): Promise<T> {
    if (this.#waiting + count > mostWaiting)
      throw questionRefused('rejected', `More than ${mostWaiting} questions are open`);
    this.#waiting += count;
    const pauses = Array.from(this.open, ({ deadline }) => deadline.pause());
    try {
      return await answer();
    } finally {
      this.#waiting -= count;
      for (const pause of pauses) pause.dispose();
    }
  }
}

/** A question goes with its request, where that is known. */
function signalFor([own, ...others]: readonly Exchange[], signal: AbortSignal): AbortSignal {
  return own && others.length === 0 ? AbortSignal.any([signal, own.deadline.signal]) : signal;
}

/** What the server is told of a question that was not answered; its `data` is that of the cause. */
function refusalOf(error: unknown): RpcError {
  if (error instanceof UserError && error.code === 'questionRefused') {
    const { args, cause } = error;
    const { code, message } = args;
    const { data } = isObject(cause) ? cause : {};
    if (typeof code === 'number') {
      return { code, message: String(message), ...(data !== undefined && { data }) };
    }
  }
  return { code: -32603, message: 'The client could not answer.' };
}
