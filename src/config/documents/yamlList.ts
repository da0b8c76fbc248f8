import { getNodeValue } from 'jsonc-parser';
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLSeq } from 'yaml';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { ConfigText } from '../write/putEntries';
import { valueAt } from './valuePath';
import { parseYaml, readYaml } from './yamlDocument';

/** A file with a list of servers under a key of its root. */
export interface YamlTarget extends ConfigText {
  readonly key: string;
  /** The lines that a new file begins with. */
  readonly opening: readonly string[];
}

/** The list of servers in a YAML text; offsets are those of `body`. */
export interface YamlList {
  readonly target: YamlTarget;
  /** A byte order mark, or nothing. */
  readonly mark: string;
  readonly body: string;
  readonly root: Node | null;
  /** Under its key, the root itself, in a root with braces, or not there yet. */
  readonly place: 'value' | 'root' | 'flowRoot' | 'absent';
  /** Path of the list in the plain value. */
  readonly path: readonly string[];
  /** Behind the colon of the key; 0 where there is none. */
  readonly colon: number;
  readonly value: Node | null;
  readonly seq: YAMLSeq<Node> | undefined;
  /** Where the dash of each item stands; none in brackets. */
  readonly dashes: readonly number[];
  /** The plain value of the whole file, of the items, and their names. */
  readonly whole: unknown;
  readonly items: readonly unknown[];
  readonly names: readonly unknown[];
}

type YamlPair = Pair<Node, Node | null>;

/** Throws UserError `fileBroken` {file} for a file with a fault, and where the list is none. */
export function readYamlList(target: YamlTarget): YamlList {
  const { text = '', key, file } = target;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const { root: tree, faults } = readYaml(body);
  const root = tree ? parseYaml(body).contents : null;
  const pair = isMap(root) ? (root.items as YamlPair[]).find(isNamed(key)) : undefined;
  const value = isSeq(root) ? root : (pair?.value ?? null);
  const path = isSeq(root) ? [] : [key];
  const whole: unknown = tree && getNodeValue(tree);
  const items = valueAt(whole, path) ?? [];
  const usable =
    (root === null || isMap(root) || isSeq(root)) &&
    (value === null || isSeq(value) || (isScalar(value) && value.value === null));
  if (faults.length > 0 || !usable || !Array.isArray(items)) {
    throw new UserError('fileBroken', { file });
  }
  const seq = isSeq(value) ? (value as YAMLSeq<Node>) : undefined;
  return {
    target,
    mark,
    body,
    root,
    path,
    value,
    seq,
    whole,
    items,
    place: placeOf(root, pair),
    colon: pair ? body.indexOf(':', pair.key.range?.[1] ?? 0) + 1 : 0,
    dashes: dashesOf(seq),
    names: items.map((item: unknown) => (isObject(item) ? item['name'] : undefined)),
  };
}

function placeOf(root: Node | null, pair: YamlPair | undefined): YamlList['place'] {
  if (isSeq(root)) return 'root';
  if (isMap(root) && root.flow === true) return 'flowRoot';
  return pair ? 'value' : 'absent';
}

function isNamed(key: string): (pair: YamlPair) => boolean {
  return (pair) => isScalar(pair.key) && pair.key.value === key;
}

function dashesOf(seq: YAMLSeq<Node> | undefined): readonly number[] {
  const token = seq?.srcToken;
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) => {
    const dash = start.find(({ type }) => type === 'seq-item-ind');
    return dash ? [dash.offset] : [];
  });
}
