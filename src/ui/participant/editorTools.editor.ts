import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { modelAnswer } from '../chat/modelAnswers';
import { tokenOf, signalOf } from '../window/cancellation.editor';
import type { GenericToolName } from '../chat/chatTools.editor';
import { participantInputs } from '../chat/notedInputs';
import { callDetails, genericTools } from '../chat/genericTools.editor';
import type { EditorTools } from './agentTools';
import type { OfferedTool } from './agentTurn';
import type { ResultPart } from './messages';
import type { ParticipantContext } from './participant.editor';

/**
 * The editor's tools for one request. Calls pass the request's token to `lm.invokeTool`, because the editor then
 * shows and confirms them in chat.
 */
export function editorTools(
  window: ParticipantContext,
  { toolReferences, toolInvocationToken }: vscode.ChatRequest,
  progress: (text: string) => void,
): EditorTools {
  const own = ownTools(window.extensionContext);
  // VS Code does not tell an extension its own id.
  const turn = randomUUID();
  const names = new Set(toolReferences.map(({ name }) => name));
  const named = vscode.lm.tools.filter(({ name }) => names.has(name)).map(editorTool);
  const inChat: InvokeTool = (name, input, token) =>
    vscode.lm.invokeTool(name, { input, toolInvocationToken }, token);
  const unregistered = unregisteredTools(window, progress);
  const isOurs = (name: string): boolean => own.some((tool) => tool.name === name);
  return {
    named,
    generic: own.filter(({ name }) => name !== reader),
    reader: own.filter(({ name }) => name === reader),
    async invoke(name, input, signal) {
      const store = new DisposableStore();
      try {
        const token = tokenOf(signal, store);
        // The setting may change during a turn.
        const isKept = isOurs(name) && !window.settings.current.genericTools;
        const call = isKept ? unregistered : inChat;
        if (isOurs(name)) store.add(participantInputs.note(input, { turn }));
        const { content } = await call(name, input, token);
        return content.map(resultPart);
      } catch (error) {
        signal.throwIfAborted();
        return [{ kind: 'text', text: modelAnswer(failureOf(error, name, input)) }];
      } finally {
        store.dispose();
      }
    },
  };
}

const reader: GenericToolName = 'roundhouse_read_more';
const caller: GenericToolName = 'roundhouse_call_tool';

export type InvokeTool = (
  name: string,
  input: object,
  token: vscode.CancellationToken,
) => Thenable<vscode.LanguageModelToolResult>;

/** Reason of a failed call. If nobody cancelled, the user refused the call in the editor's dialog. */
function failureOf(error: unknown, name: string, input: McpObject): Reason {
  if (!(error instanceof vscode.CancellationError)) return reasonOf(error);
  const { server = 'VS Code', tool = name } = input;
  return { code: 'callRefused', args: { tool: String(tool), server: String(server) } };
}

function resultPart(part: unknown): ResultPart {
  return part instanceof vscode.LanguageModelTextPart
    ? { kind: 'text', text: part.value }
    : { kind: 'other', value: part };
}

function editorTool({
  name,
  description,
  inputSchema,
}: vscode.LanguageModelToolInformation): OfferedTool {
  const schema = isObject(inputSchema) ? inputSchema : {};
  return { name, description, inputSchema: schema, onlyReads: false, tokens: 0 };
}

/** The generic tools as the manifest describes them. Only a call can change anything. */
function ownTools({ extension }: vscode.ExtensionContext): OfferedTool[] {
  const manifest = extension.packageJSON as Manifest;
  return manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
    onlyReads: name !== caller,
    tokens: 0,
  }));
}

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: McpObject;
    }[];
  };
}

/**
 * The generic tools while `roundhouse.genericTools` does not register them with the editor. The editor then neither
 * shows nor confirms their calls, so this does.
 */
function unregisteredTools(
  { workspace, person }: ParticipantContext,
  progress: (text: string) => void,
): InvokeTool {
  const tools = genericTools(workspace);
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
      const call = callDetails(workspace, input as AskedInput);
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
