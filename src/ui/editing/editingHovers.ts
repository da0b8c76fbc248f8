import type { DeclaredInput } from '../../config/lint/configTree';
import type { Variable } from '../../config/variables';
import { t, variableMeaning } from './editingTexts';
import { escaped } from '../text/markdown';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { sourceName } from './sourceText';

/** What a variable stands for, as lines of Markdown; the value only where it is no secret. */
export function variableHover(
  variable: Variable,
  place: { readonly folder: string | undefined; readonly home: string },
): readonly string[] {
  const value = harmlessValue(variable, place);
  const lines = [escaped(variableMeaning(variable))];
  // What would end the code that it is shown as is left out.
  const isShown = value !== undefined && !value.includes('`');
  return isShown ? [...lines, t('hoverValue', { value })] : lines;
}

/** What an input is and whether its value is known; never the value. */
export function inputHover(
  id: string,
  declared: DeclaredInput | undefined,
  kept: boolean,
): readonly string[] {
  if (!declared) return [escaped(t('hoverNotDeclared', { input: id }))];
  const { description = '' } = declared;
  const state = t(kept ? 'storedState' : 'notStoredState');
  return [escaped(t('hoverInput', { input: id, description })), state];
}

/** The state of a server, why it is so, and where it comes from. */
export function serverHover(server: ShownServer, now: number): readonly string[] {
  const { text, detail } = entryText(server, now);
  const source = sourceName(server.definition.source);
  const lines = [text, detail, t('hoverSource', { source })];
  return lines.filter((line) => line !== undefined).map(escaped);
}

function harmlessValue(
  { kind, text }: Variable,
  { folder, home }: { readonly folder: string | undefined; readonly home: string },
): string | undefined {
  // One that names a folder may mean another one.
  if (text.includes(':')) return undefined;
  switch (kind) {
    case 'userHome':
      return home;
    case 'workspaceFolder':
    case 'workspaceRoot':
      return folder;
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return folder?.split(/[\\/]/).findLast((part) => part !== '');
    default:
      return undefined;
  }
}
