import { findNodeAtLocation, parseTree, type ParseError } from 'jsonc-parser';
import { UserError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { newItem, putItem } from './moveItem';

/**
 * The text of a configuration file with one more server at its end; comments and everything else
 * stay. An absent or empty text becomes a file of its own.
 * @throws UserError `nameTaken` {name}, `fileBroken` {file}.
 */
export function addEntry(
  { file, text }: { readonly file: string; readonly text: string | undefined },
  name: string,
  entry: JsonObject,
): string {
  const before = text?.trim() ? text : '{}\n';
  const errors: ParseError[] = [];
  const root = parseTree(before, errors, { allowTrailingComma: true });
  const servers = root && findNodeAtLocation(root, ['servers']);
  if (errors.length > 0 || root?.type !== 'object' || (servers && servers.type !== 'object')) {
    throw new UserError('fileBroken', { file });
  }
  if (!servers) return putItem(before, root, newItem(before, 'servers', { [name]: entry }));
  if (findNodeAtLocation(servers, [name])) throw new UserError('nameTaken', { name });
  return putItem(before, servers, newItem(before, name, entry));
}
