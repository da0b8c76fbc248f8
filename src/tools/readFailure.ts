import { UserError } from '../base/errors';
import type { McpObject } from '../ipc/state';

/** What servers answer where there is no such resource: the second is of the modern era ("Resources"). */
const codes: readonly unknown[] = [-32002, -32602];

/** The failure of a request as a reader of resources understands it. */
export function readFailure(error: unknown, method: string, { uri }: McpObject): unknown {
  if (method !== 'resources/read' || !(error instanceof UserError)) return error;
  if (error.code !== 'serverError' || !codes.includes(error.args['code'])) return error;
  const message = String(error.args['message'] ?? '');
  return new UserError('resourceNotFound', { uri: String(uri), message }, { cause: error });
}
