import type { Node } from 'jsonc-parser';
import type { ConfigDocument } from './configDocument';

/** One property of an object in the text. */
export interface Property {
  readonly name: string;
  /** The name and the value together. */
  readonly node: Node;
  readonly key: Node;
  readonly value: Node;
}

/**
 * The properties of an object by name, without those that break off. The last of equal names counts; `onDuplicate`
 * gets each of the others with it.
 */
export function uniqueProperties(
  object: Node,
  document: ConfigDocument,
  onDuplicate: (duplicate: Property, counting: Property) => void,
): ReadonlyMap<string, Property> {
  const whole = properties(object).filter(({ node }) => document.isWhole(node));
  return lastOfEach(whole, onDuplicate);
}

/**
 * Properties by name. The last of equal names counts, as in `JSON.parse`, VS Code and every other host. `onDuplicate`
 * gets each of the others with it.
 */
export function lastOfEach(
  all: readonly Property[],
  onDuplicate: (duplicate: Property, counting: Property) => void = () => undefined,
): ReadonlyMap<string, Property> {
  const found = new Map(all.map((property) => [property.name, property]));
  for (const property of all) {
    const counting = found.get(property.name) ?? property;
    if (counting !== property) onDuplicate(property, counting);
  }
  return found;
}

/** The property of that name that counts. */
export function propertyNamed(object: Node, name: string): Property | undefined {
  if (object.type !== 'object') return undefined;
  return properties(object).findLast((property) => property.name === name);
}

/** The value at a path of keys and indices. The last of equal keys counts. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    if (typeof step === 'string') node = propertyNamed(node, step)?.value;
    else node = node.type === 'array' ? node.children?.[step] : undefined;
  }
  return node;
}

/** The path to the object around the servers: the first one that is there, else that of the first container. */
export function holderPath(
  root: Node | undefined,
  containers: readonly (readonly string[])[],
): readonly string[] {
  const paths = containers.map((path) => path.slice(0, -1));
  return paths.find((path) => root && nodeAt(root, path)) ?? paths[0] ?? [];
}

/** True if a value looks like an entry: an object with a command or a URL. */
export function isEntry(value: Node): boolean {
  return ['command', 'url'].some((key) => propertyNamed(value, key) !== undefined);
}

/** The properties of an object that have a value, also where the value breaks off. */
export function properties(object: Node): readonly Property[] {
  const found: Property[] = [];
  for (const node of object.children ?? []) {
    const [key, value] = node.children ?? [];
    if (key && value) found.push({ name: String(key.value), node, key, value });
  }
  return found;
}
