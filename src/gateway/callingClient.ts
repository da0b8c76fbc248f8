import { randomUUID } from 'node:crypto';
import { isObject } from '../base/json';
import {
  type ServerRequest,
  serverRequestRefused,
  type AnswerServerRequest,
} from '../ipc/serverRequest';
import { logLevelSchema, type LogLevel } from '../ipc/contract';
import type { McpObject, Handshake } from '../ipc/state';
import { logLevelOf } from '../protocol/logLevels';
import type { GatewayServer } from './gatewayServer';
import { namedMessage } from './merged/named';

/** The client behind a request, as servers may know it. */
export interface CallingClient {
  /** `ClientCapabilities`, as declared. */
  readonly capabilities: McpObject;
  /** Its `Implementation`. */
  readonly info?: McpObject | undefined;
  /** The level of log messages with its requests; absent: it has set none. */
  readonly logLevel?: LogLevel | undefined;
}

/**
 * True if a client has declared that it answers such a request of a server. An `elicitation` without modes means
 * forms (2025-11-25, "Elicitation", capabilities), and only a `sampling` with `tools` means requests with tools
 * ("Sampling", capabilities).
 */
export function canAnswer(capabilities: McpObject, { method, params }: ServerRequest): boolean {
  const { elicitation, sampling } = capabilities;
  switch (method) {
    case 'roots/list':
      return isObject(capabilities['roots']);
    case 'sampling/createMessage':
      if (!isObject(sampling)) return false;
      return isObject(sampling['tools']) || !('tools' in params || 'toolChoice' in params);
    case 'elicitation/create':
      if (!isObject(elicitation)) return false;
      if (params['mode'] === 'url') return isObject(elicitation['url']);
      return isObject(elicitation['form']) || !isObject(elicitation['url']);
  }
}

/** True if a log message is at least as severe as the level, or of an unknown level. */
export function isSevere(message: McpObject, least: LogLevel): boolean {
  const level = logLevelOf(message['level']);
  const { options } = logLevelSchema;
  return level === undefined || options.indexOf(level) >= options.indexOf(least);
}

/**
 * Answers a server's own requests during a client's request. The client answers if it has declared that it can, because
 * they belong to its request. Else the window answers whose token the client has, but with a model only for its own chat
 * (`forModels`). `asked`: the server that the client asked; where that stands for several, the question names its own.
 */
export function answerFor(
  server: GatewayServer,
  asked: GatewayServer,
  { capabilities, forModels }: { readonly capabilities: McpObject; readonly forModels: boolean },
  ask: AnswerServerRequest,
): AnswerServerRequest {
  return async (question, signal) => {
    if (canAnswer(allowedOf(server, capabilities), question)) {
      return ask(server === asked ? question : namedMessage(question, server), signal);
    }
    const { answer } = server;
    if (!answer || (question.method === 'sampling/createMessage' && !forModels)) {
      throw serverRequestRefused('methodNotFound', 'The client does not answer this');
    }
    return answer(question, signal);
  };
}

/**
 * The client's capabilities as a server may know them. They lack `roots` if the window withholds folders, because then
 * no client may name them.
 */
export function allowedOf({ answers }: GatewayServer, capabilities: McpObject): McpObject {
  const { roots, ...others } = capabilities;
  return roots === undefined || answers.has('roots/list') ? capabilities : others;
}

/** The same with elicitation, because the window shows forms and pages that the client cannot. */
export function answeredOf(server: GatewayServer, capabilities: McpObject): McpObject {
  const allowed = allowedOf(server, capabilities);
  if (!server.answers.has('elicitation/create')) return allowed;
  const { elicitation } = allowed;
  return {
    ...allowed,
    elicitation: { ...(isObject(elicitation) && elicitation), form: {}, url: {} },
  };
}

/**
 * A client that can answer this can handle an error that requires URL elicitations (-32042; 2025-11-25, "Elicitation").
 * For all other clients the connection opens the pages and repeats the request.
 */
export const anyPage: ServerRequest = { method: 'elicitation/create', params: { mode: 'url' } };

/**
 * A server's request in the form of an era. A URL elicitation has an `elicitationId` in the legacy era only
 * (2026-07-28, changelog).
 */
export function questionIn(era: Handshake['era'], question: ServerRequest): ServerRequest {
  const { elicitationId, ...params } = question.params;
  if (question.method !== 'elicitation/create' || params['mode'] !== 'url') return question;
  if (era === 'modern') return { ...question, params };
  return { ...question, params: { ...params, elicitationId: elicitationId ?? randomUUID() } };
}
