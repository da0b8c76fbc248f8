import type * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { McpObject } from '../../ipc/state';
import { signalOf } from '../window/cancellation.editor';
import type { GenericToolName } from '../chat/chatTools.editor';
import { askedCall, genericTools } from '../chat/genericTools.editor';
import type { ParticipantParts } from './participant.editor';
import type { InvokeTool } from './participantTools.editor';

/**
 * The generic tools while `roundhouse.genericTools` does not register them with the editor. The editor then neither
 * shows nor confirms their calls, so this does.
 */
export function unregisteredTools(
  { model, person }: ParticipantParts,
  progress: (text: string) => void,
): InvokeTool {
  const tools = genericTools(model);
  return async (name, input, token) => {
    const tool = tools[name as GenericToolName];
    const options = { input, toolInvocationToken: undefined };
    const { confirmationMessages, invocationMessage } = tool.prepareInvocation(options);
    if (confirmationMessages) await ask(input, token);
    progress(invocationMessage.value);
    return tool.invoke(options, token);
  };

  async function ask(input: object, token: vscode.CancellationToken): Promise<void> {
    const store = new DisposableStore();
    try {
      const call = askedCall(model, input as AskedInput);
      if (await person.approve(call, signalOf(token, store))) return;
      throw new UserError('callRefused', { tool: call.tool, server: call.server.name });
    } finally {
      store.dispose();
    }
  }
}

interface AskedInput {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: McpObject;
}
