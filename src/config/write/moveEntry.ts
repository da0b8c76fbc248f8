import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { canonicalJson } from '../../base/json';
import { UserError } from '../../base/errors';
import { nodeAt } from '../read/properties';
import { inputsIn } from '../variables';
import { indentUnit, liftItem, lineEnd, newItem, putItem, type LiftedItem } from './moveItem';
import type { ConfigText } from './putEntries';

/** The texts of two files after a move. */
interface MovedTexts {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves an entry, with the inputs it names, from the text of `.vscode/mcp.json` to that of `.vscode/roundhouse.json`, or
 * back. Makes the text of a file that does not exist. Comments and order of everything else stay.
 * @throws UserError `adoptUnreadable` {file}, `unknownServer` {server, valid}, `adoptNameTwice` {name, file},
 * `nameTaken` {name}, `adoptInputConflict` {input, file}, `adoptSandboxConflict` {file}.
 */
export function moveEntry(origin: ConfigText, target: ConfigText, name: string): MovedTexts {
  const from = { ...origin, text: origin.text ?? '' };
  const to = { ...target, text: target.text?.trim() ? target.text : emptyLike(from.text) };
  const server = nodeAt(read(from), ['servers', name])?.parent;
  const names = serverNames(from);
  if (!server) throw new UserError('unknownServer', { server: name, valid: names });
  // The other one is ignored, and would count as soon as this one is gone.
  if (names.indexOf(name) !== names.lastIndexOf(name))
    throw new UserError('adoptNameTwice', { name, file: from.file });
  if (serverNames(to).includes(name)) throw new UserError('nameTaken', { name });
  checkSandbox(name, from, to);
  const lifted = liftItem(from.text, server);
  let source: ExistingText = { ...from, text: lifted.text };
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

/** Refuses a move that gives a confined server other rules, which stand beside the servers of a file. */
function checkSandbox(name: string, from: ExistingText, to: ExistingText): void {
  const isConfined = nodeAt(read(from), ['servers', name, 'sandboxEnabled'])?.value === true;
  const [before, after] = [from, to].map((file) => {
    const rules = nodeAt(read(file), ['sandbox']);
    return canonicalJson(rules ? getNodeValue(rules) : {});
  });
  if (isConfined && before !== after)
    throw new UserError('adoptSandboxConflict', { file: to.file });
}

interface ExistingText extends ConfigText {
  readonly text: string;
}

/** A file without servers in the style of another text. */
function emptyLike(text: string): string {
  const newline = lineEnd(text);
  return `{${newline}${indentUnit(text)}"servers": {}${newline}}${newline}`;
}

function put(file: ExistingText, key: 'servers' | 'inputs', item: LiftedItem): ExistingText {
  const root = read(file);
  const container = nodeAt(root, [key]);
  if (container) return { ...file, text: putItem(file.text, container, item) };
  const empty = newItem(file.text, key, key === 'servers' ? {} : []);
  return put({ ...file, text: putItem(file.text, root, empty) }, key, item);
}

function read({ file, text }: ExistingText): Node {
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

function serverNames(file: ExistingText): readonly string[] {
  const children = nodeAt(read(file), ['servers'])?.children ?? [];
  return children.map(({ children: parts }) => String(parts?.[0]?.value));
}

function servers(file: ExistingText): string {
  const node = nodeAt(read(file), ['servers']);
  return node ? file.text.slice(node.offset, node.offset + node.length) : '';
}

function inputNode(file: ExistingText, id: string): Node | undefined {
  const inputs = nodeAt(read(file), ['inputs'])?.children ?? [];
  return inputs.find((input) => {
    return input.type === 'object' && nodeAt(input, ['id'])?.value === id;
  });
}
