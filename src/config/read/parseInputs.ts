import { getNodeValue, type Node } from 'jsonc-parser';
import type { Input } from '../definition';
import type { ConfigDocument } from './configDocument';
import { ObjectReader, type ReadContext } from './objectReader';
import type { ProblemList } from './problemList';
import { propertyNamed } from './properties';

const commonKeys = ['id', 'type', 'description'];

const inputTypes = new Map<string, { type: Input['type']; keys: ReadonlySet<string> }>([
  ['promptString', { type: 'promptString', keys: new Set([...commonKeys, 'default', 'password']) }],
  ['pickString', { type: 'pickString', keys: new Set([...commonKeys, 'default', 'options']) }],
  ['command', { type: 'command', keys: new Set([...commonKeys, 'command', 'args']) }],
]);

/** The words for the type of an input. */
export const inputWords: readonly string[] = [...inputTypes.keys()];

/** The keys that an input of any type can have. */
export const inputKeys: readonly string[] = [
  ...new Set([...inputTypes.values()].flatMap(({ keys }) => [...keys])),
];

/** The declarations in `inputs`. */
export interface ParsedInputs {
  readonly inputs: readonly Input[];
  /** Every id that is declared, also where the rest of its declaration is of no use. */
  readonly declared: ReadonlySet<string>;
}

/** Reads the array `inputs`; each thing wrong in it becomes a problem. */
export function parseInputs(
  array: Node,
  document: ConfigDocument,
  problems: ProblemList,
): ParsedInputs {
  // Texts of inputs hold no variables.
  const context: ReadContext = {
    document,
    problems,
    declaredInputs: undefined,
    style: 'none',
    sandbox: undefined,
  };
  const declared = new Map<string, { readonly node: Node; readonly reader: ObjectReader }>();
  for (const element of array.children ?? []) {
    if (!document.isWhole(element)) continue;
    if (element.type !== 'object') {
      problems.error('inputNotAnObject', element);
      continue;
    }
    const node = propertyNamed(element, 'id')?.value ?? element;
    const id = node.type === 'string' ? String(node.value) : '';
    const reader = new ObjectReader(element, id === '' ? {} : { input: id }, context);
    if (requiredText(reader, 'id', node) === undefined) continue;
    const before = declared.get(id);
    if (before) problems.duplicate('duplicateName', before.node, node, { name: id });
    declared.set(id, { node, reader });
  }
  const inputs = Array.from(
    declared,
    ([id, { node, reader }]) => parseInput(reader, id, node) ?? [],
  );
  return { inputs: inputs.flat(), declared: new Set(declared.keys()) };
}

/** `idNode` is the place of problems with missing keys. */
function parseInput(reader: ObjectReader, id: string, idNode: Node): Input | undefined {
  const written = requiredText(reader, 'type', idNode);
  if (written === undefined) return undefined;
  const known = inputTypes.get(written);
  if (known === undefined) {
    reader.error('unknownType', reader.keys.get('type')?.value ?? idNode, { type: written });
    return undefined;
  }
  const { type, keys } = known;
  for (const { name, key } of reader.keys.values())
    if (!keys.has(name)) reader.warning('unknownKey', key, { key: name });
  const args = reader.keys.get('args')?.value;
  const input: Input = {
    id,
    type,
    description: reader.string('description'),
    ...(type === 'command'
      ? {
          command: requiredText(reader, 'command', idNode),
          args: args && (getNodeValue(args) as unknown),
        }
      : {
          default: reader.string('default'),
          password: reader.boolean('password'),
          options: type === 'pickString' ? optionsOf(reader, idNode) : undefined,
        }),
  };
  return reader.broken ? undefined : input;
}

function requiredText(reader: ObjectReader, key: string, idNode: Node): string | undefined {
  const text = reader.string(key);
  if (text === '' || !reader.keys.has(key)) reader.error('missing', idNode, { key });
  return text === '' ? undefined : text;
}

function optionsOf(reader: ObjectReader, idNode: Node): Input['options'] {
  const node = reader.keys.get('options')?.value;
  if (node === undefined || (node.type === 'array' && node.children?.length === 0))
    reader.error('missing', idNode, { key: 'options' });
  return reader.list('options', 'array', 'option', optionOf);
}

/** A text, or an object with a `value` and perhaps a `label` to show for it. */
function optionOf(node: Node): { label: string; value: string } | undefined {
  if (node.type === 'string') return { label: String(node.value), value: String(node.value) };
  const text = (name: string): string | undefined => {
    const value = propertyNamed(node, name)?.value;
    return value?.type === 'string' ? String(value.value) : undefined;
  };
  const value = text('value');
  return value === undefined ? undefined : { label: text('label') ?? value, value };
}
