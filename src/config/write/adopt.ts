import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { canonicalJson } from '../../base/json';
import { UserError } from '../../base/errors';
import { nodeAt } from '../read/properties';
import { inputsIn } from '../variables';
import { minimalEdit, type TextEdit } from './textEdit';
import { indentUnit, liftItem, lineEnd, newItem, putItem, type LiftedItem } from './moveItem';

/** The edits that move one entry; none for a file that stays as it is. */
export interface MoveEdits {
  readonly mcp: readonly TextEdit[];
  /** For a file that does not exist: one edit of the empty text. */
  readonly roundhouse: readonly TextEdit[];
}

/**
 * Moves an entry, with the inputs it names, from the text of `.vscode/mcp.json` to that of
 * `.vscode/roundhouse.json`. Comments and order of everything else stay.
 * @throws UserError `adoptUnreadable` {file}, `unknownServer` {server, valid}, `adoptNameTwice` {name, file},
 * `nameTaken` {name}, `adoptInputConflict` {input, file}.
 */
export function adopt(mcp: string, roundhouse: string | undefined, name: string): MoveEdits {
  const moved = move(
    { file: 'mcp.json', text: mcp },
    target('roundhouse.json', roundhouse, mcp),
    name,
  );
  return { mcp: minimalEdit(mcp, moved.from), roundhouse: minimalEdit(roundhouse ?? '', moved.to) };
}

/** The reverse of {@link adopt}; `mcp` may not exist any more. Throws the same. */
export function release(mcp: string | undefined, roundhouse: string, name: string): MoveEdits {
  const from = { file: 'roundhouse.json', text: roundhouse };
  const moved = move(from, target('mcp.json', mcp, roundhouse), name);
  return { mcp: minimalEdit(mcp ?? '', moved.to), roundhouse: minimalEdit(roundhouse, moved.from) };
}

interface ConfigText {
  readonly file: string;
  readonly text: string;
}

function target(file: string, text: string | undefined, style: string): ConfigText {
  if (text?.trim()) return { file, text };
  const newline = lineEnd(style);
  return { file, text: `{${newline}${indentUnit(style)}"servers": {}${newline}}${newline}` };
}

function move(from: ConfigText, to: ConfigText, name: string): { from: string; to: string } {
  const server = nodeAt(read(from), ['servers', name])?.parent;
  const names = serverNames(from);
  if (!server) throw new UserError('unknownServer', { server: name, valid: names });
  // The other one is ignored, and would count as soon as this one is gone.
  if (names.indexOf(name) !== names.lastIndexOf(name))
    throw new UserError('adoptNameTwice', { name, file: from.file });
  if (serverNames(to).includes(name)) throw new UserError('nameTaken', { name });
  const lifted = liftItem(from.text, server);
  let source: ConfigText = { ...from, text: lifted.text };
  let result = put(to, 'servers', lifted.item);
  for (const id of inputsIn(lifted.item.body)) {
    const input = inputNode(source, id);
    if (!input) continue;
    const { text, item } = liftItem(source.text, input);
    const existing = inputNode(result, id);
    if (!existing) result = put(result, 'inputs', item);
    else if (canonicalJson(getNodeValue(existing)) !== canonicalJson(getNodeValue(input))) {
      throw new UserError('adoptInputConflict', { input: id, file: to.file });
    }
    if (!inputsIn(servers(source)).includes(id)) source = { ...source, text };
  }
  return { from: source.text, to: result.text };
}

function put(file: ConfigText, key: 'servers' | 'inputs', item: LiftedItem): ConfigText {
  const root = read(file);
  const container = nodeAt(root, [key]);
  if (container) return { ...file, text: putItem(file.text, container, item) };
  const empty = newItem(file.text, key, key === 'servers' ? {} : []);
  return put({ ...file, text: putItem(file.text, root, empty) }, key, item);
}

function read({ file, text }: ConfigText): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const shapes = root && [
    root.type === 'object',
    (nodeAt(root, ['servers'])?.type ?? 'object') === 'object',
    (nodeAt(root, ['inputs'])?.type ?? 'array') === 'array',
  ];
  if (errors.length > 0 || !root || !shapes?.every(Boolean)) {
    throw new UserError('adoptUnreadable', { file });
  }
  return root;
}

function serverNames(file: ConfigText): readonly string[] {
  const children = nodeAt(read(file), ['servers'])?.children ?? [];
  return children.map(({ children: parts }) => String(parts?.[0]?.value));
}

function servers(file: ConfigText): string {
  const node = nodeAt(read(file), ['servers']);
  return node ? file.text.slice(node.offset, node.offset + node.length) : '';
}

function inputNode(file: ConfigText, id: string): Node | undefined {
  const inputs = nodeAt(read(file), ['inputs'])?.children ?? [];
  return inputs.find((input) => {
    return input.type === 'object' && nodeAt(input, ['id'])?.value === id;
  });
}
