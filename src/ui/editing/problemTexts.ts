import type { ReasonArguments } from '../../base/errors';
import type { ExpectedType, Problem } from '../../config/definition';
import type {
  JsonError,
  ReaderError,
  SyntaxErrorName,
  TomlError,
  YamlError,
} from '../../config/read/configDocument';
import { textsOf } from '../text/format';

/** The types that a value can have to have, as the end of "must be …". */
const expectedTexts: Readonly<Record<ExpectedType, string>> = {
  string: 'a text in double quotes',
  stringNumberOrNull: 'a text in double quotes, a number, or null (which removes the variable)',
  strings: 'a list of texts, such as {exampleList}',
  stringOrStrings: 'a text in double quotes, or a list of such texts',
  object: 'an object in braces, such as { "NAME": "value" }',
  boolean: 'true or false, without quotes',
  array: 'a list in square brackets',
  option: 'a text in double quotes, or an object with "label" and "value"',
  positiveNumber: 'a number greater than 0, without quotes',
};

/** The types of JSON, as the end of "not …". */
const foundTexts = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
} as const;

const expectedText = textsOf(expectedTexts);
const foundText = textsOf(foundTexts);

/** Problems of a configuration file that have one text each: what is wrong, and what to write. */
export const problemTexts = {
  fileTooLarge:
    'This file has more than {megabytes} MB, so it is not read. Leave only the servers in it.',
  emptyFile: 'There are no servers in this file yet. Write {shape}.',
  serversNotAnObject:
    '"{key}" must be an object in braces that gives every server a name. Write { "{key}": { "my-server": { "command": "npx" } } }.',
  inputNotAnObject:
    'Every input must be an object in braces. Write { "id": "token", "type": "promptString", "password": true }.',
  notAnObject:
    'The server[ "{key}"] must be an object in braces. Write { "command": "npx", "args": {exampleList} } for a program, or { "url": "https://example.com/mcp" } for an address.',
  nestedServers:
    'The servers stand inside of "{key}", as in another kind of file, so they are not read. Here "servers" stands at the top: write {shape}.',
  bareServer:
    'The server "{server}" stands at the top of the file, so it is not read. Put it into "servers": write { "servers": { "{server}": … } }.',
  wrongTopLevelKey:
    'The key "{key}" is not read in this file, and nor are the servers in it. Write "{expected}" instead.',
  duplicateName:
    'The name "{name}" is used again in line {line}. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
  duplicateKey:
    'The key "{key}" is written again in line {line}. The last one counts, as in VS Code, so this one is ignored. Remove it.',
  undefinedInput:
    'The server "{server}" uses the input "{input}", which is not defined.[ Did you mean "{suggestion}"?] Define it in "inputs".',
  unknownVariable:
    'The variable "${{variable}}" is not known, so the server "{server}" cannot start.[ Write "${{suggestion}}".]',
  unusedInput: 'No server uses the input "{input}". Remove it.',
  cwdFromWorkspace:
    'The folder "{cwd}" of the server "{server}" is looked for in the workspace folder. Write "${workspaceFolder}" before it to say so.',
  cwdFromHome:
    'The folder "{cwd}" of the server "{server}" is looked for in your home folder, whatever workspace is open. Write "${userHome}" before it to say so.',
  commandLine:
    'The "command" of the server "{server}" is a whole command line, but there is no such program. Write the program alone, "command": "{program}", and the rest as a list into "args".',
  commandMissing:
    'The command "{command}" of the server "{server}" was not found on the PATH that the server gets. Install it, or write the full path of its file.',
  unexpanded:
    'Nobody replaces "{written}" here: the server "{server}" gets it as it is written. Write "{suggestion}".',
  remoteBridge:
    'The server "{server}" can be reached directly, without "mcp-remote", unless it needs you to sign in. Write its address as "url".',
  plainSecret:
    'This looks like a secret[, the value of "{name}",] and stands here in plain text. Move it to the secret store, or write "${env:NAME}".',
} as const;

/** Texts of the other problems, whose arguments choose one. */
const chosenTexts = {
  fileNotAnObject: 'The file must hold one object in braces. Write {shape}.',
  keyNotAnObject: '"{key}" must hold one object in braces. Write {shape}.',

  toolRules:
    '"{key}" of the server "{server}" is not read in this file. Use the setting "roundhouse.toolRules" for it, or remove it.',
  serverSetting:
    '"{key}" of the server "{server}" is not read in this file. Write "{setting}" in the setting "roundhouse.servers" for it, or remove it.',

  unknownKey:
    'The key "{key}"[ in "{within}"][ of the server "{server}"][ of the input "{input}"] is not known and is ignored. Remove it.',
  misspeltKey:
    'The key "{key}"[ in "{within}"][ of the server "{server}"][ of the input "{input}"] is not known and is ignored. Write "{suggestion}" instead.',
  tokenKey:
    'The key "{key}"[ in "{within}"][ of the server "{server}"][ of the input "{input}"] is not known and is ignored. A token belongs into "env" of a program, or into "headers" of an address, as its "Authorization".',

  value:
    'The value of "{key}"[ of the server "{server}"][ of the input "{input}"] must be {type}[, not {other}].',
  element:
    'Every element of "{key}"[ of the server "{server}"][ of the input "{input}"] must be {type}[, not {other}].',

  noCommand:
    'The server "{server}" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
  noUrl: 'The server "{server}" has no address. Write "url", such as "https://example.com/mcp".',
  noName: 'This server has no name. Write "name" beside its other keys.',
  noId: 'This input has no name. Write "id", such as "token"; a server uses it as "${input:token}".',
  noOptions: 'The input "{input}" has nothing to choose from. Write "options", a list of texts.',
  noInputType:
    'The input "{input}" has no "{key}". Write "type": "promptString" to be asked for a text, "pickString" to choose one, or "command".',
  noInputCommand:
    'The input "{input}" has no "{key}". Write "command", the id of the command of the editor that gives the value.',
  noDebugType:
    '"{within}" of the server "{server}" has no "type". Write "type": "node" or "debugpy".',

  grant:
    'Roundhouse does not support this "{key}" of the server "{server}" yet, so it has no effect. Write "client_credentials" to sign in without a person, or remove it to sign in with the browser.',
  unsupported:
    'Roundhouse does not support this "{key}" of the server "{server}" yet, so it has no effect. Remove it to sign in with the browser.',

  serverType:
    'The type "{type}" of the server "{server}" is not known. Write "stdio" for a program that is started, "http" or "sse" for an address.',
  misspeltType: 'The type "{type}" of the server "{server}" is not known. Write "{suggestion}".',
  debugType:
    'The type "{type}" of "{within}" of the server "{server}" is not known. Write "node" or "debugpy".',
  inputType:
    'The type "{type}" of the input "{input}" is not known.[ Write "{suggestion}".] The types are "promptString", "pickString" and "command".',

  conflictBoth:
    'The server "{server}" has both "command", which starts a program, and "url", which reaches an address. Keep one of the two.',
  conflictType:
    'The server "{server}" is of the type "{type}", which goes with "{other}", but has "{key}". Write the type "{suggestion}", or "{other}" instead of "{key}".',
  conflictIdle:
    '"{key}" has no effect on the server "{server}", as it does not go with "{other}". Remove it.',

  url: 'The address of the server "{server}" is not one that can be reached. Write one that begins with "https://" or "http://".',
  misspeltUrl:
    'The address of the server "{server}" is not one that can be reached. Write one that begins with "{suggestion}".',
} as const;

const t = textsOf({ ...problemTexts, ...chosenTexts });

/** The key of the text that the arguments choose. */
type Choice = (args: Problem['args']) => keyof typeof chosenTexts;

const missingKeys: Readonly<Record<string, keyof typeof chosenTexts>> = {
  command: 'noCommand',
  url: 'noUrl',
  name: 'noName',
  id: 'noId',
  options: 'noOptions',
};

/** Choice of a problem's text by its arguments. */
export const problemChoices: Readonly<
  Record<Exclude<Problem['code'], keyof typeof problemTexts | 'syntax'>, Choice>
> = {
  rootNotAnObject: ({ key }) => (key === undefined ? 'fileNotAnObject' : 'keyNotAnObject'),
  keyOfSettings: ({ setting }) => (setting === 'toolRules' ? 'toolRules' : 'serverSetting'),
  unknownKey: ({ suggestion, holds }) => {
    if (suggestion !== undefined) return 'misspeltKey';
    return holds === undefined ? 'unknownKey' : 'tokenKey';
  },
  wrongType: ({ item }) => (item === undefined ? 'value' : 'element'),
  missing: ({ key = '', input, within }) => {
    if (within !== undefined) return 'noDebugType';
    if (input !== undefined && key === 'type') return 'noInputType';
    if (input !== undefined && key === 'command') return 'noInputCommand';
    return missingKeys[key] ?? 'noCommand';
  },
  notYetSupported: ({ key }) => (key === 'oauth.grant' ? 'grant' : 'unsupported'),
  unknownType: ({ input, within, suggestion }) => {
    if (input !== undefined) return 'inputType';
    if (within !== undefined) return 'debugType';
    return suggestion === undefined ? 'serverType' : 'misspeltType';
  },
  conflictingKeys: ({ key, type }) => {
    if (type !== undefined) return 'conflictType';
    return key === 'command' || key === 'url' ? 'conflictBoth' : 'conflictIdle';
  },
  invalidUrl: ({ suggestion }) => (suggestion === undefined ? 'url' : 'misspeltUrl'),
};

/** Texts that cannot stand in a template, as square brackets mark an optional part there. */
const examples = {
  exampleList: '["-y", "some-package"]',
  headerExample: '[mcp_servers.name]',
};

/** The problem as whole sentences. */
export function problemText({ code, args }: Problem): string {
  if (code === 'syntax') return syntaxText(args.error);
  const key = isChosen(code) ? problemChoices[code](args) : code;
  return t(key, { ...args, ...examples, ...typeArguments(args) });
}

function isChosen(code: Problem['code']): code is keyof typeof problemChoices {
  return code in problemChoices;
}

/** Wanted and found type of a value, in words. */
function typeArguments({ expected, found = '' }: Problem['args']): ReasonArguments {
  const isExpected = (name: string): name is ExpectedType => name in expectedTexts;
  const isFound = (name: string): name is keyof typeof foundTexts => name in foundTexts;
  if (expected === undefined || !isExpected(expected)) return {};
  const isOther = expected !== 'positiveNumber' || found !== 'number';
  return {
    type: expectedText(expected, examples),
    ...(isOther && isFound(found) && { other: foundText(found) }),
  };
}

/** Sentences for the syntax errors of JSON. */
const jsonTexts: Readonly<Record<JsonError, string>> = {
  InvalidSymbol:
    'This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
  InvalidNumberFormat:
    'This number is not written as JSON writes numbers. Write it like 8080 or 0.5.',
  PropertyNameExpected:
    'A key is missing here. Write it in straight double quotes, with a colon and its value behind it: "key": "value".',
  ValueExpected:
    'A value is missing here. Write a text in double quotes, a number, true, false, null, a list or an object; or remove the comma or key that stands alone.',
  ColonExpected: 'A colon is missing between this key and its value. Write "key": "value".',
  CommaExpected:
    'A comma is missing before this. Write one behind the value that stands before it.',
  CloseBraceExpected: 'A closing brace } is missing here. Write one for every opening brace {.',
  CloseBracketExpected:
    'A closing bracket ] is missing here. Write one for every opening bracket [.',
  EndOfFileExpected:
    'The file should end before this. It holds one object in braces: put this inside of it, or remove it.',
  InvalidCommentToken: 'Comments are not allowed here. Remove it.',
  UnexpectedEndOfComment: 'This comment has no end. Write */ behind it.',
  UnexpectedEndOfString:
    'This text has no end. Write a double quote (") behind it on the same line; inside of a text a double quote is written \\".',
  UnexpectedEndOfNumber: 'This number breaks off. Write it to its end, like 8080 or 0.5.',
  InvalidUnicode:
    'This character code is not complete. Write \\u and four digits or letters from a to f.',
  InvalidEscapeCharacter:
    'A backslash and this character mean nothing. Write every backslash twice, as in "C:\\\\tools\\\\server.exe", or write / in paths.',
  InvalidCharacter:
    'This text holds a character that must not stand in it, such as a tab or a line break. Write \\t or \\n in its place.',
};

/** Sentences for the syntax errors of TOML. */
const tomlTexts: Readonly<Record<TomlError, string>> = {
  'unterminated-string': 'This text has no end. Write the quote behind it with which it begins.',
  'unterminated-table-key':
    'This table header has no end. Write a closing bracket, as in {headerExample}.',
  'unterminated-array': 'This list has no end. Write a closing bracket ] behind it.',
  'unterminated-inline-table': 'This table has no end. Write a closing brace } behind it.',
  'missing-key': 'A key is missing here. Write key = "value".',
  'missing-newline': 'A new line must begin here. Write every key on a line of its own.',
  'missing-equals-sign': 'An equals sign is missing behind the key. Write key = "value".',
  'missing-value':
    'A value is missing here. Write a text in double quotes, a number, true, false, a list or a table.',
  'missing-comma': 'A comma is missing here. Write one between two values.',
  'dupe-keys': 'This key or table is there already. Put the two together, or remove one of them.',
  'unexpected-char':
    'This character must not stand here. Write texts in straight double quotes, and every key as key = "value".',
  'unexpected-token':
    'This must not stand here. Write texts in straight double quotes, and every key as key = "value".',
  'invalid-control-character': 'A control character must not stand here. Remove it.',
  'invalid-comment-character':
    'This comment holds a character that must not stand in it. Remove it.',
  'invalid-key-value-newline':
    'A key, its equals sign and its value must stand on one line. Join the lines.',
  'invalid-inline-table-newline': 'A table in braces must stand on one line. Join the lines.',
  'invalid-underscore': 'An underscore in a number must stand between two digits. Remove it.',
  'invalid-space': 'A space must not stand here. Remove it.',
  'invalid-three-quotes':
    'Three quotes must not stand inside of this text. Write a backslash before one of them.',
  'invalid-date':
    'There is no such date. Write it like 2026-01-31, or in double quotes if it is a text.',
  'invalid-time':
    'There is no such time. Write it like 07:30:00, or in double quotes if it is a text.',
  'invalid-leading-zero':
    'A number must not begin with a zero. Remove it, or write the number in double quotes if it is a text.',
  'invalid-trailing-comma-in-inline-table':
    'A comma must not stand before the closing brace of a table. Remove it.',
  'invalid-char-in-escape-sequence':
    "A backslash and this character mean nothing. Write every backslash twice, or the whole text in single quotes: 'C:\\tools\\server.exe'.",
  'invalid-consecutive-dots-in-key':
    'Two dots must not follow each other in a key. Remove one of them.',
  'invalid-code-point': 'There is no character with this code. Write another one.',
  'invalid-trailing-dot-in-key': 'A key must not end with a dot. Remove it.',
  'invalid-leading-dot-in-key': 'A key must not begin with a dot. Remove it.',
};

/** Sentences for the syntax errors of YAML. */
const yamlTexts: Readonly<Record<YamlError, string>> = {
  ALIAS_PROPS:
    'An alias (*name) can have neither an anchor nor a tag. Remove what stands before it.',
  BAD_ALIAS:
    'This alias has no name that can be read. Write *name, or put the text in double quotes.',
  BAD_DIRECTIVE: 'This line begins with %, but is no directive of YAML. Remove it.',
  BAD_DQ_ESCAPE:
    'A backslash and this character mean nothing in double quotes. Write every backslash twice, or the text in single quotes.',
  BAD_INDENT:
    'This line is not indented as YAML wants it. Indent it by spaces, as far as the lines that belong to the same list or object.',
  BAD_PROP_ORDER: 'An anchor or tag stands in the wrong place. Write it directly before the value.',
  BAD_SCALAR_START: 'A text must not begin with this character. Put the text in double quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'A second key must not stand on this line. Write it on a line of its own, or put the value in double quotes.',
  BLOCK_IN_FLOW:
    'Lines with - or with an indentation must not stand inside of brackets or braces. Write the values with commas between them.',
  DUPLICATE_KEY: 'This key is there already. Remove one of the two.',
  IMPOSSIBLE:
    'The file cannot be read from here on. Check the indentation and the quotes of this line.',
  KEY_OVER_1024_CHARS:
    'This key is longer than 1024 characters. Write a shorter one, or put a quote where it should end.',
  MISSING_CHAR:
    'Something is missing here: a space behind a colon or a dash, a comma, a closing quote, or a closing bracket. Write it.',
  MULTILINE_IMPLICIT_KEY:
    'A key must stand on one line, with a colon behind it. Join the lines, or write the colon.',
  MULTIPLE_ANCHORS: 'A value can have one anchor only. Remove the others.',
  MULTIPLE_DOCS: 'A second document begins here. Remove the line --- and what belongs to it.',
  MULTIPLE_TAGS: 'A value can have one tag only. Remove the others.',
  NON_STRING_KEY: 'This key is not a text. Put it in double quotes.',
  RESOURCE_EXHAUSTION: 'The file is nested too deep to be read. Write it with fewer levels.',
  TAB_AS_INDENT: 'This line is indented by a tab, which YAML does not allow. Indent it by spaces.',
  TAG_RESOLVE_FAILED: 'This tag is not known. Remove it, or put the text in double quotes.',
  UNEXPECTED_TOKEN: 'This must not stand here. Put the text in double quotes, or begin a new line.',
  BAD_COLLECTION_TYPE: 'This tag does not go with the value. Remove it.',
};

/** Sentences for what our readers refuse. */
const readerTexts: Readonly<Record<ReaderError, string>> = {
  TooDeep:
    'The file is nested too deep to be read. Write it with fewer brackets inside of each other.',
  UnresolvedAlias:
    'This alias stands for nothing. Write the anchor (&name) that it means before it, or the value itself.',
  CircularAlias: 'This alias stands inside of what it stands for. Write the value itself.',
  TooManyAliases: 'The aliases of this file stand for too much to be read. Write fewer of them.',
  Unreadable:
    'The file cannot be read from here on. Check the quotes, commas and brackets of this line.',
};

/** Every syntax error with what is wrong and what to write instead. */
export const syntaxTexts: Readonly<Record<SyntaxErrorName, string>> = {
  ...jsonTexts,
  ...tomlTexts,
  ...yamlTexts,
  ...readerTexts,
};

const syntaxSentence = textsOf(syntaxTexts);

/** The sentence of a syntax error by its name. */
export function syntaxText(error: string | undefined): string {
  const isKnown = (name: string): name is SyntaxErrorName => Object.hasOwn(syntaxTexts, name);
  return syntaxSentence(error !== undefined && isKnown(error) ? error : 'Unreadable', examples);
}
