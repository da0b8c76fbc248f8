import type { Node } from 'jsonc-parser';
import type { ConfigSource, Problem } from '../definition';
import type { Span } from '../documents/configDocument';
import { minimalEdit, type TextEdit } from '../write/textEdit';
import type { ConfigTree } from './configTree';

/** What a fix does; its title is made in `ui/editing/editingTexts.ts`. */
export type FixCode =
  | 'renameKey'
  | 'removeKey'
  | 'keepCommand'
  | 'keepUrl'
  | 'writeVariable'
  | 'useInput'
  | 'defineInput'
  | 'removeInput'
  | 'explicitFolder'
  | 'reachDirectly'
  | 'setType'
  | 'moveSecret'
  | 'moveServers'
  | 'writeServers'
  | 'splitCommand'
  | 'writeList'
  | 'writeObject'
  | 'quoteValue'
  | 'unquoteValue'
  | 'writeAddress'
  | 'insertComma'
  | 'writeValue';

/** A way out of a problem. */
export interface Fix {
  readonly code: FixCode;
  readonly args: Readonly<Record<string, string>>;
  /** Empty for `moveSecret`, which has to store the value before the text changes. */
  readonly edits: readonly TextEdit[];
  /** The one that is nearly always meant. */
  readonly preferred: boolean;
}

/** What the ways out of one problem are looked for in. */
export interface Place {
  readonly tree: ConfigTree;
  readonly source: ConfigSource;
  readonly problem: Problem;
  readonly span: Span;
  /** The innermost node at the beginning of the problem. */
  readonly node: Node;
}

/** A fix by its edits. */
export function fix(
  code: FixCode,
  args: Fix['args'],
  edits: readonly TextEdit[],
  preferred = true,
): Fix {
  return { code, args, edits, preferred };
}

/** The fix that makes `after` of the text; none where that changes nothing. */
export function fixTo(
  code: FixCode,
  { text }: ConfigTree,
  after: string,
  args: Fix['args'] = {},
): readonly Fix[] {
  return after === text ? [] : [fix(code, args, minimalEdit(text, after))];
}

/** The edit that writes other text in the place of a node. */
export function replacement({ offset, length }: Span, content: string): TextEdit {
  return { offset, length, content };
}
