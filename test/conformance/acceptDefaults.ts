import { UserError } from '../../src/base/errors';
import { refusalCodes } from '../../src/ipc/serverRequest';
import type { McpObject } from '../../src/ipc/state';
import { formContent, presets, readForm } from '../../src/ui/questions/elicitationForm';

/** Answers what a server asks as a person does who accepts everything as it is preset. */
export function acceptDefaults(method: string, params: McpObject): McpObject {
  switch (method) {
    case 'elicitation/create':
      return { action: 'accept', content: presetOf(params) };
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
        code: refusalCodes.methodNotFound,
        message: 'Method not found',
      });
  }
}

/** What a form says that nobody touched. @throws UserError `questionRefused` where none can be shown. */
function presetOf(params: McpObject): McpObject {
  const form = readForm(params);
  return formContent(form, presets(form));
}
