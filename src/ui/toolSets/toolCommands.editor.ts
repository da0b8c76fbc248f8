import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import { isOfPerson } from '../../config/precedence';
import { carriedRules, type IdChange } from '../../config/settings/carriedPatterns';
import { namedPatterns, patternOf } from '../../config/settings/toolSets';
import { ruleFor, type RuleEffect } from '../../config/settings/toolRules';
import { withSettings } from '../../config/write/settingsWrite';
import type { ServerEntry } from '../../client/configuredServers';
import { untrustedText } from '../text/untrustedText';
import type { CommandHandler, Target } from '../window/registerCommands.editor';
import { ourConfiguration } from '../window/settings.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { writeSetting, writeServers } from '../window/settingsFile.editor';
import { notice } from '../window/notice.editor';
import { pickOurServer } from '../tree/pickServer.editor';
import { pickOne } from '../window/pick.editor';
import { toolSetPicks, effectPicks, spanPicks } from './toolSetPicks';
import { t, ruleWords } from './toolSetTexts';
import { toolSetInput } from './toolSetInput.editor';

type Context = Pick<WindowContext, 'extensionContext' | 'workspace' | 'settings'>;

/** Commands that choose the tools for chat. */
export function toolSetCommands(window: Context) {
  const toggle =
    (isOn: boolean): CommandHandler =>
    async ({ server = '', item }) => {
      const entry = window.workspace.entries.peek().get(server);
      if (entry) await window.workspace.toolSelection.toggle(entry.definition, item, isOn);
    };
  return {
    chooseToolSet: () => chooseToolSet(window),
    saveToolSet: () => saveToolSet(window),
    editToolSets: () => editToolSets(),
    enableTool: toggle(true),
    disableTool: toggle(false),
  } satisfies Record<string, CommandHandler>;
}

async function chooseToolSet(window: Context): Promise<void> {
  const { toolSelection: toolSets } = window.workspace;
  const picks = toolSetPicks(toolSetInput(window.workspace));
  const picked = await pickOne(t('pickSet'), picks);
  switch (picked?.kind) {
    case 'switch':
      return toolSets.switchTo(picked.set);
    case 'save':
      return saveToolSet(window);
    case 'undo':
      return toolSets.reset();
    case 'edit':
      return editToolSets();
    case undefined:
  }
}

/** Saves the current selection as a set in the settings and activates it. */
async function saveToolSet({ extensionContext, workspace }: Context): Promise<void> {
  const { toolSelection: toolSets } = workspace;
  const { active } = toolSets;
  const name = await vscode.window.showInputBox({
    title: t('nameSet'),
    prompt: t('namePrompt'),
    value: active.peek() ?? '',
    ignoreFocusOut: true,
  });
  const wanted = name?.trim();
  if (!wanted) return;
  const said = () => ourConfiguration().inspect('toolSets');
  const own = said()?.globalValue;
  // One of the workspace would not count beside it.
  const isOwn = isObject(own) && Object.hasOwn(own, wanted);
  const layer = isOwn ? 'user' : await pickLayer(wanted);
  if (!layer) return;
  const servers = [...workspace.entries.peek().values()].map(({ definition }) => definition);
  // Other sets may have been written while the question was open.
  const before = layer === 'user' ? said()?.globalValue : said()?.workspaceValue;
  const value = {
    ...(isObject(before) ? (before as JsonObject) : {}),
    [wanted]: namedPatterns(toolSets.selection, servers),
  };
  const globalStorage = extensionContext.globalStorageUri.fsPath;
  await writeSetting('toolSets', { layer, value }, { folder: undefined, globalStorage });
  await toolSets.saved(wanted);
}

async function pickLayer(set: string): Promise<'user' | 'workspace' | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) return 'user';
  const picks = [
    { label: t('saveUser'), detail: t('saveUserDetail'), value: 'user' },
    { label: t('saveWorkspace'), detail: t('saveWorkspaceDetail'), value: 'workspace' },
  ] as const;
  return pickOne(t('saveWhere', { set: untrustedText(set) }), picks);
}

async function editToolSets(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'roundhouse.toolSets');
}

/** Commands that decide what happens when chat calls a tool. */
export function toolRuleCommands(window: Context) {
  return {
    setToolRule: (target) => setToolRule(window, target),
    trustHints: (target) => trustHints(window, target, true),
    distrustHints: (target) => trustHints(window, target, undefined),
  } satisfies Record<string, CommandHandler>;
}

async function setToolRule(window: Context, target: Target): Promise<void> {
  const { workspace } = window;
  const entry = await pickOurServer(window.workspace, target);
  if (!entry) return;
  const { definition } = entry;
  const { item: tool } = target;
  const what = tool ?? t('allOf', { server: definition.name });
  const rules = workspace.policies.peek().get(definition.id)?.rules;
  const now = rules && ruleFor(rules, tool ?? '');
  const placeHolder = t('pickEffect', { what: untrustedText(what) });
  const picked = await pickOne(placeHolder, effectPicks(now));
  if (!picked) return;
  const effect = picked === 'none' ? undefined : picked;
  const spans = effect && spanPicks(effect, definition.source);
  const span = spans ? await pickOne(t('pickSpan'), spans) : 'user';
  if (!span) return;
  const { activeRules: toolRules } = workspace;
  if (span === 'user') {
    await writeRule(window, patternOf(definition.id, tool), effect);
    // A decision for a shorter time would take precedence.
    await toolRules.decide(definition.id, tool, undefined, 'workspace');
  } else await toolRules.decide(definition.id, tool, effect, span);
  tellOther(window, entry, tool, effect);
}

/** Writes a rule with this pattern to the user settings; `undefined` removes it. */
async function writeRule(
  window: Context,
  pattern: string,
  effect: RuleEffect | undefined,
): Promise<void> {
  const before = ourConfiguration().inspect('toolRules')?.globalValue;
  const { [pattern]: said, ...others } = isObject(before) ? before : {};
  if (said === effect) return;
  await writeRules(window, { ...others, ...(effect && { [pattern]: effect }) });
}

/** Has the rules of the user settings for a server count under another id, too. */
export async function carryUserRules(window: Pick<Context, 'extensionContext'>, change: IdChange) {
  const before = ourConfiguration().inspect('toolRules')?.globalValue;
  if (!isObject(before)) return;
  const rules = carriedRules(before, change);
  if (Object.keys(rules).length > Object.keys(before).length) await writeRules(window, rules);
}

async function writeRules(
  { extensionContext }: Pick<Context, 'extensionContext'>,
  rules: object,
): Promise<void> {
  const value = rules as JsonObject;
  const globalStorage = extensionContext.globalStorageUri.fsPath;
  await writeSetting('toolRules', { layer: 'user', value }, { folder: undefined, globalStorage });
}

/** Tells which other rule counts in place of the choice; without an effect, which one is left. */
function tellOther(
  { workspace }: Context,
  { definition }: ServerEntry,
  tool: string | undefined,
  effect: RuleEffect | undefined,
): void {
  const rules = workspace.policies.peek().get(definition.id)?.rules;
  const rule = rules && ruleFor(rules, tool ?? '');
  if (!rule || rule.effect === effect) return;
  const isNearer = rule.layer === 'session' || rule.layer === 'choice';
  if (effect && isNearer) return;
  void notice('information', t(effect ? 'stricter' : 'stillCounts', ruleWords(rule)));
}

/**
 * Writes to the user settings whether chat trusts the server's tool hints. A workspace's server is not trusted there,
 * because another workspace may have one of its name.
 * @throws UserError `settingOfNamesake` {key}, `hintsOfWorkspace`, see {@link pickOurServer}.
 */
async function trustHints(
  window: Context,
  target: Target,
  trusts: true | undefined,
): Promise<void> {
  const entry = await pickOurServer(window.workspace, target);
  if (!entry) return;
  if (entry.isNamesake) throw new UserError('settingOfNamesake', { key: 'trustHints' });
  const { name, source } = entry.definition;
  if (trusts && !isOfPerson(source)) throw new UserError('hintsOfWorkspace');
  const value = withSettings(window.settings.servers.peek().user, name, { trustHints: trusts });
  const globalStorage = window.extensionContext.globalStorageUri.fsPath;
  await writeServers({ layer: 'user', value }, { folder: source.folder, globalStorage });
  if (trusts) void notice('information', t('hintsTrusted', { server: name }));
}
