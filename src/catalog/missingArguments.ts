import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject, Tool } from '../contract/state';

/**
 * What is wrong with a call beyond doubt: the tool requires arguments that are not there. All else its server
 * checks. Some list as required what they have a default for, so that is not missed.
 */
export function missingArguments(
  { name, inputSchema }: Tool,
  given: McpObject,
): UserError | undefined {
  const required: unknown = inputSchema?.['required'];
  if (!Array.isArray(required)) return undefined;
  const properties = inputSchema?.['properties'];
  const described = isObject(properties) ? properties : {};
  const names = required.filter((one) => typeof one === 'string');
  const missing = names.filter((one) => {
    const schema = described[one];
    return !Object.hasOwn(given, one) && isObject(schema) && !('default' in schema);
  });
  if (missing.length === 0) return undefined;
  return new UserError('argumentsMissing', { tool: name, missing, required: names });
}
