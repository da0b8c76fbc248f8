import { UserError, type Reason } from '../base/errors';
import { isDeeperThan } from '../base/json';
import { jsonSize } from '../base/jsonSize';
import {
  emptyCatalog,
  promptSchema,
  resourceSchema,
  resourceTemplateSchema,
  toolSchema,
  type Catalog,
  type DroppedItem,
  type McpObject,
  type Tool,
} from '../ipc/state';
import { rpcCodes } from '../protocol/rpcCodes';
import { missingStatuses, unwrapServerError } from './failures';

/** The lists of a catalog, in its order. `capability` declares a list, and `key` identifies an item. */
const lists = [
  { name: 'tools', method: 'tools/list', capability: 'tools', schema: toolSchema, key: 'name' },
  {
    name: 'prompts',
    method: 'prompts/list',
    capability: 'prompts',
    schema: promptSchema,
    key: 'name',
  },
  {
    name: 'resources',
    method: 'resources/list',
    capability: 'resources',
    schema: resourceSchema,
    key: 'uri',
  },
  {
    name: 'resourceTemplates',
    method: 'resources/templates/list',
    capability: 'resources',
    schema: resourceTemplateSchema,
    key: 'uriTemplate',
  },
] as const;
type List = (typeof lists)[number];

interface ReadList {
  readonly items: unknown[];
  readonly dropped: DroppedItem[];
}

/** The reason why a tool must not be used. */
type RefuseTool = (tool: Tool) => Reason | undefined;

/** The number of dropped items that are named per list. */
const mostDropped = 200;
/** The nesting of an item, because code that walks it recurses. */
const mostLevels = 200;
/** Characters of one item, of its key, and of all items of a list, as JSON. */
const longestItem = 1_000_000;
const longestKey = 1_000;
const longestList = 16_000_000;
const megabyte = 1_000_000;

const tooLarge = { code: 'itemTooLarge', args: { megabytes: longestItem / megabyte } };
const tooLargeList = { code: 'listTooLarge', args: { megabytes: longestList / megabyte } };

/**
 * Reads all pages of every declared list. Malformed and repeated items are left out and named in `dropped`, because
 * one of them must not cost the list. So are items that `refuseTool` gives a reason for, and a declared list that
 * fails; it keeps the items of `known` unless the server says that it has none. Rejects only if `tools/list` fails.
 * Equal parts of `known`, an item, a list or all of it, stay the same objects, so that nobody computes or fetches them
 * again.
 */
export async function readCatalog(
  send: Send,
  capabilities: McpObject,
  refuseTool?: RefuseTool,
  known = emptyCatalog,
): Promise<Catalog> {
  const read = await Promise.all(
    lists.map(async (list) => {
      const before: unknown[] = known[list.name];
      const { items, dropped } = capabilities[list.capability]
        ? await readList(send, list, before, refuseTool)
        : { items: [], dropped: [] };
      const isKnown =
        items.length === before.length && items.every((item, at) => item === before[at]);
      return { name: list.name, items: isKnown ? before : items, dropped };
    }),
  );
  // In an order of our own, so that equal lists are equal whichever came first.
  const all = read.flatMap(({ dropped }) => dropped);
  const catalog = {
    ...Object.fromEntries(read.map(({ name, items }) => [name, items])),
    dropped: JSON.stringify(all) === JSON.stringify(known.dropped) ? known.dropped : all,
  } as Catalog;
  const isKnown = Object.entries(catalog).every(
    ([name, list]) => list === known[name as keyof Catalog],
  );
  return isKnown ? known : catalog;
}

async function readList(
  send: Send,
  list: List,
  known: unknown[],
  refuseTool: RefuseTool | undefined,
): Promise<ReadList> {
  try {
    return await readPages(send, list, known, refuseTool);
  } catch (raw) {
    const error = unwrapServerError(raw);
    if (list.name === 'tools' || !(error instanceof UserError) || !isOfList(error)) throw raw;
    const isUnknown = error.args['code'] === rpcCodes.methodNotFound;
    // Servers often lack this one.
    if (isUnknown && list.name === 'resourceTemplates') return { items: [], dropped: [] };
    const { status } = error.args;
    const failed = { list: list.name, name: list.method, reason: refusalOf(error, list) };
    return isUnknown || missingStatuses.includes(status)
      ? { items: [], dropped: [failed] }
      : { items: known, dropped: [{ ...failed, unread: true }] };
  }
}

/** The reason why a list is missing, equal each time, and without the address, which may tell secrets. */
function refusalOf({ code, args, reason }: UserError, { method }: List): Reason {
  if (code !== 'httpError') return reason;
  return { code: 'listRefused', args: { method, status: Number(args['status']) } };
}

/** True if a failure is about the list and not about the connection. */
function isOfList({ code, args }: UserError): boolean {
  const status = Number(args['status']);
  const isRefused = code === 'httpError' && ((status >= 400 && status < 500) || status === 501);
  return isRefused || code === 'serverError' || code === 'timedOut';
}

async function readPages(
  send: Send,
  list: List,
  known: readonly unknown[],
  refuseTool: RefuseTool | undefined,
): Promise<ReadList> {
  const items = new Map<unknown, unknown>();
  const dropped = new Map<string, DroppedItem>();
  // Equal problems are named once, and no more than a person reads.
  const drop = (name: string, reason: Reason): void => {
    if (dropped.size < mostDropped)
      dropped.set(`${name}\n${JSON.stringify(reason)}`, { list: list.name, name, reason });
  };
  const { pages, problem } = await listPages(send, list);
  const byText = new Map(known.map((item) => [JSON.stringify(item), item]));
  if (problem !== undefined) drop(list.method, problem);
  let room = mostItems;
  let length = 0;
  for (const page of pages) {
    const found = page[list.name];
    if (!Array.isArray(found)) drop(list.method, { code: 'listAbsent', args: { key: list.name } });
    else {
      const isCut = found.length > room;
      if (isCut) drop(list.method, tooManyItems);
      for (const read of (found as unknown[]).slice(0, room)) {
        if (isDeeperThan(mostLevels, read)) {
          drop(nameOf(read), { code: 'itemTooDeep', args: { levels: mostLevels } });
          continue;
        }
        const text = JSON.stringify(read);
        const item = byText.get(text) ?? read;
        const why =
          (item === read ? faultIn(item, list) : undefined) ??
          keyFault(item as McpObject, list, items) ??
          (list.name === 'tools' ? refuseTool?.(item as Tool) : undefined);
        if (why !== undefined) drop(nameOf(item), why);
        else if (text.length > longestItem) drop(nameOf(item), tooLarge);
        else if (length + text.length > longestList) drop(list.method, tooLargeList);
        else {
          length += text.length;
          // The item itself, not the parsed copy: what a server sent is kept as it came.
          items.set((item as McpObject)[list.key], item);
        }
      }
      room -= Math.min(room, found.length);
    }
  }
  return { items: [...items.values()], dropped: [...dropped.values()] };
}

/** The reason why nothing is an item of a list. */
function faultIn(item: unknown, { schema }: List): Reason | undefined {
  const result = schema.safeParse(item);
  if (result.success) return undefined;
  const problem = result.error.issues.map(describe).join('; ');
  return { code: 'itemMalformed', args: { problem } };
}

/** The reason why an item of this key is dropped; of items with the same key the first stays. */
function keyFault(
  item: McpObject,
  { key }: List,
  items: ReadonlyMap<unknown, unknown>,
): Reason | undefined {
  if (String(item[key]).length > longestKey)
    return { code: 'itemKeyTooLong', args: { key, count: longestKey } };
  return items.has(item[key]) ? { code: 'itemRepeated', args: { key } } : undefined;
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { name, uri, uriTemplate } = item as Record<string, unknown>;
  const found = [name, uri, uriTemplate].find((value) => typeof value === 'string') ?? '?';
  return found.slice(0, longestKey);
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** Sends a list request. */
type Send = (method: string, params: McpObject) => Promise<McpObject>;

const mostPages = 1_000;
/** Pages without an item in a row, after which there are taken to be no more. */
const mostEmptyPages = 50;
/** The items of one list that are read, about a second's work. */
const mostItems = 20_000;
const tooManyItems = { code: 'itemsTooMany', args: { count: mostItems } };

/**
 * Reads all pages of a list. An empty cursor counts; only its absence ends the list. If the server does not know a
 * cursor any more, the list is read again once (2026-07-28, "Pagination", error handling).
 */
async function listPages(
  send: Send,
  { name, method }: { readonly name: string; readonly method: string },
): Promise<{ pages: readonly McpObject[]; problem?: Reason }> {
  let pages: McpObject[] = [];
  let [items, size, empty] = [0, 0, 0];
  let isSecondTime = false;
  const seen = new Set<string>();
  let params: McpObject = {};
  while (pages.length < mostPages && items < mostItems) {
    let cursor: unknown;
    try {
      const page = await send(method, params);
      cursor = page['nextCursor'];
      const list = page[name];
      // Other parts of a page would fill our memory.
      pages.push({ [name]: list });
      const count = Array.isArray(list) ? list.length : 0;
      items += count;
      size += jsonSize(page);
      empty = count === 0 ? empty + 1 : 0;
    } catch (error) {
      if (isSecondTime || pages.length === 0 || !isStale(error)) throw error;
      isSecondTime = true;
      pages = [];
      [items, size, empty] = [0, 0, 0];
      seen.clear();
      params = {};
      continue;
    }
    if (typeof cursor !== 'string') return { pages };
    if (seen.has(cursor))
      return {
        pages,
        problem: { code: 'cursorRepeated', args: { cursor: cursor.slice(0, longestKey) } },
      };
    if (size > longestList) return { pages, problem: tooLargeList };
    if (empty === mostEmptyPages)
      return { pages, problem: { code: 'pagesEmpty', args: { count: empty } } };
    seen.add(cursor);
    params = { cursor };
  }
  const tooManyPages = { code: 'pagesTooMany', args: { count: mostPages } };
  return { pages, problem: items < mostItems ? tooManyPages : tooManyItems };
}

function isStale(error: unknown): boolean {
  return error instanceof UserError && error.args['code'] === rpcCodes.invalidParams;
}
