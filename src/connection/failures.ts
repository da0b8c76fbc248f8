import { hasCode, messageOf, UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { type RpcError, toRpcError } from '../protocol/jsonRpc';

/** The `UserError` of a JSON-RPC error, which is its cause, with the HTTP status that it came with. */
export function serverError(error: RpcError, status?: number): UserError {
  const { code, message } = error;
  const args = { code, message, ...(status !== undefined && { status }) };
  return new UserError('serverError', args, { cause: error });
}

/** HTTP statuses below 500 that do not mean the request itself. */
const passingStatuses: readonly unknown[] = [408, 425, 429];
/** Statuses of a server that does not have what is asked of it, or of a proxy while one that has it is away. */
export const missingStatuses: readonly unknown[] = [404, 405, 501];
/** Statuses of a proxy that cannot reach the server. */
export const proxyStatuses: readonly unknown[] = [502, 503, 504];
const foreignStatuses: readonly unknown[] = [...passingStatuses, ...proxyStatuses];

/**
 * The JSON-RPC error in the body of an HTTP error, because it says more; any other error unchanged, and one whose
 * status says more.
 */
export function unwrapServerError(error: unknown): unknown {
  if (!hasCode(error, 'httpError') || !isObject(error.cause)) return error;
  const status = Number(error.args['status']);
  if (foreignStatuses.includes(status) || !('code' in error.cause)) return error;
  return serverError(toRpcError(error.cause), status);
}

/** Failures of the way to a server, or to its authorization server. */
const wayCodes: readonly string[] = ['unreachable', 'proxyUnreachable', 'signInServerSilent'];

/** True if the server is only out of reach, so that another try may succeed. */
export function isOutOfReach({ code, args = {} }: Reason): boolean {
  if (wayCodes.includes(code)) return true;
  const status = Number(args['status']);
  if (code === 'proxyRefused') return status >= 500;
  return code === 'httpError' && (status >= 500 || passingStatuses.includes(status));
}

export function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const message = messageOf(error);
  return new UserError('protocolError', { message }, { cause: error });
}
