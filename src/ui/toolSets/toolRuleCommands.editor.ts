import { UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import { patternOf } from '../../config/settings/toolSets';
import { ruleFor, type RuleEffect } from '../../config/settings/toolRules';
import { withSettings } from '../../config/write/settingsWrite';
import type { ServerEntry } from '../../client/workspaceModel';
import { untrustedText } from '../text/untrustedText';
import { effectPicks, spanPicks } from './toolRulePicks';
import { ruleWords, t } from './toolSetTexts';
import type { CommandHandler } from '../window/commands.editor';
import { notice } from '../window/notice.editor';
import { pickServer } from '../tree/pickServer.editor';
import { serversConfiguration } from '../window/settings.editor';
import type { Target } from '../window/target';
import type { WindowContext } from '../window/windowContext.editor';
import { writeServers, writeSetting } from '../importing/writeServers.editor';
import * as vscode from 'vscode';

type Parts = Pick<WindowContext, 'context' | 'model' | 'settings'>;

/** Commands that decide what happens when chat calls a tool. */
export function toolRuleCommands(parts: Parts) {
  return {
    setToolRule: (target) => setToolRule(parts, target),
    trustHints: (target) => trustHints(parts, target, true),
    distrustHints: (target) => trustHints(parts, target, undefined),
  } satisfies Record<string, CommandHandler>;
}

async function setToolRule(parts: Parts, target: Target): Promise<void> {
  const { model } = parts;
  const entry = await ourServer(parts, target);
  if (!entry) return;
  const { definition } = entry;
  const { item: tool } = target;
  const what = tool ?? t('allOf', { server: definition.name });
  const rules = model.policies.peek().get(definition.id)?.rules;
  const now = rules && ruleFor(rules, tool ?? '');
  const placeHolder = t('pickEffect', { what: untrustedText(what) });
  const picked = await vscode.window.showQuickPick(effectPicks(now), { placeHolder });
  if (!picked) return;
  const { effect } = picked;
  const span = effect
    ? (await vscode.window.showQuickPick(spanPicks(), { placeHolder: t('pickSpan') }))?.span
    : 'user';
  if (!span) return;
  const { toolRules } = model;
  if (span === 'user') {
    // What was decided for a shorter time would go before it.
    await toolRules.decide(definition.id, tool, undefined, 'workspace');
    await writeRule(parts, patternOf(definition.id, tool), effect);
  } else await toolRules.decide(definition.id, tool, effect, span);
  tellStricter(parts, entry, tool, effect);
}

/** Writes a rule with this pattern to the user settings; `undefined` removes it. */
async function writeRule(
  { context }: Parts,
  pattern: string,
  effect: RuleEffect | undefined,
): Promise<void> {
  const before = serversConfiguration().inspect('toolRules')?.globalValue;
  const { [pattern]: said, ...others } = isObject(before) ? before : {};
  if (said === effect) return;
  const value = { ...others, ...(effect && { [pattern]: effect }) } as JsonObject;
  const globalStorage = context.globalStorageUri.fsPath;
  await writeSetting('toolRules', { layer: 'user', value }, { folder: undefined, globalStorage });
}

function tellStricter(
  { model }: Parts,
  { definition }: ServerEntry,
  tool: string | undefined,
  effect: RuleEffect | undefined,
): void {
  const rules = model.policies.peek().get(definition.id)?.rules;
  const rule = rules && ruleFor(rules, tool ?? '');
  const isOthers = rule?.layer === 'workspace' || rule?.layer === 'folder';
  if (isOthers && rule.effect !== effect) {
    void notice('information', t('stricter', ruleWords(rule)));
  }
}

/** Writes to the user settings whether chat trusts the server's tool hints. */
async function trustHints(parts: Parts, target: Target, trusts: true | undefined): Promise<void> {
  const entry = await ourServer(parts, target);
  if (!entry) return;
  const { name, source } = entry.definition;
  const value = withSettings(parts.settings.servers.peek().user, name, { trustHints: trusts });
  const globalStorage = parts.context.globalStorageUri.fsPath;
  await writeServers({ layer: 'user', value }, { folder: source.folder, globalStorage });
  if (trusts) void notice('information', t('hintsTrusted', { server: name }));
}

/** @throws UserError `ownedByEditor`: rules do not apply to servers that VS Code runs. */
async function ourServer({ model }: Parts, target: Target): Promise<ServerEntry | undefined> {
  const entry = await pickServer(model, target);
  if (entry?.runBy === 'vscode') throw new UserError('ownedByEditor');
  return entry;
}
