import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../base/emitter';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/jsonRpc';
import type { Exchange } from './exchange';
import type { Questions } from './questions';

/** Milliseconds in which a person may finish on a page before the request is repeated. */
const usualPatience = 30_000;

/**
 * Handles the pages that a legacy server wants visited before it accepts a request (2025-11-25, "URL
 * Elicitation Required Error"). They are requested like any elicitation that belongs to the request.
 */
export class PageVisits {
  /** Fired with the `elicitationId` of each finished page. */
  readonly #finished = new Emitter<unknown>();

  constructor(
    private readonly questions: Pick<Questions, 'fulfil'>,
    private readonly patience = usualPatience,
  ) {}

  heard(method: string, { elicitationId }: McpObject): void {
    if (method === 'notifications/elicitation/complete') this.#finished.fire(elicitationId);
  }

  /**
   * True if the failed request is worth repeating: its error names pages, and the person has visited them
   * and has finished, or had the time to. Never rejects, because the error says more.
   */
  async wereMade(failure: unknown, exchange: Exchange): Promise<boolean> {
    const { options, deadline } = exchange;
    const pages = options.answer && !options.passRounds ? pagesOf(failure) : [];
    if (pages.length === 0) return false;
    const open = new Set(pages.map(({ elicitationId }) => elicitationId));
    const finished = new AbortController();
    // It may be told before the answer that the page was opened.
    const listener = this.#finished.event((id) => {
      if (open.delete(id) && open.size === 0) finished.abort();
    });
    const pause = deadline.pause();
    try {
      const answers = await this.questions.fulfil(questionsOf(pages), exchange);
      if (!Object.values(answers).every(isAccepted)) return false;
      const signal = AbortSignal.any([deadline.signal, finished.signal]);
      await delay(this.patience, undefined, { signal }).catch(() => undefined);
      return !deadline.signal.aborted;
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
