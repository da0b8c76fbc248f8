import type { ConfigSource } from '../../config/definition';
import { isOfPerson } from '../../config/precedence';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import { allTools, setAt, type NamedServer, type ToolSet } from '../../config/settings/toolSets';
import type { Catalog, Tool } from '../../ipc/state';
import type { AppliedRule, RuleEffect } from '../../config/settings/toolRules';
import { noCosts } from '../costs/noCosts';
import type { PickRow } from '../text/pickRow';
import { untrustedText } from '../text/untrustedText';
import type { ShownServer } from '../tree/shownServer';
import type { StatusLine } from '../status/statusLine';
import { costLines, isInSet, type ShownCosts } from '../costs/toolCosts';
import { toolsOn } from '../tree/toolMarks';
import { t } from './toolSetTexts';

/** The window's tools and the current selection. */
export interface ToolSetInput {
  readonly entries: ReadonlyMap<string, ShownServer>;
  /** By server id; absent until known. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  readonly policies: ReadonlyMap<string, ToolPolicy>;
  readonly sets: ReadonlyMap<string, ToolSet>;
  /** Name of the active set; `undefined`: all tools. */
  readonly active: string | undefined;
  readonly isChanged: boolean;
}

/** A set, all tools if it has no name, or an action. */
type ToolSetChoice =
  | { readonly kind: 'switch'; readonly set: string | undefined }
  | { readonly kind: 'save' | 'undo' | 'edit' };

/** All tool sets with their number of tools in chat, and actions on the selection. */
export function toolSetPicks(input: ToolSetInput): readonly PickRow<ToolSetChoice>[] {
  const { sets, active, isChanged } = input;
  const all: readonly [string | undefined, ToolSet][] = [[undefined, allTools], ...sets];
  const picks = all.map(([name, set]): PickRow<ToolSetChoice> => {
    const isActive = name === active;
    const counted = t('setCount', countOf(input, isActive ? undefined : set));
    const notes = [counted, isActive && t('isActive'), isActive && changes(input)];
    return {
      label: `${isActive ? '$(check) ' : ''}${nameOf(name)}`,
      description: notes.filter(Boolean).join(' · '),
      value: { kind: 'switch', set: name },
    };
  });
  return [
    ...picks,
    { label: `$(save) ${t('save')}`, value: { kind: 'save' } },
    ...(isChanged ? [{ label: `$(discard) ${t('undo')}`, value: { kind: 'undo' } } as const] : []),
    { label: `$(edit) ${t('edit')}`, value: { kind: 'edit' } },
  ];
}

/** Status bar item with the active set and its cost; `undefined` if no server has tools. */
export function toolSetLine(
  input: ToolSetInput,
  costs: ShownCosts = noCosts,
): StatusLine | undefined {
  const { active, isChanged } = input;
  const counts = countOf(input, undefined);
  if (counts.count === 0) return undefined;
  const set = nameOf(active);
  const changed = changes(input);
  return {
    text: `$(tools) ${isChanged ? t('changed', { set }) : set}`,
    tooltip: [
      t('statusTip', { set, ...(changed && { changed }), ...counts }),
      ...costLines(costs),
    ].join('\n'),
    severity: costs.warnings.length > 0 ? 'warning' : 'normal',
  };
}

/** Tools in chat with a set; without one, with the current selection. */
function countOf(
  { entries, catalogs, policies }: ToolSetInput,
  set: ToolSet | undefined,
): { readonly on: number; readonly count: number } {
  let [on, count] = [0, 0];
  for (const [id, { definition, runBy, inactiveReason }] of entries) {
    const tools = runBy === 'vscode' || inactiveReason ? [] : (catalogs.get(id)?.tools ?? []);
    const policy = policies.get(id);
    if (!policy) continue;
    count += tools.length;
    on += set ? countIn(set, { definition, policy, tools }) : toolsOn(tools, policy).inChat;
  }
  return { on, count };
}

function countIn(
  set: ToolSet,
  server: {
    readonly definition: NamedServer;
    readonly policy: ToolPolicy;
    readonly tools: readonly Tool[];
  },
): number {
  const globs = setAt(set, server.definition);
  return server.tools.filter(({ name }) => isInSet(server.policy, globs, name)).length;
}

function nameOf(set: string | undefined): string {
  return set === undefined ? t('allTools') : untrustedText(set);
}

function changes({ isChanged }: ToolSetInput): string | undefined {
  return isChanged ? t('withChanges') : undefined;
}

/** Time for which a decision on a tool applies. */
type RuleSpan = 'session' | 'workspace' | 'user';

/** Effects of a tool call, and `none` to remove the user's rule; `rule`: the current one. */
export function effectPicks(
  rule: AppliedRule | undefined,
): readonly PickRow<RuleEffect | 'none'>[] {
  const pick = (key: 'effectAllow' | 'effectAsk' | 'effectDeny', value: RuleEffect) => ({
    label: `${rule?.effect === value ? '$(check) ' : ''}${t(key)}`,
    detail: t(`${key}Detail`),
    value,
  });
  return [
    pick('effectAllow', 'allow'),
    pick('effectAsk', 'ask'),
    pick('effectDeny', 'deny'),
    { label: t('effectNone'), detail: t('effectNoneDetail'), value: 'none' },
  ];
}

/**
 * Durations of an effect for a server of this source, shortest first. A workspace's server is not allowed in all
 * workspaces, because another one may have the same name there.
 */
export function spanPicks(effect: RuleEffect, source: ConfigSource): readonly PickRow<RuleSpan>[] {
  const row = (key: 'spanSession' | 'spanWorkspace' | 'spanAlways', value: RuleSpan) => ({
    label: t(key),
    detail: t(`${key}Detail`),
    value,
  });
  return [
    row('spanSession', 'session'),
    row('spanWorkspace', 'workspace'),
    ...(effect !== 'allow' || isOfPerson(source) ? [row('spanAlways', 'user')] : []),
  ];
}
