import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { ownValue } from '../../base/json';
import { planDescription } from '../../config/write/settingsWrite';
import type { Tool } from '../../ipc/state';
import type { ToolTokens } from '../../client/policy/toolTokens';
import type { ServerEntry } from '../../client/configuredServers';
import { untrustedText } from '../text/untrustedText';
import { t as toolCostText, tokensText } from '../costs/toolCostTexts';
import type { Target } from '../window/registerCommands.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { writeServers } from '../window/settingsFile.editor';
import { pickTool } from './pickTool.editor';

/**
 * Lets the user replace a tool's description for models, in the user settings. An empty text restores the server's
 * own. Shows the tokens before and after while typing.
 * @throws UserError `ownedByEditor`, `settingOfNamesake` {key}.
 */
export async function shortenDescription(
  {
    extensionContext,
    workspace,
    settings,
  }: Pick<WindowContext, 'extensionContext' | 'workspace' | 'settings'>,
  tokens: ToolTokens,
  target: Target,
): Promise<void> {
  const chosen = await chosenTool(workspace, target);
  if (!chosen) return;
  const { entry, tool } = chosen;
  const { definition, effective } = entry;
  if (entry.runBy === 'vscode') throw new UserError('ownedByEditor');
  if (entry.isNamesake) throw new UserError('settingOfNamesake', { key: 'descriptions' });
  const said = ownValue(effective.settings.descriptions, tool.name);
  const own = oneLine(tool.description ?? tool.title ?? '');
  const written = await enterDescription(tool, said ?? own, (text, signal) =>
    tokens.measure(definition.name, tool, oneLine(text) || own, signal),
  );
  if (written === undefined) return;
  const wanted = ['', own].includes(oneLine(written)) ? undefined : oneLine(written);
  if (wanted === said) return;
  const write = planDescription(definition.name, settings.servers.peek().user, tool.name, wanted);
  const { folder } = definition.source;
  await writeServers(write, { folder, globalStorage: extensionContext.globalStorageUri.fsPath });
}

async function chosenTool(
  workspace: WindowContext['workspace'],
  { server, item }: Target,
): Promise<{ readonly entry: ServerEntry; readonly tool: Tool } | undefined> {
  const isMeant = server !== undefined && item !== undefined;
  const chosen = isMeant
    ? { server, tool: workspace.catalogs.get(server)?.tools.find(({ name }) => name === item) }
    : await pickTool(workspace, server);
  const entry = chosen && workspace.entries.peek().get(chosen.server);
  return entry && chosen.tool && { entry, tool: chosen.tool };
}

/** Tokens of the tool with this description; `undefined` if nothing is counted. */
type Measure = (description: string, signal: AbortSignal) => Promise<number | undefined>;

async function enterDescription(
  tool: Tool,
  now: string,
  measure: Measure,
): Promise<string | undefined> {
  let asked = new AbortController();
  const ending = new AbortController();
  const before = measure(now, ending.signal).catch(() => undefined);
  const judge = async (text: string): Promise<vscode.InputBoxValidationMessage | undefined> => {
    asked.abort();
    asked = new AbortController();
    const counted = measure(text, asked.signal).catch(() => undefined);
    const [was, will] = await Promise.all([before, counted]);
    if (was === undefined || will === undefined) return undefined;
    const args = { before: tokensText(was), after: tokensText(will) };
    const message = toolCostText(text === now ? 'describeSame' : 'describeOther', args);
    return { message, severity: vscode.InputBoxValidationSeverity.Info };
  };
  const text = await vscode.window.showInputBox({
    title: toolCostText('describeTitle', { tool: untrustedText(tool.name) }),
    prompt: toolCostText('describePrompt'),
    value: now,
    ignoreFocusOut: true,
    validateInput: judge,
  });
  asked.abort();
  ending.abort();
  return text;
}

/** Collapses whitespace: an input box has one line. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
