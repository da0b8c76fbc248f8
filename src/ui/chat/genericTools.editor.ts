import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { asText } from '../../base/json';
import { rawName } from '../../protocol/publicNames';
import { isForModels, toolDecision } from '../../config/settings/toolPolicy';
import { canonicalHash } from '../../ipc/canonicalHash';
import type { EditorQuestion } from '../../ipc/calls';
import type { Tool, ToolAddress } from '../../ipc/state';
import { genericToolsRefusal } from '../../client/chatAccess';
import type { Workspace } from '../../client/workspace';
import { callQuestion, describingText, type CallDetails } from '../calls/callQuestion';
import { commandLink } from '../text/markdown';
import { signalOf } from '../window/cancellation.editor';
import { callArguments, wrongArguments } from './callArguments';
import { chatParts, type ChatPart } from './chatResult';
import {
  describedTool,
  foundTools,
  notOurs,
  ourServers,
  serverList,
  serverNamed,
} from './chatServers';
import { t } from './chatTexts';
import { modelAnswer } from './modelAnswers';
import { requestedPart, readParts, type ReadMoreInput } from './readMore';
import { accessSetting } from './chatAccess.editor';
import type { GenericToolName } from './chatTools.editor';
import { NotedInputs, participantInputs } from './notedInputs';
import { imagePart } from './modelMessages.editor';

const usualLimit = 20;
const highestLimit = 100;

/** A confirmation that the editor shows, and the definition that it is about. */
interface Confirmation {
  readonly messages: vscode.LanguageModelToolConfirmationMessages;
  readonly about: EditorQuestion;
}

/** A generic tool: progress text, confirmation and implementation. */
interface GenericTool<T> {
  readonly running: (input: T) => vscode.MarkdownString;
  readonly confirm?: (input: T) => Confirmation | undefined;
  /** `confirmed`: subject of the confirmation that the editor showed. */
  readonly run: (
    input: T,
    signal: AbortSignal,
    confirmed: EditorQuestion | undefined,
  ) => Promise<readonly ChatPart[]>;
}

/** The generic tools by name. Expected failures become results, so that the model can read them. */
export function genericTools(workspace: Workspace) {
  return {
    roundhouse_list_servers: toolOf(workspace, listServers(workspace)),
    roundhouse_search_tools: toolOf(workspace, searchTools(workspace)),
    roundhouse_describe_tool: toolOf(workspace, describeTool(workspace)),
    roundhouse_call_tool: toolOf(workspace, callTool(workspace)),
    roundhouse_read_more: toolOf(workspace, readMore(workspace)),
  } satisfies Record<GenericToolName, unknown>;
}

function listServers(workspace: Workspace): GenericTool<object> {
  return {
    running: () => new vscode.MarkdownString(t('listing')),
    run: async () => [{ kind: 'text', text: serverList(workspace.entries.value.values()) }],
  };
}

function searchTools(workspace: Workspace): GenericTool<{ query?: unknown; limit?: unknown }> {
  return {
    running: () => new vscode.MarkdownString(t('searching')),
    async run({ query: asked, limit }, signal) {
      const query = asText(asked);
      const wanted = typeof limit === 'number' ? limit : usualLimit;
      const most = Math.min(Math.max(1, Math.trunc(wanted)), highestLimit);
      const servers = ourServers(workspace.entries.value.values());
      const found = await workspace.host.send(
        'searchTools',
        { query, limit: most, servers },
        signal,
      );
      return [{ kind: 'text', text: foundTools(query, found, workspace.entries.value.values()) }];
    },
  };
}

function describeTool(workspace: Workspace): GenericTool<ToolAddress> {
  return {
    running: ({ tool, server }) =>
      new vscode.MarkdownString(describingText({ tool: asText(tool), server: asText(server) })),
    async run({ server, tool }, signal) {
      const found = await workspace.host.send(
        'describeTool',
        { server: ourServer(workspace, asText(server)), tool: asText(tool) },
        signal,
      );
      return [{ kind: 'text', text: describedTool(found) }];
    },
  };
}

type CallInput = ToolAddress & { readonly arguments?: unknown };

function callTool(workspace: Workspace): GenericTool<CallInput> {
  return {
    running: (input) =>
      new vscode.MarkdownString(callQuestion(callDetails(workspace, input)).running),
    confirm(input) {
      const call = callDetails(workspace, input);
      // The host asks if necessary, because only it knows the state at the time of the call.
      if (call.rule || call.isFlagged || call.isKept || call.onlyReads) return undefined;
      const { title, message } = callQuestion(call);
      const known = knownTool(workspace, call.server.id, call.tool);
      return {
        messages: { title, message: new vscode.MarkdownString(message) },
        about: known ? { definition: canonicalHash(known) } : {},
      };
    },
    async run(input, signal, confirmed) {
      const noted = participantInputs.take(input);
      const caller = noted
        ? { route: 'participant' as const, ...noted }
        : { route: 'genericTools' as const };
      const address = {
        server: ourServer(workspace, asText(input.server)),
        tool: asText(input.tool),
      };
      const given = callArguments(input.arguments);
      if (!given) throw wrongArguments(address.tool, input.arguments);
      const call = { ...address, arguments: given, gesture: false };
      return chatParts(await workspace.host.callTool({ ...call, ...caller, confirmed }, signal));
    },
  };
}

function readMore(workspace: Workspace): GenericTool<ReadMoreInput> {
  return {
    running: ({ result }) => linked(t('reading'), { item: result }),
    async run(input, signal) {
      const { result, part } = requestedPart(input);
      return readParts(await workspace.host.send('readResult', { result, part }, signal));
    },
  };
}

/** Text that links to the large result. It must hold no text of others. */
function linked(text: string, argument: object): vscode.MarkdownString {
  const command = 'openLastLargeResult';
  const markdown = new vscode.MarkdownString(commandLink(text, command, argument));
  markdown.isTrusted = { enabledCommands: [`roundhouse.${command}`] };
  return markdown;
}

/** The call with this window's facts about the tool. The model may use the tool's public name. */
export function callDetails(workspace: Workspace, input: CallInput): CallDetails {
  const given = callArguments(input.arguments);
  const named = asText(input.server);
  const known = serverNamed(workspace.entries.value.values(), named)?.definition;
  const server = known ?? { id: named, name: named };
  const catalog = workspace.host.catalog(server.id).value;
  const tools = catalog?.tools ?? [];
  const tool = rawName(tools, asText(input.tool));
  const isMissing = !known || !given || (catalog && !tools.some(({ name }) => name === tool));
  const policy = workspace.policies.value.get(server.id);
  const vetted = workspace.entries.value.get(server.id)?.snapshot.vetted;
  const annotations = knownTool(workspace, server.id, tool)?.annotations;
  return {
    server,
    tool,
    arguments: given ?? {},
    annotations,
    onlyReads: policy?.trustsHints && annotations?.['readOnlyHint'] === true,
    rule: policy && toolDecision(policy, tool).rule,
    isFlagged: vetted !== undefined && Object.hasOwn(vetted.flagged, tool),
    isKept: isMissing || vetted?.held.includes(tool) || (policy && !isForModels(policy, tool)),
  };
}

function knownTool(workspace: Workspace, server: string, tool: string): Tool | undefined {
  return workspace.host.catalog(server).value?.tools.find(({ name }) => name === tool);
}

function toolOf<T extends object>(workspace: Workspace, tool: GenericTool<T>) {
  const asked = new NotedInputs<EditorQuestion>();
  const refusal = (): Reason | undefined =>
    genericToolsRefusal({ trusted: workspace.trusted.value, access: accessSetting() });
  return {
    prepareInvocation: (options: vscode.LanguageModelToolInvocationPrepareOptions<object>) => {
      const input = options.input as T;
      // A call that will be refused needs no question.
      const confirmation = refusal() ? undefined : tool.confirm?.(input);
      const invocationMessage = tool.running(input);
      if (!confirmation) {
        asked.forget(input);
        return { invocationMessage };
      }
      asked.note(input, confirmation.about);
      return { invocationMessage, confirmationMessages: confirmation.messages };
    },
    async invoke(
      options: vscode.LanguageModelToolInvocationOptions<object>,
      token: vscode.CancellationToken,
    ): Promise<vscode.LanguageModelToolResult> {
      const store = new DisposableStore();
      const signal = signalOf(token, store);
      try {
        const refused = refusal();
        if (refused) throw UserError.from(refused);
        const input = options.input as T;
        return toolResult(await tool.run(input, signal, asked.take(input)));
      } catch (error) {
        if (signal.aborted) throw new vscode.CancellationError();
        return toolResult([{ kind: 'text', text: modelAnswer(reasonOf(error)) }]);
      } finally {
        store.dispose();
      }
    },
  };
}

function toolResult(parts: readonly ChatPart[]): vscode.LanguageModelToolResult {
  const result = new vscode.LanguageModelToolResult([]);
  result.content = parts.map((part) => {
    if (part.kind === 'text') return new vscode.LanguageModelTextPart(part.text);
    const image = imagePart(part.base64, part.mimeType);
    return image ?? new vscode.LanguageModelTextPart(part.otherwise);
  });
  return result;
}

/** Id of a server that Roundhouse runs. Unknown names pass: the host's error names the nearest valid ones. */
function ourServer(workspace: Workspace, server: string): string {
  const entry = serverNamed(workspace.entries.value.values(), server);
  const reason = entry && notOurs(entry);
  if (reason) throw UserError.from(reason);
  return entry?.definition.id ?? server;
}
