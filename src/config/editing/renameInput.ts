import { applyEdits } from 'jsonc-parser';
import type { TextEdit } from '../write/textEdit';
import type { ConfigTree } from './configTree';
import { inputAt, inputPlaces } from './inputReferences';

/** Why an input cannot get an id. */
export type RenameRefusal = 'noInput' | 'emptyId' | 'idCharacters' | 'idTaken';

/** An input gets another id. */
export interface InputRename {
  readonly from: string;
  readonly edits: readonly TextEdit[];
  /** The text with them applied. */
  readonly after: string;
}

/** The edits that give the input at an offset another id wherever it stands, or why it cannot be. */
export function renameInput(
  tree: ConfigTree,
  offset: number,
  to: string,
): InputRename | RenameRefusal {
  const from = inputAt(tree, offset)?.id;
  if (from === undefined) return 'noInput';
  if (to.trim() === '') return 'emptyId';
  if (/[{}]/.test(to)) return 'idCharacters';
  if (to !== from && tree.inputs.some(({ id }) => id === to)) return 'idTaken';
  const content = JSON.stringify(to).slice(1, -1);
  const edits = inputPlaces(tree, from).map((span) => ({ ...span, content }));
  return { from, edits, after: applyEdits(tree.text, edits) };
}
