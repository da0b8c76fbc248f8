import { getNodeValue } from 'jsonc-parser';
import { canonicalJson, isObject, ownValue, type Json } from '../../base/json';
import { JsoncDocument } from '../documents/jsoncDocument';
import { nodeAt } from '../settings/properties';
import { removeValue, setValue, type JsonPath } from './setValue';

/**
 * The JSON text with what became of a value at a path, property by property: comments, order and
 * layout of everything that is the same in both stay byte for byte. `after` is `undefined` where the
 * value goes. There is no such text where `before` is not what stands there, or the text is broken.
 */
export function changeValue(
  text: string,
  path: JsonPath,
  before: Json,
  after: Json | undefined,
): string | undefined {
  const { root, faults } = new JsoncDocument(text);
  const node = root && nodeAt(root, path);
  if (!node || faults.length > 0) return undefined;
  if (canonicalJson(getNodeValue(node)) !== canonicalJson(before)) return undefined;
  return changed(text, path, before, after);
}

function changed(
  text: string,
  path: JsonPath,
  before: Json | undefined,
  after: Json | undefined,
): string {
  if (after === undefined) return removeValue(text, path);
  if (!isObject(before) || !isObject(after)) return setValue(text, path, after);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].reduce(
    (edited, name) =>
      changed(edited, [...path, name], ownValue(before, name), ownValue(after, name)),
    text,
  );
}
