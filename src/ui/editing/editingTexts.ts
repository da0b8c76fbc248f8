import type { Fix, FixCode } from '../../config/lint/fixes';
import type { RenameRefusal } from '../../config/lint/references';
import { replaceVariables, type Variable } from '../../config/variables';
import type { DeclaredInput } from '../../config/lint/configTree';
import { textsOf } from '../text/format';
import { commandLink, escaped } from '../text/markdown';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { sourceName } from './sourceText';

/** Titles of the ways out of a problem. */
export const fixTitles: Readonly<Record<FixCode, string>> = {
  renameKey: 'Rename "{key}" to "{expected}"',
  removeKey: 'Remove "{key}"',
  keepCommand: 'Keep "command", remove {keys}',
  keepUrl: 'Keep "url", remove {keys}',
  writeVariable: 'Write "{variable}"',
  useInput: 'Use the input "{input}"',
  defineInput: 'Define the input "{input}"',
  removeInput: 'Remove the input "{input}"',
  explicitFolder: 'Write "{cwd}"',
  reachDirectly: 'Reach the server directly, without "mcp-remote"',
  setType: 'Change the type to "{type}"',
  moveSecret: 'Move the value to the secret store',
  moveServers: 'Move to "servers"',
  writeServers: 'Write "servers"',
  splitCommand: 'Put everything behind "{program}" into "args"',
  writeList: 'Write "{key}" as a list',
  writeObject: 'Write "{key}" as an object',
  quoteValue: 'Put the value in quotes',
  unquoteValue: 'Remove the quotes',
  writeAddress: 'Complete the address',
  insertComma: 'Write the comma',
  writeValue: 'Write {value}',
};

/** Meaning of each kind of variable. */
const variableMeanings: Readonly<Record<Variable['kind'], string>> = {
  workspaceFolder: 'The path of the workspace folder[ "{name}"].',
  workspaceRoot: 'The path of the workspace folder[ "{name}"]; an older name for workspaceFolder.',
  workspaceFolderBasename: 'The name of the workspace folder[ "{name}"], without its path.',
  workspaceRootFolderName: 'The name of the workspace folder[ "{name}"], without its path.',
  cwd: 'The folder in which the editor looks for tasks: the workspace folder[ "{name}"].',
  relativeFile: 'The path of the open file, from the workspace folder[ "{name}"].',
  relativeFileDirname: 'The folder of the open file, from the workspace folder[ "{name}"].',
  userHome: 'The path of your home folder.',
  file: 'The path of the open file.',
  fileWorkspaceFolder: 'The path of the workspace folder that the open file belongs to.',
  fileWorkspaceFolderBasename: 'The name of the workspace folder that the open file belongs to.',
  fileDirname: 'The path of the folder of the open file.',
  fileDirnameBasename: 'The name of the folder of the open file.',
  fileBasename: 'The name of the open file.',
  fileBasenameNoExtension: 'The name of the open file, without what follows its last dot.',
  fileExtname: 'What follows the last dot in the name of the open file, dot included.',
  lineNumber: 'The line of the cursor in the open file.',
  columnNumber: 'The column of the cursor in the open file.',
  selectedText: 'The text that is selected in the open file.',
  execPath: 'The path of the program of the editor.',
  execInstallFolder: 'The path of the folder in which the editor is installed.',
  pathSeparator: 'What separates folders in a path: / or, on Windows, \\.',
  defaultBuildTask: 'The name of the default build task.',
  input: 'A value that you are asked for once.',
  config: 'The value of the setting "{name}".',
  command: 'What the command "{name}" of the editor gives.',
  extensionInstallFolder: 'The path of the folder in which the extension "{name}" is installed.',
  env: 'The variable "{name}" of the environment in which the editor runs.',
  contents: 'What the file "{name}" holds.',
  unknown: 'This variable is not known.',
};

/** Reasons why an input cannot get an id. */
export const renameRefusal = textsOf<RenameRefusal>({
  noInput: 'Only inputs can be renamed here.',
  emptyId: 'An input needs an id.',
  idCharacters: 'The id of an input cannot hold braces.',
  idTaken:
    'Another input has this id already. One that was removed has it until the file is saved.',
});

const fixText = textsOf(fixTitles);
const meaningText = textsOf(variableMeanings);

/** Words of the editor's help in configuration files. */
export const t = textsOf({
  // Stored values
  storedHint: ' = ••••••',
  storedTooltip: 'A value is kept in the secret store.',
  fetchedTooltip: 'The command of the input gave a value, which is kept until this window closes.',
  editStored: 'Edit',
  clearStored: 'Clear',
  pickStored: 'Which input?',
  noStored: 'No input of the configuration files has a stored value.',
  noInputs: 'The configuration files have no inputs.',
  editTitle: 'New value for the input "{input}"',
  storedState: 'a value is stored',
  notStoredState: 'no value is stored',
  cleared: 'Cleared the value of "{input}". The next start asks for it.',

  // Hovers
  hoverValue: 'Here: `{value}`',
  hoverInput: 'Input "{input}"[: {description}]',
  hoverNotDeclared: 'Input "{input}", which "inputs" does not define',
  hoverSource: 'From {source}',

  // Secrets
  pickSecrets: 'Which values go to the secret store?',
  pickSecretFile: 'Secrets of which file?',
  noSecrets: 'No value in the configuration files looks like a secret in plain text.',
  secretOfServer: '{name} of {server}',
  secretUnnamed: 'a value of {server}',
  valuesAsked: 'Move {count} {count|value|values}, though VS Code will ask for {count|it|them}?',
  valuesAskedDetail:
    'VS Code does not read what Roundhouse stores. When it runs {servers}, it asks for {count|this value|these values} itself: copy {count|it|them} first.',
  moveValues: 'Move',
  secretsMoved:
    'Moved {count} {count|value|values} of {file} to the secret store.[ {left} of those chosen had changed meanwhile, and {left|stays as it is|stay as they are}.] Earlier saves may still hold {count|it|them}: the local history of the editor (Timeline), and version control. If the file was shared, get a new {count|value|values} from whoever issued {count|it|them}.',
  secretsChanged:
    'Nothing was moved: {file} has changed meanwhile, and holds none of the chosen values as it did. Choose again.',
  showTimeline: 'Show Timeline',
});

/** The title of a fix. */
export function fixTitle({ code, args }: Pick<Fix, 'code' | 'args'>): string {
  return fixText(code, args);
}

function variableMeaning(variable: Variable): string {
  const name = 'name' in variable ? variable.name : undefined;
  return meaningText(variable.kind, name === undefined ? {} : { name });
}

/** Meaning of a variable by the text between its braces; `undefined` if unknown. */
export function meaningOf(text: string): string | undefined {
  let meaning: string | undefined;
  replaceVariables(`\${${text}}`, 'vscode', (variable) => {
    if (variable.kind !== 'unknown') meaning = variableMeaning(variable);
    return '';
  });
  return meaning;
}

/** Meaning of a variable as lines of Markdown, with its value unless that is a secret. */
export function variableHover(
  variable: Variable,
  place: { readonly folder: string | undefined; readonly home: string },
): readonly string[] {
  const value = harmlessValue(variable, place);
  const lines = [escaped(variableMeaning(variable))];
  // A value with a backtick would end the code span.
  const isShown = value !== undefined && !value.includes('`');
  return isShown ? [...lines, t('hoverValue', { value })] : lines;
}

/** Description of an input and the state of its value; never the value. */
export function inputHover(
  id: string,
  declared: DeclaredInput | undefined,
  isStored: boolean,
): readonly string[] {
  if (!declared) return [escaped(t('hoverNotDeclared', { input: id }))];
  const { description = '' } = declared;
  const state = t(isStored ? 'storedState' : 'notStoredState');
  return [escaped(t('hoverInput', { input: id, description })), state];
}

/** Commands that change the value of an input. */
export const valueCommands = ['roundhouse.editInput', 'roundhouse.clearInput'] as const;

/**
 * Markdown behind a value that is there: its place, and links to commands. A command's value can only be cleared,
 * because the next start runs the command again.
 */
export function valueTooltip(file: string, id: string, type: string | undefined): string {
  const clear = commandLink(t('clearStored'), 'clearInput', { file }, id);
  if (type === 'command') return `${t('fetchedTooltip')}\n\n${clear}`;
  const edit = commandLink(t('editStored'), 'editInput', { file }, id);
  return `${t('storedTooltip')}\n\n${edit} · ${clear}`;
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
