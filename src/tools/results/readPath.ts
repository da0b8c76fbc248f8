import { JSONPathEnvironment, JSONPathQuery, type JSONPathNode, type JSONValue } from 'json-p3';
import { messageOf, UserError } from '../../base/errors';
import { isObject, type Json } from '../../base/json';
import type { ReadPart, ResultPart } from '../../ipc/keptResults';
import { nearest } from '../nearest';
import { jsonShape } from './jsonShape';
import type { OpenResult } from './openResult';

const environment = new JSONPathEnvironment({ maxRecursionDepth: 500 });
/** Values that are counted. */
const mostValues = 1_000_000;
const mostShape = 2_000;
const mostKeys = 20;
/** Keys that are compared with one that is not there. */
const mostCompared = 5_000;

/** As many of the values that a path finds as fit, a line for each; of a first one that does not, its shape. */
export function readPath(
  result: OpenResult,
  { path, from }: Extract<ResultPart, { by: 'path' }>,
  most: number,
): ReadPart {
  const { value } = result;
  if (value === undefined) throw new UserError('notJson', { path });
  const query = compiled(path);
  const page = new Page(from, most);
  let total = 0;
  for (const node of evaluated(path, query, value)) {
    total += 1;
    if (total >= from && page.isOpen) page.add(node);
    if (total >= mostValues) break;
  }
  if (total === 0) throw nothingAt(path, query, value);
  if (from > total) throw new UserError('firstOutOfRange', { total, from });
  return page.read(path, total, result.mayRound);
}

/** The values that are shown. */
class Page {
  readonly #lines: string[] = [];
  #left: number;
  #shape: { readonly at: string; readonly characters: number } | undefined;
  #isFull = false;

  constructor(
    private readonly from: number,
    most: number,
  ) {
    this.#left = most;
  }

  get isOpen(): boolean {
    return !this.#isFull;
  }

  add(node: JSONPathNode): void {
    const value = node.value as Json;
    const text = JSON.stringify(value);
    const path = node.getPath({ form: 'pretty' });
    const line = `${path}: ${text}`;
    if (line.length <= this.#left) {
      this.#lines.push(line);
      this.#left -= line.length + 1;
      return;
    }
    this.#isFull = true;
    if (this.#lines.length > 0) return;
    this.#lines.push(`${path}: ${jsonShape(value, mostShape)}`);
    this.#shape = { at: path, characters: text.length };
  }

  read(path: string, total: number, mayRound: boolean): ReadPart {
    const to = this.from + this.#lines.length - 1;
    const args = { path, from: this.from, to, total, ...(to < total && { next: to + 1 }) };
    const text = this.#lines.join('\n');
    if (this.#shape) {
      const { at, characters } = this.#shape;
      return { text, note: { code: 'valueTooLong', args: { ...args, at, characters } } };
    }
    const cause = mayRound ? { cause: { code: 'numbersRounded' } } : {};
    return { text, note: { code: 'valuesRead', args, ...cause } };
  }
}

function compiled(path: string): JSONPathQuery {
  try {
    return environment.compile(path);
  } catch (error) {
    throw invalid(path, error);
  }
}

function* evaluated(path: string, query: JSONPathQuery, value: Json): Generator<JSONPathNode> {
  try {
    yield* query.lazyQuery(value as JSONValue);
  } catch (error) {
    throw invalid(path, error);
  }
}

function invalid(path: string, error: unknown): UserError {
  return new UserError('pathInvalid', { path, message: messageOf(error) }, { cause: error });
}

/** How far a path leads that finds nothing, and what is there: the names most like the one that is missing first. */
function nothingAt(path: string, query: JSONPathQuery, value: Json): UserError {
  const { segments } = query;
  for (let count = segments.length - 1; count >= 0; count--) {
    const way = new JSONPathQuery(environment, segments.slice(0, count));
    const { value: reached } = way.match(value as JSONValue) ?? {};
    if (reached === undefined) continue;
    const missing = String(segments[count]);
    return new UserError('pathEmpty', { path, at: way.toString(), has: namesIn(reached, missing) });
  }
  return new UserError('pathEmpty', { path, at: '$', has: namesIn(value, path) });
}

function namesIn(value: unknown, missing: string): string[] {
  if (Array.isArray(value)) return value.length > 0 ? [`0…${value.length - 1}`] : ['[]'];
  if (!isObject(value)) return [JSON.stringify(value).slice(0, 100)];
  const name = missing.replaceAll(/[^\p{L}\p{N}_-]/gu, '');
  return nearest(name, Object.keys(value).slice(0, mostCompared), mostKeys);
}
