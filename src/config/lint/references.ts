import { applyEdits } from 'jsonc-parser';
import type { Span } from '../read/configDocument';
import { dollarBraces, variablesIn, type Variable } from '../variables';
import type { TextEdit } from '../write/textEdit';
import {
  RawOffsets,
  stringNodes,
  touches,
  type ConfigTree,
  type DeclaredInput,
} from './configTree';

/** One `${…}` in an entry. */
interface VariableSpot {
  /** The text between the braces. */
  readonly text: string;
  /** The whole, dollar sign and braces included. */
  readonly span: Span;
  /** The text between the braces. */
  readonly inner: Span;
}

/** One `${input:…}` in an entry. */
export interface InputReference {
  readonly id: string;
  /** The whole variable. */
  readonly span: Span;
  /** The id alone. */
  readonly idSpan: Span;
}

/** An id of an input, where it is declared or used. */
interface InputAt {
  readonly id: string;
  /** The id alone, at the place that was asked for. */
  readonly span: Span;
}

/** Every variable in the entries, in the order of the file. */
export function variableSpots(tree: ConfigTree): readonly VariableSpot[] {
  return tree.servers.flatMap(({ value }) =>
    stringNodes(value).flatMap((node) => {
      const [wholes, inners] = [new RawOffsets(tree.text, node), new RawOffsets(tree.text, node)];
      return Array.from(
        String(node.value).matchAll(dollarBraces),
        ({ 0: whole, 1: text = '', index }) => ({
          text,
          span: wholes.span(index, whole.length),
          inner: inners.span(index + 2, text.length),
        }),
      );
    }),
  );
}

/** Every use of an input in the entries. */
export function inputReferences(tree: ConfigTree): readonly InputReference[] {
  const prefix = 'input:';
  return variableSpots(tree).flatMap(({ text, span, inner }) => {
    if (!text.startsWith(prefix) || text.length === prefix.length) return [];
    const idSpan = { offset: inner.offset + prefix.length, length: inner.length - prefix.length };
    return [{ id: text.slice(prefix.length), span, idSpan }];
  });
}

/** The input whose id stands at an offset: in its declaration, or anywhere in a `${input:…}`. */
export function inputAt(tree: ConfigTree, offset: number): InputAt | undefined {
  const declared = tree.inputs.find(({ idNode }) => touches(idNode, offset));
  if (declared) return { id: declared.id, span: idSpan(tree, declared) };
  const used = inputReferences(tree).find(({ span }) => touches(span, offset));
  return used && { id: used.id, span: used.idSpan };
}

/** The declaration of an input. */
export function declaredInput(tree: ConfigTree, id: string): DeclaredInput | undefined {
  return tree.inputs.find((input) => input.id === id);
}

/** Every place of an id: its declaration first, then its uses. */
export function inputLocations(tree: ConfigTree, id: string): readonly Span[] {
  const declared = declaredInput(tree, id);
  const uses = inputReferences(tree).filter((reference) => reference.id === id);
  return [...(declared ? [idSpan(tree, declared)] : []), ...uses.map((use) => use.idSpan)];
}

/** The id of a declaration, without its quotes. */
function idSpan({ text }: ConfigTree, { id, idNode }: DeclaredInput): Span {
  return new RawOffsets(text, idNode).span(0, id.length);
}

/** A variable, input or server name in the text, for a hover. */
type SymbolAt =
  | { readonly kind: 'variable'; readonly variable: Variable; readonly span: Span }
  | { readonly kind: 'input'; readonly id: string; readonly span: Span }
  | { readonly kind: 'server'; readonly name: string; readonly span: Span };

/** The variable, input or name of a server at an offset. */
export function symbolAt(tree: ConfigTree, offset: number): SymbolAt | undefined {
  const input = inputAt(tree, offset);
  if (input) return { kind: 'input', ...input };
  const server = tree.servers.find(({ key }) => touches(key, offset));
  if (server) return { kind: 'server', name: server.name, span: server.key };
  const spot = variableSpots(tree).find(({ span }) => touches(span, offset));
  const [variable] = spot ? variablesIn(`\${${spot.text}}`) : [];
  return spot && variable && { kind: 'variable', variable, span: spot.span };
}

/** Why an input cannot get an id. */
export type RenameRefusal = 'noInput' | 'emptyId' | 'idCharacters' | 'idTaken';

/** An input gets another id. */
interface InputRename {
  readonly from: string;
  readonly edits: readonly TextEdit[];
  /** The text with them applied. */
  readonly after: string;
}

/** The edits that rename the input at an offset everywhere, or the reason against it. */
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
  const edits = inputLocations(tree, from).map((span) => ({ ...span, content }));
  return { from, edits, after: applyEdits(tree.text, edits) };
}
