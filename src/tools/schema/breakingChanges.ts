import { canonicalJson, isObject, ownValue } from '../../base/json';

/** Schemas within schemas that are compared; deeper ones hardly ever differ alone. */
const deepest = 8;
/** Changes of one tool that are named. */
const most = 20;

interface BreakingChange {
  readonly kind:
    | 'parameterRemoved'
    | 'parameterRequired'
    | 'parameterType'
    | 'parameterValues'
    | 'resultRemoved'
    | 'resultType';
  /** The path of the parameter, or of the part of the result; empty for all of it. */
  readonly at: string;
}

/** The schemas of a tool. */
interface Tool {
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * The changes of a tool by which a call that was right may fail, or its result may lack what was read: a removed or
 * newly required parameter, fewer types or values of one, and a removed or otherwise typed part of the result. `at`
 * is the path of the place. Compares what schemas say by themselves, no references.
 */
export function breakingChanges(before: Tool, after: Tool): readonly BreakingChange[] {
  const found: BreakingChange[] = [];
  compare(before.inputSchema, after.inputSchema, parameterKinds, '', found, 0);
  if (before.outputSchema !== undefined)
    compare(before.outputSchema, after.outputSchema ?? {}, resultKinds, '', found, 0);
  return found.slice(0, most);
}

interface Kinds {
  readonly removed: BreakingChange['kind'];
  readonly type: BreakingChange['kind'];
  /** Of what a caller must send now. */
  readonly required?: BreakingChange['kind'];
  readonly values?: BreakingChange['kind'];
}

const parameterKinds: Kinds = {
  removed: 'parameterRemoved',
  type: 'parameterType',
  required: 'parameterRequired',
  values: 'parameterValues',
};
const resultKinds: Kinds = { removed: 'resultRemoved', type: 'resultType' };

function compare(
  before: unknown,
  after: unknown,
  kinds: Kinds,
  at: string,
  found: BreakingChange[],
  depth: number,
): void {
  if (!isObject(before) || !isObject(after) || depth > deepest || found.length >= most) return;
  // Arguments that were right must still be taken; a result must be one that callers knew.
  const [wider, narrower] = kinds.required ? [after, before] : [before, after];
  if (!takesTypes(wider, narrower)) found.push({ kind: kinds.type, at });
  if (kinds.values && lacksValues(before, after)) found.push({ kind: kinds.values, at });
  const within = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  for (const [name, schema] of Object.entries(old)) {
    const inner = ownValue(now, name);
    if (inner === undefined) found.push({ kind: kinds.removed, at: within(name) });
    else compare(schema, inner, kinds, within(name), found, depth + 1);
  }
  if (kinds.required) {
    const known = new Set(requiredOf(before));
    for (const name of requiredOf(after)) {
      if (!known.has(name)) found.push({ kind: kinds.required, at: within(name) });
    }
  }
  compare(before['items'], after['items'], kinds, `${at}[]`, found, depth + 1);
}

/** True if every type of the one is among those of the other; no type is any. */
function takesTypes(wider: Schema, narrower: Schema): boolean {
  const [all, some] = [typesOf(wider), typesOf(narrower)];
  if (!all) return true;
  return some !== undefined && [...some].every((type) => all.has(type));
}

function typesOf({ type }: Schema): ReadonlySet<unknown> | undefined {
  if (type === undefined) return undefined;
  const types = new Set<unknown>([type].flat());
  if (types.has('number')) types.add('integer');
  return types;
}

/** True if a value that was listed is not any more, or if only listed ones are taken now. */
function lacksValues(before: Schema, after: Schema): boolean {
  const listed = after['enum'];
  if (!Array.isArray(listed)) return false;
  const known = before['enum'];
  if (!Array.isArray(known)) return true;
  const now = new Set(listed.map((value) => canonicalJson(value)));
  return known.some((value) => !now.has(canonicalJson(value)));
}

function propertiesOf({ properties }: Schema): Schema {
  return isObject(properties) ? properties : {};
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
