import { isObject } from '../../base/json';

/** The prompt's arguments as the schema of a form; all of them are texts. */
export function promptSchemaOf(prompt: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given: unknown[] = Array.isArray(prompt['arguments']) ? prompt['arguments'] : [];
  const named = given.filter(isObject).filter(({ name }) => typeof name === 'string');
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, title, description }) => [name, { type: 'string', title, description }]),
    ),
    required: named.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}
