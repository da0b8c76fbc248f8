import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { headersOfCall, parameterHeadersOf, type ParameterHeader } from './parameterHeaders';

type Send = (method: string, params: McpObject) => Promise<McpObject>;

/** The tool is on one of the first pages, or not worth the search. */
const mostPages = 100;

/** Which arguments of which tools go along as headers, as the last lists of tools said. */
export class ToolHeaders {
  readonly #wanted = new Map<unknown, readonly ParameterHeader[]>();

  /** Takes a page of `tools/list`. */
  learn({ tools }: McpObject): void {
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
      const { name } = tool;
      const headers = parameterHeadersOf(tool['inputSchema']);
      this.#wanted.delete(name);
      if (typeof headers !== 'string' && headers.length > 0) this.#wanted.set(name, headers);
    }
  }

  /** The headers of a `tools/call`; absent where its tool wants none. */
  of(params: McpObject): Readonly<Record<string, string>> | undefined {
    const wanted = this.#wanted.get(params['name']);
    return wanted && headersOfCall(wanted, params['arguments']);
  }

  /** Reads the list anew, as far as to the tool of a call. */
  async refresh(params: McpObject, send: Send): Promise<void> {
    let cursor: unknown;
    for (let page = 0; page < mostPages; page++) {
      const list = await send('tools/list', cursor === undefined ? {} : { cursor });
      this.learn(list);
      const { tools, nextCursor } = list;
      const isThere = (tool: unknown): boolean => isObject(tool) && tool['name'] === params['name'];
      if (Array.isArray(tools) && tools.some(isThere)) return;
      if (typeof nextCursor !== 'string' || nextCursor === cursor) return;
      cursor = nextCursor;
    }
  }
}
