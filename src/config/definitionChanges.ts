import type { Definition } from './definition';

/** The entries added, removed and changed between two readings, by server id. */
interface DefinitionChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/**
 * Tells added, removed and changed entries apart, the changed ones by field: `headers.Accept`,
 * `args[2]`, `inputs[0].default`. Values are never named: they may be secrets.
 */
export function definitionChanges(
  before: readonly Definition[],
  after: readonly Definition[],
): DefinitionChanges {
  const known = new Map(before.map((definition) => [definition.id, definition]));
  const present = new Set(after.map(({ id }) => id));
  const added: string[] = [];
  const changed: { id: string; fields: readonly string[] }[] = [];
  for (const definition of after) {
    const previous = known.get(definition.id);
    if (!previous) {
      added.push(definition.id);
      continue;
    }
    const fields = changedFields(fieldsOf(previous), fieldsOf(definition));
    if (fields.length > 0) changed.push({ id: definition.id, fields });
  }
  return { added, removed: [...known.keys()].filter((id) => !present.has(id)), changed };
}

/** Everything a person wrote, the launch's fields beside the others as they stand in the file. */
function fieldsOf({ launch, inputs, dev, settings }: Definition): unknown {
  return { ...launch, inputs, dev, settings };
}

function changedFields(before: unknown, after: unknown, path = ''): readonly string[] {
  if (before === after) return [];
  if (!isContainer(before) || !isContainer(after)) return [path];
  const list = Array.isArray(before) && Array.isArray(after);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const below = list ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    return changedFields(before[name], after[name], below);
  });
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
