import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { RpcError } from './rpc';
import { toRpcError } from './tellMessages';

/** What the server answered in place of a result; its JSON-RPC error is the cause. */
export function serverError(error: RpcError): UserError {
  const { code, message } = error;
  return new UserError('serverError', { code, message }, { cause: error });
}

/** A status that came with an error of the server, which tells more, as that error. */
export function spokenError(error: unknown): unknown {
  const isStatus = error instanceof UserError && error.code === 'httpError';
  return isStatus && isObject(error.cause) && 'code' in error.cause
    ? serverError(toRpcError(error.cause))
    : error;
}

/** Whatever was thrown, as a `UserError`. */
export function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new UserError('protocolError', { message }, { cause: error });
}
