import { canonicalJson, type JsonObject } from '../../base/json';
import { carriedSettings, lostSettings, type ServerToSet } from '../settings/carriedSettings';
import type { Definition } from '../definition';
import type { DialectId } from '../read/dialectId';
import { exportEntry, type LostField } from './exportEntry';
import { ImportedInputs, withIds } from './importedInputs';
import { hasInputs, type ImportTarget } from './importTarget';
import { unreadFields, type FoundServer } from '../paste/draft';
import { uniqueName } from '../paste/suggestedName';
import type { PlacedEntry } from './putEntries';
import type { WritableLayer } from './serverSwitch';

/** What happens to one entry; `name` is what it is called in the target. */
export type ImportAction =
  | { readonly kind: 'add' | 'overwrite' | 'rename'; readonly name: string }
  /** `same`: the target says so already; `unwritable`: it cannot reach such a server. */
  | { readonly kind: 'skip'; readonly why: 'same' | 'unwritable' | 'chosen' };

/** One entry of an import. */
export interface PlannedEntry {
  readonly definition: Definition;
  readonly action: ImportAction;
  /** The name of the target's entry that has its name, as it is written there. */
  readonly taken: string | undefined;
  /** What the target cannot hold, and what could not be read at its origin. */
  readonly lost: readonly LostField[];
  /** What the target cannot hold and goes into `roundhouse.servers` beside it. */
  readonly settings?: JsonObject | undefined;
}

/** What is put into the target. */
export interface ImportEdit {
  readonly entries: readonly PlacedEntry[];
  readonly inputs: readonly JsonObject[];
  /** By the name that an input had and the definition it is of: the id it has now. */
  readonly ids: ReadonlyMap<Definition, ReadonlyMap<string, string>>;
}

/**
 * What happens to each entry unless a person wants it otherwise: it is added, left out where the target
 * says the same, and renamed where the target or an earlier entry has its name. Names count as the same
 * whatever their capital letters. `layer`: where settings that the target cannot hold may go.
 */
export function planImport(
  found: readonly FoundServer[],
  { definitions, names, dialect }: ImportTarget,
  layer?: WritableLayer,
): readonly PlannedEntry[] {
  const rivals = new Map<string, Rival>(names.map((name) => [name.toLowerCase(), { name }]));
  for (const one of definitions)
    rivals.set(one.name.toLowerCase(), { name: one.name, definition: one });
  const taken = new Set([
    ...rivals.keys(),
    ...found.map(({ definition }) => definition.name.toLowerCase()),
  ]);
  return found.map(({ definition, lost: before }) => {
    const { name } = definition;
    const rival = rivals.get(name.toLowerCase());
    const { value, lost } = exportEntry(definition, dialect);
    const all = [...before, ...lostIn(definition, lost, dialect)];
    const carried = layer ? carriedSettings(definition, all, layer) : { lost: all };
    const planned = { definition, taken: rival?.name, ...carried };
    if (Object.keys(value).length === 0) {
      return { ...planned, action: { kind: 'skip', why: 'unwritable' } };
    }
    if (rival === undefined) {
      rivals.set(name.toLowerCase(), { name, definition });
      return { ...planned, action: { kind: 'add', name } };
    }
    const known = rival.definition && exportEntry(rival.definition, dialect).value;
    if (canonicalJson(known) === canonicalJson(value)) {
      return { ...planned, action: { kind: 'skip', why: 'same' } };
    }
    const free = uniqueName(name, taken);
    taken.add(free.toLowerCase());
    return { ...planned, action: { kind: 'rename', name: free } };
  });
}

/** What has a name in the target already; without a definition where it cannot be read. */
interface Rival {
  readonly name: string;
  readonly definition?: Definition;
}

/** A secret in plain text is no loss where it is about to be offered as an input. */
function lostIn(
  definition: Definition,
  lost: readonly LostField[],
  dialect: DialectId,
): readonly LostField[] {
  return [
    ...lost.filter(({ code }) => code !== 'secretInline' || !hasInputs(dialect)),
    ...unreadFields(definition),
  ];
}

/** What a person can choose for an entry whose name is taken; the plan's own choice is the second. */
export function conflictActions({
  action,
  taken,
  definition,
}: PlannedEntry): readonly ImportAction[] {
  if (taken === undefined || action.kind === 'skip') return [];
  return [
    { kind: 'overwrite', name: taken },
    action.kind === 'rename' ? action : { kind: 'rename', name: definition.name },
    { kind: 'skip', why: 'chosen' },
  ];
}

/** The same plan with the settings given up. */
export function withoutSettings(plan: readonly PlannedEntry[]): readonly PlannedEntry[] {
  return plan.map(({ settings, ...planned }) => {
    return settings ? { ...planned, lost: [...planned.lost, ...lostSettings(settings)] } : planned;
  });
}

/** The servers of a plan that have settings beside their entries, by the names that they get. */
export function serversToSet(plan: readonly PlannedEntry[]): readonly ServerToSet[] {
  return plan.flatMap(({ action, settings }) =>
    action.kind === 'skip' || !settings ? [] : [{ name: action.name, settings }],
  );
}

/**
 * The entries of a plan as the target writes them, with inputs of their own: what somebody typed for one
 * server must not reach another by a name. An input of the target is shared only with an entry that
 * reaches the same server in the same way; what is not declared anywhere is declared here.
 */
export function importEdit(plan: readonly PlannedEntry[], target: ImportTarget): ImportEdit {
  const inputs = new ImportedInputs(target);
  const entries: PlacedEntry[] = [];
  const ids = new Map<Definition, ReadonlyMap<string, string>>();
  for (const { definition, action } of plan) {
    if (action.kind === 'skip') continue;
    const exported = exportEntry(definition, target.dialect);
    const renamed = inputs.take(definition, exported);
    ids.set(definition, renamed);
    const value = withIds(exported.value, renamed);
    entries.push({ name: action.name, value, overwrite: action.kind === 'overwrite' });
  }
  return { entries, inputs: inputs.added, ids };
}
