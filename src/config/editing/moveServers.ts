import { JsoncDocument } from '../documents/jsoncDocument';
import { liftItem, putItem } from '../write/moveItem';
import { nodeAt, properties } from '../settings/properties';
import { removeValue, setValue } from '../write/setValue';

type Path = readonly string[];

/**
 * The text with properties of one object moved to the end of another one, comments included; the other
 * is made where it is not there. `undefined` where one of the names is taken there.
 */
export function movedProperties(
  text: string,
  [from, to]: readonly [Path, Path],
  names: readonly string[],
): string | undefined {
  let result = nodeIn(text, to) === undefined ? setValue(text, to, {}) : text;
  const target = nodeIn(result, to);
  if (target?.type !== 'object') return undefined;
  if (properties(target).some(({ name }) => names.includes(name))) return undefined;
  for (const name of names) {
    const property = nodeIn(result, [...from, name])?.parent;
    if (property === undefined) return undefined;
    const lifted = liftItem(result, property);
    const container = nodeIn(lifted.text, to);
    if (container === undefined) return undefined;
    result = putItem(lifted.text, container, lifted.item);
  }
  return result;
}

/** The same with all properties of an object, which goes itself. */
export function unwrapped(text: string, [from, to]: readonly [Path, Path]): string | undefined {
  const object = nodeIn(text, from);
  if (object?.type !== 'object') return undefined;
  const names = properties(object).map(({ name }) => name);
  const moved = movedProperties(text, [from, to], names);
  return moved && removeValue(moved, from);
}

function nodeIn(text: string, path: Path): ReturnType<typeof nodeAt> {
  const { root } = new JsoncDocument(text);
  return root && nodeAt(root, path);
}
