import { hasCode, UserError } from '../../base/errors';
import { withoutMarkdown } from '../../base/escape';
import { asText, isObject } from '../../base/json';
import { rpcCodes } from '../../protocol/rpcCodes';
import type { McpObject } from '../../ipc/state';
import type { GatewayServer } from '../gatewayServer';

type Naming = Pick<GatewayServer, 'name'>;

/** A request or notification of a server. */
interface ServerMessage {
  readonly method: string;
  readonly params: McpObject;
}

/**
 * A message of a server with the server's name in what a client shows of it. A client that has several servers as one
 * shows all messages under that one name, so that a server could pass for another one.
 */
export function namedMessage<T extends ServerMessage>(message: T, server: Naming): T {
  return { ...message, params: namedParams(message, server) };
}

/** The same for the input requests of a result (2026-07-28, "Multi Round-Trip Requests"). */
export function namedResult(result: McpObject, server: Naming): McpObject {
  const { inputRequests } = result;
  if (!isObject(inputRequests)) return result;
  const all = Object.entries(inputRequests).map(
    ([key, request]) =>
      [key, isMessage(request) ? namedMessage(request, server) : request] as const,
  );
  return { ...result, inputRequests: Object.fromEntries(all) };
}

function isMessage(value: unknown): value is ServerMessage {
  return isObject(value) && typeof value['method'] === 'string' && isObject(value['params']);
}

/** The same for the pages that an error leads to (-32042; 2025-11-25, "Elicitation"). */
export function namedError(error: unknown, server: Naming): unknown {
  if (!hasCode(error, 'serverError') || error.args['code'] !== rpcCodes.urlElicitationRequired)
    return error;
  const cause = isObject(error.cause) ? error.cause : {};
  const data = isObject(cause['data']) ? cause['data'] : {};
  const { elicitations } = data;
  if (!Array.isArray(elicitations)) return error;
  const pages = elicitations.map((params: unknown) =>
    isObject(params) ? namedParams({ method: 'elicitation/create', params }, server) : params,
  );
  const whole = { ...cause, data: { ...data, elicitations: pages } };
  return new UserError(error.code, error.args, { cause: whole });
}

function namedParams({ method, params }: ServerMessage, { name: written }: Naming): McpObject {
  const name = withoutMarkdown(written);
  switch (method) {
    case 'elicitation/create':
      return { ...params, message: `[${name}] ${asText(params['message'])}` };
    case 'sampling/createMessage': {
      // A sentence, because a model reads it. The messages stay as they are, because it answers them.
      const sentence = `This request comes from the MCP server ${name}.`;
      const prompt = asText(params['systemPrompt']);
      return { ...params, systemPrompt: prompt ? `${sentence}\n\n${prompt}` : sentence };
    }
    case 'notifications/message': {
      const logger = asText(params['logger']);
      return { ...params, logger: logger ? `${name}/${logger}` : name };
    }
    default:
      return params;
  }
}
