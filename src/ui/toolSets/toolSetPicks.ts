import type { ToolPolicy } from '../../config/settings/toolPolicy';
import { type NamedServer, allTools, setAt, type ToolSet } from '../../config/settings/toolSets';
import type { Catalog, Tool } from '../../ipc/state';
import { isInSet } from './isInSet';
import { noCosts } from '../costs/noCosts';
import { untrustedText } from '../text/untrustedText';
import type { ShownServer } from '../tree/shownServer';
import type { StatusLine } from '../status/statusLine';
import { costLines, type ShownCosts } from '../costs/toolCosts';
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

/** A choice: a set, all tools if it has no name, or an action. */
export interface ToolSetPick {
  readonly label: string;
  readonly description?: string;
  readonly does:
    | { readonly kind: 'switch'; readonly set: string | undefined }
    | { readonly kind: 'save' | 'undo' | 'edit' };
}

/** All tool sets with their number of tools in chat, and actions on the selection. */
export function toolSetPicks(input: ToolSetInput): readonly ToolSetPick[] {
  const { sets, active, isChanged } = input;
  const all: readonly [string | undefined, ToolSet][] = [[undefined, allTools], ...sets];
  const picks = all.map(([name, set]): ToolSetPick => {
    const isActive = name === active;
    const counted = t('setCount', countOf(input, isActive ? undefined : set));
    const notes = [counted, isActive && t('isActive'), isActive && changes(input)];
    return {
      label: `${isActive ? '$(check) ' : ''}${nameOf(name)}`,
      description: notes.filter(Boolean).join(' · '),
      does: { kind: 'switch', set: name },
    };
  });
  return [
    ...picks,
    { label: `$(save) ${t('save')}`, does: { kind: 'save' } },
    ...(isChanged ? [{ label: `$(discard) ${t('undo')}`, does: { kind: 'undo' } } as const] : []),
    { label: `$(edit) ${t('edit')}`, does: { kind: 'edit' } },
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
  for (const [id, { definition, runBy, isInactive }] of entries) {
    const tools = runBy === 'vscode' || isInactive ? [] : (catalogs.get(id)?.tools ?? []);
    const policy = policies.get(id);
    if (!policy) continue;
    count += tools.length;
    on += set ? countIn(set, { definition, policy, tools }) : toolsOn(policy, tools).inChat;
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
