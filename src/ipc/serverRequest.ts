import * as z from 'zod/mini';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import { mcpObjectSchema, type McpObject } from './state';

/**
 * Requests of servers to their clients (2025-11-25 and 2026-07-28, "Client features"). They ask for a form or a page,
 * an answer of the person's model, or the window's folders.
 */
export const serverRequestMethodSchema = z.enum([
  'elicitation/create',
  'sampling/createMessage',
  'roots/list',
]);
export type ServerRequestMethod = z.infer<typeof serverRequestMethodSchema>;

/** One request of a server, as it came. */
export const serverRequestSchema = z.object({
  method: serverRequestMethodSchema,
  params: mcpObjectSchema,
});
export type ServerRequest = z.infer<typeof serverRequestSchema>;

/**
 * Answers a request of a server with the result of the protocol. Aborting cancels the request.
 * @throws UserError `questionRefused` with the JSON-RPC `code` and `message` that the server gets. Of any
 * other failure it learns only that there was one.
 */
export type AnswerServerRequest = (
  question: ServerRequest,
  signal: AbortSignal,
) => Promise<McpObject>;

/** A folder that a server may work in ("Roots"); `uri` is a `file:` URI. */
export const rootSchema = z.object({ uri: z.string(), name: z.optional(z.string()) });
export type Root = z.infer<typeof rootSchema>;

/** The folders in an answer to `roots/list`. */
export function rootsIn({ roots }: McpObject): readonly Root[] {
  return Array.isArray(roots) ? roots.filter(isRoot) : [];
}

function isRoot(value: unknown): value is Root {
  return isObject(value) && typeof value['uri'] === 'string';
}

/** The folders of all clients that name some, each once; `undefined` if no client names any. */
export function unionOfRoots(
  all: Iterable<readonly Root[] | undefined>,
): readonly Root[] | undefined {
  const named = [...all].filter((roots) => roots !== undefined);
  if (named.length === 0) return undefined;
  const byUri = new Map(named.flat().map((root) => [root.uri, root]));
  return [...byUri.values()];
}

/** JSON-RPC codes of the specification for refused requests. */
export const refusalCodes = {
  /** The person does not want it ("Sampling", error handling). */
  rejected: -1,
  methodNotFound: -32601,
  invalidParams: -32602,
} as const;

/** Refuses a request of a server, which receives the English `message`. */
export function serverRequestRefused(
  reason: keyof typeof refusalCodes,
  message: string,
): UserError {
  return new UserError('questionRefused', { code: refusalCodes[reason], message });
}

/**
 * The result of a request that nobody can answer. A form that nobody saw counts as dismissed
 * (2025-11-25, "Elicitation", response actions).
 * @throws UserError `questionRefused` where the protocol has no such result.
 */
export function unanswered(method: ServerRequestMethod): McpObject {
  if (method === 'elicitation/create') return { action: 'cancel' };
  throw serverRequestRefused('methodNotFound', 'Nobody is there to answer');
}
