import * as z from 'zod';
import { UserError } from '../base/errors';
import { mcpObjectSchema, type McpObject } from './state';

/**
 * What a server may ask of its client (2025-11-25 and 2026-07-28, "Client features"): a form or a page for
 * the person, an answer of the person's model, the folders of the window.
 */
export const questionMethodSchema = z.enum([
  'elicitation/create',
  'sampling/createMessage',
  'roots/list',
]);
export type QuestionMethod = z.infer<typeof questionMethodSchema>;

/** One question of a server, as it came. */
export const questionSchema = z.object({ method: questionMethodSchema, params: mcpObjectSchema });
export type Question = z.infer<typeof questionSchema>;

/**
 * Answers a question of a server with the result that the protocol wants. Aborting takes the question back.
 * @throws UserError `questionRefused` with the JSON-RPC `code` and `message` that the server gets. Of any
 * other failure it learns only that there was one.
 */
export type AnswerQuestion = (question: Question, signal: AbortSignal) => Promise<McpObject>;

/** A folder that a server may work in ("Roots"); `uri` is a `file:` URI. */
export const rootSchema = z.object({ uri: z.string(), name: z.string().optional() });
export type Root = z.infer<typeof rootSchema>;

/** JSON-RPC codes that the specification names for refused questions. */
export const questionRefusals = {
  /** The person does not want it ("Sampling", error handling). */
  rejected: -1,
  methodNotFound: -32601,
  invalidParams: -32602,
} as const;

/** A question that is not answered; the server gets to read the English `message`. */
export function questionRefused(reason: keyof typeof questionRefusals, message: string): UserError {
  return new UserError('questionRefused', { code: questionRefusals[reason], message });
}

/**
 * What a question comes to that nobody is there to answer. A form that nobody saw counts as dismissed
 * (2025-11-25, "Elicitation", response actions).
 * @throws UserError `questionRefused` where the protocol has no such result.
 */
export function unanswered(method: QuestionMethod): McpObject {
  if (method === 'elicitation/create') return { action: 'cancel' };
  throw questionRefused('methodNotFound', 'Nobody is there to answer');
}
