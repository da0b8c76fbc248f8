import { hasCode, messageOf, UserError, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { type RpcError, toRpcError } from '../protocol/jsonRpc';

/** The `UserError` of a JSON-RPC error, which is its cause. */
export function serverError(error: RpcError): UserError {
  const { code, message } = error;
  return new UserError('serverError', { code, message }, { cause: error });
}

/** The JSON-RPC error in the body of an HTTP error, because it says more; any other error unchanged. */
export function unwrapServerError(error: unknown): unknown {
  const isStatus = hasCode(error, 'httpError');
  return isStatus && isObject(error.cause) && 'code' in error.cause
    ? serverError(toRpcError(error.cause))
    : error;
}

/** HTTP statuses below 500 that do not mean the request itself. */
const passingStatuses: readonly unknown[] = [408, 425, 429];

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
