import { UserError } from '../base/errors';
import type { McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/jsonRpc';

/** Sends a list request. */
export type Send = (method: string, params: McpObject) => Promise<McpObject>;

const mostPages = 1_000;
/** The items of one list that are read, about a second's work. */
export const mostItems = 20_000;

/**
 * Reads all pages of a list. An empty cursor counts; only its absence ends the list. If the server does not
 * know a cursor any more, the list is read again once (2026-07-28, "Pagination", error handling).
 */
export async function listPages(
  send: Send,
  { name, method }: { readonly name: string; readonly method: string },
): Promise<{ pages: readonly McpObject[]; problem?: string }> {
  let pages: McpObject[] = [];
  let items = 0;
  let isSecondTime = false;
  const seen = new Set<string>();
  let params: McpObject = {};
  while (pages.length < mostPages && items < mostItems) {
    try {
      const page = await send(method, params);
      pages.push(page);
      const list = page[name];
      items += Array.isArray(list) ? list.length : 0;
    } catch (error) {
      if (isSecondTime || pages.length === 0 || !isStale(error)) throw error;
      isSecondTime = true;
      pages = [];
      items = 0;
      seen.clear();
      params = {};
      continue;
    }
    const cursor = pages.at(-1)?.['nextCursor'];
    if (typeof cursor !== 'string') return { pages };
    if (seen.has(cursor)) return { pages, problem: `The cursor "${cursor}" came twice.` };
    seen.add(cursor);
    params = { cursor };
  }
  const [count, what] = items < mostItems ? [mostPages, 'pages'] : [mostItems, 'items'];
  return { pages, problem: `There are more than ${count} ${what}.` };
}

function isStale(error: unknown): boolean {
  return error instanceof UserError && error.args['code'] === rpcCodes.invalidParams;
}
