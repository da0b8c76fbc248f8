import { isObject, type Json } from '../../base/json';

/** Items of an array of which the shape is made, spread over all of it. */
const mostSamples = 100;
/** Keys of one object that are named. */
const mostKeys = 40;
const deepest = 6;

/** What values at one place are like. */
interface Shape {
  /** The kinds of those that hold no others, such as `string`. */
  readonly kinds: Set<string>;
  objects: number;
  readonly keys: Map<string, { readonly shape: Shape; seen: number }>;
  readonly lengths: number[];
  items?: Shape;
}

/**
 * What a JSON value is made of: keys, lengths of arrays and types, in at most so many characters. A key with a `?` is
 * not in all of the objects at its place. Of long arrays some items stand for all.
 */
export function jsonShape(value: Json, most: number): string {
  const shape = newShape();
  learn(shape, value, 0);
  for (let depth = deepest; depth > 0; depth--) {
    const text = textOf(shape, depth, '');
    if (text.length <= most) return text;
  }
  return `${textOf(shape, 1, '').slice(0, most - 1)}…`;
}

function newShape(): Shape {
  return { kinds: new Set(), objects: 0, keys: new Map(), lengths: [] };
}

function learn(shape: Shape, value: unknown, depth: number): void {
  if (Array.isArray(value)) return learnArray(shape, value, depth);
  if (!isObject(value)) return void shape.kinds.add(value === null ? 'null' : typeof value);
  shape.objects += 1;
  if (depth >= deepest) return;
  for (const [key, inner] of Object.entries(value)) {
    let known = shape.keys.get(key);
    if (!known) {
      // One more than are shown, so that it is seen that there are more.
      if (shape.keys.size > mostKeys) return;
      known = { shape: newShape(), seen: 0 };
      shape.keys.set(key, known);
    }
    known.seen += 1;
    learn(known.shape, inner, depth + 1);
  }
}

function learnArray(shape: Shape, items: readonly unknown[], depth: number): void {
  shape.lengths.push(items.length);
  if (depth >= deepest) return;
  const step = Math.max(1, items.length / mostSamples);
  for (let at = 0; at < items.length; at += step) {
    shape.items ??= newShape();
    learn(shape.items, items[Math.floor(at)], depth + 1);
  }
}

function textOf(shape: Shape, depth: number, indent: string): string {
  const forms = [...shape.kinds];
  if (shape.objects > 0) forms.push(objectText(shape, depth, indent));
  if (shape.lengths.length > 0) forms.push(arrayText(shape, depth, indent));
  return forms.join(' | ');
}

function arrayText({ lengths, items }: Shape, depth: number, indent: string): string {
  const sorted = lengths.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const count = least === most ? String(least) : `${least}–${most}`;
  if (!items) return `[${count}]`;
  return depth <= 0 ? `[${count} × …]` : `[${count} × ${textOf(items, depth - 1, indent)}]`;
}

function objectText({ keys, objects }: Shape, depth: number, indent: string): string {
  if (keys.size === 0) return '{}';
  if (depth <= 0) return '{…}';
  const inner = `${indent}  `;
  const lines = [...keys].slice(0, mostKeys).map(([key, { shape, seen }]) => {
    const mark = seen < objects ? '?' : '';
    return `${inner}${JSON.stringify(key)}${mark}: ${textOf(shape, depth - 1, inner)}`;
  });
  if (keys.size > mostKeys) lines.push(`${inner}…`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
