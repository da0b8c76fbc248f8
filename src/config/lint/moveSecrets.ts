import { applyEdits } from 'jsonc-parser';
import { canonicalJson } from '../../base/json';
import type { ConfigSource } from '../definition';
import { minimalEdit, type TextEdit } from '../write/textEdit';
import { newInput, newInputId } from '../write/newInputs';
import { readConfigTree, withInputs } from './configTree';
import { entryViews, secretsOf, type LocatedSecret } from './entryView';

/** The move of secrets out of a file into inputs. */
export interface SecretMove {
  /** The secrets by input, to be stored before the text changes. Never shown. */
  readonly values: readonly { readonly id: string; readonly value: string }[];
  readonly edits: readonly TextEdit[];
  /** The text with them applied. */
  readonly after: string;
}

/** Every likely secret of a file in VS Code's format. */
export function locatedSecrets(
  text: string,
  dialect: ConfigSource['dialect'],
): readonly LocatedSecret[] {
  const tree = readConfigTree(text, dialect);
  return entryViews(tree).flatMap((entry) => secretsOf(entry, tree));
}

/** True for each secret that stands as one of `chosen` did, whatever changed around it since these were read. */
export function amongSecrets(chosen: readonly LocatedSecret[]): (secret: LocatedSecret) => boolean {
  const key = ({ server, location, text }: LocatedSecret): string =>
    canonicalJson([server, location, text]);
  const keys = new Set(chosen.map(key));
  return (secret) => keys.has(key(secret));
}

/**
 * Puts an `${input:…}` in place of each secret that is `chosen`, and declares it. Everything else stays, comments
 * included. `undefined` if the text is broken, or its `inputs` are no list.
 */
export function moveSecrets(
  text: string,
  dialect: ConfigSource['dialect'],
  chosen: (secret: LocatedSecret) => boolean,
): SecretMove | undefined {
  const tree = readConfigTree(text, dialect);
  if (tree.document.faults.length > 0) return undefined;
  const secrets = entryViews(tree)
    .flatMap((entry) => secretsOf(entry, tree))
    .filter(chosen);
  const taken = new Set(tree.inputs.map(({ id }) => id));
  const moved = secrets.map((secret) => {
    const id = newInputId(secret.server, secret.name || 'secret', taken);
    taken.add(id);
    return { id, secret };
  });
  const declared = moved.map(({ id, secret: { name, server } }) =>
    newInput(id, name === '' ? server : `${name} (${server})`, true),
  );
  const withDeclared = withInputs(tree, declared);
  if (withDeclared === undefined) return undefined;
  const edits = [
    ...moved.map(({ id, secret }) => ({ ...secret.span, content: `\${input:${id}}` })),
    ...minimalEdit(tree.text, withDeclared),
  ].sort((a, b) => a.offset - b.offset);
  return {
    values: moved.map(({ id, secret }) => ({ id, value: secret.text })),
    edits,
    after: applyEdits(tree.text, edits),
  };
}
