import { UserError, type Reason, type ReasonArguments } from '../base/errors';
import type { McpObject, Tool } from '../ipc/state';
import { ArgumentCheck } from './argumentCheck';

/** So many are told of: who corrects these sees the rest of them. */
const mostTold = 6;

/**
 * What of a model's arguments its tool certainly refuses, by the schema that the server gave: what is missing, of
 * another type that nothing makes the right one, not among the choices, or not known. All else its server
 * checks. A schema that is malformed forbids nothing.
 */
export function wrongArguments(
  { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
  given: McpObject,
): UserError | undefined {
  if (!inputSchema) return undefined;
  const problems = new ArgumentCheck(inputSchema).problems(given).slice(0, mostTold);
  const because = problems.reduceRight<Reason | undefined>(
    (cause, problem) => ({ ...problem, ...(cause && { cause }) }),
    undefined,
  );
  return (
    because &&
    new UserError('argumentsWrong', { tool: name } satisfies ReasonArguments, { because })
  );
}
