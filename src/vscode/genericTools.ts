import * as vscode from 'vscode';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { publicNames } from '../base/publicNames';
import { isForModels, toolStanding } from '../config/toolPolicy';
import type { McpObject } from '../contract/state';
import { genericToolsRefusal } from '../hostClient/ownerPolicy';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { callQuestion, type AskedCall } from '../views/chatInvocation';
import { chatParts, type ChatPart } from '../views/chatResult';
import { describedTool, foundTools, notOurs, serverList, serverNamed } from '../views/chatServers';
import { chatStrings } from '../views/chatStrings';
import { format } from '../views/format';
import { modelAnswer } from '../views/modelAnswers';
import { askedPart, readParts, type ReadMoreInput } from '../views/readMore';
import { AskedInputs } from './askedInputs';
import type { GenericToolName } from './chatTools';
import type { CommandName } from './commandNames';
import { accessSetting } from './ownerPorts';
import { participantMark } from './participantMark';
import { imagePart } from './probe';

const usualLimit = 20;
const highestLimit = 100;

interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** One generic tool: what it says while it runs, what it may ask, and what it does. */
interface GenericTool<T> {
  readonly running: (input: T) => string | vscode.MarkdownString;
  readonly confirm?: (input: T) => vscode.LanguageModelToolConfirmationMessages | undefined;
  /** `confirmed`: the editor was given that question. */
  readonly run: (input: T, signal: AbortSignal, confirmed: boolean) => Promise<readonly ChatPart[]>;
}

/** The tools by name. What is expected to go wrong becomes their answer, so that the model reads why. */
export function genericTools(model: WorkspaceModel) {
  return {
    roundhouse_list_servers: toolOf(model, listServers(model)),
    roundhouse_search_tools: toolOf(model, searchTools(model)),
    roundhouse_describe_tool: toolOf(model, describeTool(model)),
    roundhouse_call_tool: toolOf(model, callTool(model)),
    roundhouse_read_more: toolOf(model, readMore(model)),
  } satisfies Record<GenericToolName, unknown>;
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
      const ours = found.filter(({ server }) => isOurs(model, server));
      return [{ kind: 'text', text: foundTools(query, ours, model.entries.value.values()) }];
    },
  };
}

function describeTool(model: WorkspaceModel): GenericTool<ToolAddress> {
  return {
    running: (input) => format(chatStrings.describing, { ...input }),
    async run({ server, tool }, signal) {
      const found = await model.host.describeTool(ourServer(model, server), tool, signal);
      return [{ kind: 'text', text: describedTool(found) }];
    },
  };
}

type CallInput = ToolAddress & {
  readonly arguments?: McpObject;
  /** Our participant makes the call. */
  readonly via?: string;
};

function callTool(model: WorkspaceModel): GenericTool<CallInput> {
  return {
    running: (input) => callQuestion(askedCall(model, input)).running,
    confirm(input) {
      const call = askedCall(model, input);
      // The host asks where it has to, as only it knows how things stand when the call is made.
      if (call.rule || call.isFlagged || call.isKept || call.onlyReads) return undefined;
      const { title, message } = callQuestion(call);
      return { title, message: new vscode.MarkdownString(message) };
    },
    async run({ server, tool, arguments: given = {}, via }, signal, confirmed) {
      const route = via === participantMark ? 'participant' : 'genericTools';
      const address = { server: ourServer(model, server), tool, arguments: given, gesture: false };
      return chatParts(await model.host.callTool({ ...address, route, confirmed }, signal));
    },
  };
}

function readMore(model: WorkspaceModel): GenericTool<ReadMoreInput> {
  return {
    running: ({ result }) => linked(chatStrings.reading, 'openLastLargeResult', { item: result }),
    async run(input, signal) {
      const { result, part } = askedPart(input);
      return readParts(await model.host.results.read(result, part, signal));
    },
  };
}

/** A text that is a link to one of our commands; nothing of others may stand in it. */
function linked(text: string, command: CommandName, argument: object): vscode.MarkdownString {
  const name = `roundhouse.${command}`;
  const query = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  const markdown = new vscode.MarkdownString(`[${text}](command:${name}?${query})`);
  markdown.isTrusted = { enabledCommands: [name] };
  return markdown;
}

/** The call with what this window knows of the tool, whose public name the model may have said. */
export function askedCall(model: WorkspaceModel, input: CallInput): AskedCall {
  const known = serverNamed(model.entries.value.values(), input.server)?.definition;
  const server = known ?? { id: input.server, name: input.server };
  const catalog = model.host.catalog(server.id).value;
  const tools = catalog?.tools ?? [];
  const tool = publicNames(tools).rawOf(input.tool);
  const isMissing = !known || (catalog && !tools.some(({ name }) => name === tool));
  const policy = model.policies.value.get(server.id);
  const vetted = model.entries.value.get(server.id)?.snapshot.vetted;
  const annotations = tools.find(({ name }) => name === tool)?.annotations;
  return {
    server,
    tool,
    arguments: input.arguments ?? {},
    annotations,
    onlyReads: policy?.trustsHints && annotations?.['readOnlyHint'] === true,
    rule: policy && toolStanding(policy, tool).rule,
    isFlagged: vetted !== undefined && Object.hasOwn(vetted.flagged, tool),
    isKept: isMissing || vetted?.held.includes(tool) || (policy && !isForModels(policy, tool)),
  };
}

function toolOf<T extends object>(model: WorkspaceModel, tool: GenericTool<T>) {
  const asked = new AskedInputs();
  const refusal = (): Reason | undefined =>
    genericToolsRefusal({ trusted: model.trusted.value, access: accessSetting() });
  return {
    prepareInvocation: (
      options: vscode.LanguageModelToolInvocationPrepareOptions<object>,
    ): vscode.PreparedToolInvocation => {
      const input = options.input as T;
      // What will be refused is not worth a question.
      const confirmationMessages = refusal() ? undefined : tool.confirm?.(input);
      asked.note(input, confirmationMessages !== undefined);
      const invocationMessage = tool.running(input);
      return confirmationMessages
        ? { invocationMessage, confirmationMessages }
        : { invocationMessage };
    },
    async invoke(
      options: vscode.LanguageModelToolInvocationOptions<object>,
      token: vscode.CancellationToken,
    ): Promise<vscode.LanguageModelToolResult> {
      const abort = new AbortController();
      const subscription = token.onCancellationRequested(() => abort.abort());
      if (token.isCancellationRequested) abort.abort();
      try {
        const refused = refusal();
        if (refused) throw new UserError(refused.code, refused.args);
        const input = options.input as T;
        return toolResult(await tool.run(input, abort.signal, asked.has(input)));
      } catch (error) {
        if (abort.signal.aborted) throw new vscode.CancellationError();
        return toolResult([{ kind: 'text', text: modelAnswer(reasonOf(error)) }]);
      } finally {
        subscription.dispose();
      }
    },
  };
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

/** The id of a server of ours; an unknown name passes: the host answers it with the nearest valid ones. */
function ourServer(model: WorkspaceModel, server: string): string {
  const entry = serverNamed(model.entries.value.values(), server);
  const reason = entry && notOurs(entry);
  if (reason) throw new UserError(reason.code, reason.args);
  return entry?.definition.id ?? server;
}
