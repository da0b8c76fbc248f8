import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../base/emitter';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { Exchange } from './exchange';
import type { Questions } from './questions';

/** The server asks for pages to be opened (2025-11-25, "URL Elicitation Required Error"). */
export const urlElicitationRequired = -32042;
/** Milliseconds in which a person may finish on a page before the request is sent again. */
const usualPatience = 30_000;

/**
 * The pages that a person has to visit before a server of the legacy era takes a request (2025-11-25, "URL
 * Elicitation Required Error"): they are asked for like every question that belongs to the request.
 */
export class PageVisits {
  /** The `elicitationId` of what a person has finished. */
  readonly #finished = new Emitter<unknown>();

  constructor(
    private readonly questions: Pick<Questions, 'fulfil'>,
    private readonly patience = usualPatience,
  ) {}

  /** Takes what the server says by itself. */
  heard(method: string, { elicitationId }: McpObject): void {
    if (method === 'notifications/elicitation/complete') this.#finished.fire(elicitationId);
  }

  /**
   * Whether a request that failed so is worth sending again: its person has gone where the error leads, and
   * has finished there, or had the time to. Never rejects, because the error tells more.
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

/** What the error of a request names. */
function pagesOf(error: unknown): readonly McpObject[] {
  if (!(error instanceof UserError) || error.args['code'] !== urlElicitationRequired) return [];
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
