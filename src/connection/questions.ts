import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import {
  questionMethodSchema,
  questionRefused,
  type Question,
  type QuestionMethod,
} from '../contract/questions';
import type { McpObject } from '../contract/state';
import type { ClientFeatures } from './connection';
import type { Exchange } from './exchange';
import type { Reply } from './peer';
import type { RpcRequest } from './rpc';

/** What a client that can answer a question declares. */
const capabilityOf: Readonly<Record<QuestionMethod, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Brings what a server asks to whom it concerns. */
export class Questions {
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
      return { result: await this.#whileAsked(() => this.#answer(question, during, signal)) };
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
    const answers = Object.entries(isObject(inputRequests) ? inputRequests : {}).map(
      async ([key, request]) => {
        const { method, params } = isObject(request) ? request : {};
        const question = this.#declared(String(method), isObject(params) ? params : {});
        return [key, await this.#answer(question, exchange, signal)] as const;
      },
    );
    try {
      return Object.fromEntries(await this.#whileAsked(() => Promise.all(answers)));
    } catch (error) {
      // Nobody needs the other answers then.
      failed.abort();
      throw error;
    }
  }

  #declared(method: string, params: McpObject): Question {
    const known = questionMethodSchema.safeParse(method);
    const capabilities = this.client?.capabilities ?? {};
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
    if (during?.options.answer) return during.options.answer(question, signal);
    const possible = during ? [] : Array.from(this.open, ({ options }) => options);
    const byClient = new Map(
      possible.flatMap(({ answer, client = answer }) => (answer ? [[client, answer]] : [])),
    );
    const [answer, ...others] = byClient.values();
    const ambiguous = others.length > 0;
    if (answer && !ambiguous) return answer(question, signal);
    if (!this.client) throw new Error('nobody can answer');
    return this.client.answer(question, { signal, ambiguous });
  }

  /** While the server waits for an answer of ours, the clocks of its own answers stand still. */
  async #whileAsked<T>(answer: () => Promise<T>): Promise<T> {
    const pauses = Array.from(this.open, ({ deadline }) => deadline.pause());
    try {
      return await answer();
    } finally {
      for (const pause of pauses) pause.dispose();
    }
  }
}

/** What the server is told of a question that was not answered. */
function refusalOf(error: unknown): { readonly code: number; readonly message: string } {
  const { code, message } =
    error instanceof UserError && error.code === 'questionRefused' ? error.args : {};
  if (typeof code === 'number') return { code, message: String(message) };
  return { code: -32603, message: 'The client could not answer.' };
}
