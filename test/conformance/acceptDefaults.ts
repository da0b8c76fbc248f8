import { UserError } from '../../src/base/errors';
import { questionRefusals } from '../../src/contract/questions';
import type { McpObject } from '../../src/contract/state';

/** Answers what a server asks as a person does who accepts everything as it is preset. */
export function acceptDefaults(method: string, params: McpObject): McpObject {
  switch (method) {
    case 'elicitation/create':
      return { action: 'accept', content: presetOf(params['requestedSchema']) };
    case 'roots/list':
      return { roots: [{ uri: 'file:///work', name: 'work' }] };
    case 'sampling/createMessage':
      return {
        role: 'assistant',
        model: 'scripted',
        stopReason: 'endTurn',
        content: { type: 'text', text: 'A scripted answer.' },
      };
    default:
      throw new UserError('questionRefused', {
        code: questionRefusals.methodNotFound,
        message: 'Method not found',
      });
  }
}

/** The fields of a form that have a default (2025-11-25, "Elicitation"). */
function presetOf(schema: unknown): McpObject {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, McpObject> };
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, field]) => field['default'] !== undefined)
      .map(([name, field]) => [name, field['default']]),
  );
}
