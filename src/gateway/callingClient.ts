import { isObject } from '../base/json';
import type { Question } from '../ipc/questions';
import { logLevelSchema, type LogLevel } from '../ipc/requests';
import type { McpObject } from '../ipc/state';

/** Who sent a request, as far as servers may know. */
export interface CallingClient {
  /** `ClientCapabilities`, as declared. */
  readonly capabilities: McpObject;
  /** Its `Implementation`. */
  readonly info?: McpObject | undefined;
  /** How much log it wants to hear with its requests; absent: none was named. */
  readonly logLevel?: LogLevel | undefined;
}

/**
 * Whether a client has declared that it answers such a question. An `elicitation` without modes means
 * forms (2025-11-25, "Elicitation", capabilities).
 */
export function canAnswer(capabilities: McpObject, { method, params }: Question): boolean {
  const { elicitation } = capabilities;
  switch (method) {
    case 'roots/list':
      return isObject(capabilities['roots']);
    case 'sampling/createMessage':
      return isObject(capabilities['sampling']);
    case 'elicitation/create':
      if (!isObject(elicitation)) return false;
      if (params['mode'] === 'url') return isObject(elicitation['url']);
      return isObject(elicitation['form']) || !isObject(elicitation['url']);
  }
}

/** A log level as it came, or nothing where it is none. */
export function logLevelOf(value: unknown): LogLevel | undefined {
  return logLevelSchema.safeParse(value).data;
}

/** Whether a log message is at least as severe as the level; one of no known level is. */
export function isSevere(message: McpObject, least: LogLevel): boolean {
  const level = logLevelOf(message['level']);
  const { options } = logLevelSchema;
  return level === undefined || options.indexOf(level) >= options.indexOf(least);
}
