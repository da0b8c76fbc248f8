import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { reasonOf, UserError, type Reason } from '../base/errors';
import type { McpObject } from '../contract/state';
import { genericToolsRefusal } from '../hostClient/ownerPolicy';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { callQuestion } from '../views/chatInvocation';
import { chatParts, type ChatPart } from '../views/chatResult';
import { describedTool, foundTools, notOurs, serverList, serverNamed } from '../views/chatServers';
import { chatStrings } from '../views/chatStrings';
import { format } from '../views/format';
import { nextAction, sentence } from '../views/strings';
import { accessSetting } from './ownerPorts';
import { imagePart } from './probe';

const usualLimit = 20;
const highestLimit = 100;

interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** One generic tool: what it says while it runs, what it may ask, and what it does. */
interface GenericTool<T> {
  readonly running: (input: T) => string;
  readonly confirm?: (input: T) => vscode.LanguageModelToolConfirmationMessages;
  readonly run: (input: T, signal: AbortSignal) => Promise<readonly ChatPart[]>;
}

/**
 * Registers the four tools that are always in chat while `roundhouse.genericTools` is on. What is
 * expected to go wrong becomes their answer, so that the model reads why.
 */
export function registerGenericTools(model: WorkspaceModel): Disposable {
  const store = new DisposableStore();
  let registered: Disposable | undefined;
  const follow = (): void => {
    const wanted = vscode.workspace.getConfiguration('roundhouse').get('genericTools', true);
    if (!wanted) {
      registered?.dispose();
      registered = undefined;
    } else registered ??= registerAll(model);
  };
  store.add(() => registered?.dispose());
  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('roundhouse.genericTools')) follow();
    }),
  );
  follow();
  return store;
}

function registerAll(model: WorkspaceModel): Disposable {
  const tools = new DisposableStore();
  tools.add(register(model, 'roundhouse_list_servers', listServers(model)));
  tools.add(register(model, 'roundhouse_search_tools', searchTools(model)));
  tools.add(register(model, 'roundhouse_describe_tool', describeTool(model)));
  tools.add(register(model, 'roundhouse_call_tool', callTool(model)));
  return tools;
}

function listServers(model: WorkspaceModel): GenericTool<object> {
  return {
    running: () => chatStrings.listing,
    run: async () => [{ kind: 'text', text: serverList(model.entries.value.values()) }],
  };
}

function searchTools(model: WorkspaceModel): GenericTool<{ query?: string; limit?: number }> {
  return {
    running: () => chatStrings.searching,
    async run({ query = '', limit = usualLimit }, signal) {
      const most = Math.min(Math.max(1, Math.trunc(limit)), highestLimit);
      const found = await model.host.searchTools(query, most, signal);
      return [
        { kind: 'text', text: foundTools(found.filter(({ server }) => isOurs(model, server))) },
      ];
    },
  };
}

function describeTool(model: WorkspaceModel): GenericTool<ToolAddress> {
  return {
    running: (input) => format(chatStrings.describing, { ...input }),
    async run({ server, tool }, signal) {
      refuseForeign(model, server);
      const found = await model.host.describeTool(server, tool, signal);
      return [{ kind: 'text', text: describedTool(found) }];
    },
  };
}

function callTool(model: WorkspaceModel): GenericTool<ToolAddress & { arguments?: McpObject }> {
  const question = (
    input: ToolAddress & { arguments?: McpObject },
  ): ReturnType<typeof callQuestion> => {
    const known = serverNamed(model.entries.value.values(), input.server)?.definition;
    const server = known ?? { id: input.server, name: input.server };
    return callQuestion({ server, tool: input.tool, arguments: input.arguments ?? {} });
  };
  return {
    running: (input) => question(input).running,
    confirm(input) {
      const { title, message } = question(input);
      return { title, message: new vscode.MarkdownString(message) };
    },
    async run(input, signal) {
      refuseForeign(model, input.server);
      const { server, tool } = input;
      // A person may have confirmed the call or may have switched that off: nobody is asked more.
      const call = { server, tool, arguments: input.arguments ?? {}, gesture: false };
      return chatParts(await model.host.callTool({ ...call, forModel: true }, signal));
    },
  };
}

function register<T>(model: WorkspaceModel, name: string, tool: GenericTool<T>): Disposable {
  const refusal = (): Reason | undefined =>
    genericToolsRefusal({ trusted: model.trusted.value, access: accessSetting() });
  return vscode.lm.registerTool<T>(name, {
    prepareInvocation: ({ input }) => {
      // What will be refused is not worth a question.
      const confirmationMessages = refusal() ? undefined : tool.confirm?.(input);
      const invocationMessage = tool.running(input);
      return confirmationMessages
        ? { invocationMessage, confirmationMessages }
        : { invocationMessage };
    },
    async invoke({ input }, token) {
      const abort = new AbortController();
      const subscription = token.onCancellationRequested(() => abort.abort());
      if (token.isCancellationRequested) abort.abort();
      try {
        const refused = refusal();
        if (refused) throw new UserError(refused.code, refused.args);
        return toolResult(await tool.run(input, abort.signal));
      } catch (error) {
        if (abort.signal.aborted) throw new vscode.CancellationError();
        return toolResult([{ kind: 'text', text: explain(reasonOf(error)) }]);
      } finally {
        subscription.dispose();
      }
    },
  });
}

function toolResult(parts: readonly ChatPart[]): vscode.LanguageModelToolResult {
  const result = new vscode.LanguageModelToolResult([]);
  result.content = parts.map((part) => {
    if (part.kind === 'text') return new vscode.LanguageModelTextPart(part.text);
    const image = imagePart(Buffer.from(part.base64, 'base64'), part.mimeType);
    return image ?? new vscode.LanguageModelTextPart(part.otherwise);
  });
  return result;
}

function isOurs(model: WorkspaceModel, server: string): boolean {
  const entry = serverNamed(model.entries.value.values(), server);
  return !entry || !notOurs(entry);
}

/** An unknown name passes: the host answers it with the nearest valid ones. */
function refuseForeign(model: WorkspaceModel, server: string): void {
  const entry = serverNamed(model.entries.value.values(), server);
  const reason = entry && notOurs(entry);
  if (reason) throw new UserError(reason.code, reason.args);
}

function explain(reason: Reason): string {
  return [sentence(reason), nextAction(reason)?.text].filter(Boolean).join(' ');
}
