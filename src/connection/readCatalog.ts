import { UserError } from '../base/errors';
import {
  mcpObjectSchema,
  promptSchema,
  resourceSchema,
  toolSchema,
  type Catalog,
  type DroppedItem,
  type McpObject,
} from '../contract/state';
import type * as z from 'zod';

type Send = (method: string, params: McpObject) => Promise<McpObject>;

interface List<T> {
  readonly name: string;
  readonly method: string;
  /** The capability that declares the list. */
  readonly capability: string;
  readonly schema: z.ZodType<T>;
  /** `fail`: without this list nothing is worth having. `quiet`: servers often do not have it. */
  readonly onError?: 'fail' | 'quiet';
}

const mostPages = 1_000;
const methodNotFound = -32601;

/**
 * Reads every declared list with all its pages. What is malformed, and a list that the server
 * declares but cannot give, is named in `dropped`; only `tools/list` failing rejects.
 */
export async function readCatalog(send: Send, capabilities: McpObject): Promise<Catalog> {
  const dropped: DroppedItem[] = [];
  const read = <T>(list: List<T>): Promise<T[]> =>
    capabilities[list.capability] ? readList(send, list, dropped) : Promise.resolve([]);
  const [tools, prompts, resources, resourceTemplates] = await Promise.all([
    read({
      name: 'tools',
      method: 'tools/list',
      capability: 'tools',
      schema: toolSchema,
      onError: 'fail',
    }),
    read({
      name: 'prompts',
      method: 'prompts/list',
      capability: 'prompts',
      schema: promptSchema,
    }),
    read({
      name: 'resources',
      method: 'resources/list',
      capability: 'resources',
      schema: resourceSchema,
    }),
    read({
      name: 'resourceTemplates',
      method: 'resources/templates/list',
      capability: 'resources',
      schema: mcpObjectSchema,
      onError: 'quiet',
    }),
  ]);
  return { tools, prompts, resources, resourceTemplates, dropped };
}

async function readList<T>(send: Send, list: List<T>, dropped: DroppedItem[]): Promise<T[]> {
  try {
    return await readPages(send, list, dropped);
  } catch (error) {
    if (list.onError === 'fail' || !(error instanceof UserError)) throw error;
    if (error.code !== 'serverError' && error.code !== 'timedOut') throw error;
    const isMissing = error.args['code'] === methodNotFound;
    if (!(isMissing && list.onError === 'quiet')) {
      const message = String(error.args['message'] ?? `${list.method} was not answered`);
      dropped.push({ list: list.name, name: list.method, message });
    }
    return [];
  }
}

async function readPages<T>(send: Send, list: List<T>, dropped: DroppedItem[]): Promise<T[]> {
  const items: T[] = [];
  const drop = (name: string, message: string): void =>
    void dropped.push({ list: list.name, name, message });
  const { pages, problem } = await fetchPages(send, list.method);
  if (problem !== undefined) drop(list.method, problem);
  for (const page of pages) {
    const found = page[list.name];
    if (!Array.isArray(found)) drop(list.method, `The answer has no list "${list.name}".`);
    else {
      for (const item of found as unknown[]) {
        const result = list.schema.safeParse(item);
        // The item itself, not the parsed copy: what a server sent is passed on as it came.
        if (result.success) items.push(item as T);
        else drop(nameOf(item), result.error.issues.map(describe).join('; '));
      }
    }
  }
  return items;
}

/** Follows the cursors; an empty cursor is one too, only its absence ends the list. */
async function fetchPages(
  send: Send,
  method: string,
): Promise<{ pages: readonly McpObject[]; problem?: string }> {
  const pages: McpObject[] = [];
  const seen = new Set<string>();
  let params: McpObject = {};
  while (pages.length < mostPages) {
    const page = await send(method, params);
    pages.push(page);
    const cursor = page['nextCursor'];
    if (typeof cursor !== 'string') return { pages };
    if (seen.has(cursor)) return { pages, problem: `The cursor "${cursor}" came twice.` };
    seen.add(cursor);
    params = { cursor };
  }
  return { pages, problem: `There are more than ${mostPages} pages.` };
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { name, uri } = item as Record<string, unknown>;
  return [name, uri].find((value) => typeof value === 'string') ?? '?';
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
