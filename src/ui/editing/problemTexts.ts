import type { ReasonArguments } from '../../base/errors';
import type { ExpectedType, Problem } from '../../config/definition';
import { format } from '../text/format';
import { syntaxText } from './syntaxTexts';

/** The template of a sentence, or how it follows from the arguments. */
type ProblemText = string | ((args: Problem['args']) => string);

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
const foundTexts: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

/** What each key is for that must be there. */
const missingTexts: Readonly<Record<string, string>> = {
  command:
    'The server "{server}" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
  url: 'The server "{server}" has no address. Write "url", such as "https://example.com/mcp".',
  name: 'This server has no name. Write "name" beside its other keys.',
  id: 'This input has no name. Write "id", such as "token"; a server uses it as "${input:token}".',
  options: 'The input "{input}" has nothing to choose from. Write "options", a list of texts.',
  ofInput: 'The input "{input}" has no "{key}". {advice}',
  ofDebug: '"{within}" of the server "{server}" has no "type". Write "type": "node" or "debugpy".',
};

const inputAdvice: Readonly<Record<string, string>> = {
  type: 'Write "type": "promptString" to be asked for a text, "pickString" to choose one, or "command".',
  command: 'Write "command", the id of the command of the editor that gives the value.',
};

/** The values that a type can have, by where it stands. */
const typeTexts = {
  server:
    'The type "{type}" of the server "{server}" is not known. Write "stdio" for a program that is started, "http" or "sse" for an address.',
  suggested: 'The type "{type}" of the server "{server}" is not known. Write "{suggestion}".',
  debug:
    'The type "{type}" of "{within}" of the server "{server}" is not known. Write "node" or "debugpy".',
  input:
    'The type "{type}" of the input "{input}" is not known.[ Write "{suggestion}".] The types are "promptString", "pickString" and "command".',
} as const;

const conflictTexts = {
  both: 'The server "{server}" has both "command", which starts a program, and "url", which reaches an address. Keep one of the two.',
  type: 'The server "{server}" is of the type "{type}", which goes with "{other}", but has "{key}". Write the type "{suggestion}", or "{other}" instead of "{key}".',
  idle: '"{key}" has no effect on the server "{server}", as it does not go with "{other}". Remove it.',
} as const;

/** Every problem of a configuration file with its sentences: what is wrong, and what to write. */
export const problemTexts: Readonly<Record<Problem['code'], ProblemText>> = {
  syntax: ({ error }) => syntaxText(error),
  emptyFile: 'There are no servers in this file yet. Write {shape}.',
  rootNotAnObject: ({ key }) =>
    `${key === undefined ? 'The file' : '"{key}"'} must hold one object in braces. Write {shape}.`,
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
  keyOfSettings: ({ setting }) =>
    setting === 'toolRules'
      ? '"{key}" of the server "{server}" is not read in this file. Use the setting "roundhouse.toolRules" for it, or remove it.'
      : '"{key}" of the server "{server}" is not read in this file. Write "{setting}" in the setting "roundhouse.servers" for it, or remove it.',
  unknownKey: ({ suggestion, holds }) => {
    const what =
      'The key "{key}"[ in "{within}"][ of the server "{server}"][ of the input "{input}"] is not known and is ignored.';
    if (suggestion !== undefined) return `${what} Write "{suggestion}" instead.`;
    if (holds === undefined) return `${what} Remove it.`;
    return `${what} A token belongs into "env" of a program, or into "headers" of an address, as its "Authorization".`;
  },
  wrongType: ({ expected, found = '', item }) => {
    const type = Object.entries(expectedTexts).find(([name]) => name === expected)?.[1] ?? '';
    const isOther = expected !== 'positiveNumber' || found !== 'number';
    const other = isOther && foundTexts[found] !== undefined ? `, not ${foundTexts[found]}` : '';
    const what = item === undefined ? 'The value' : 'Every element';
    return `${what} of "{key}"[ of the server "{server}"][ of the input "{input}"] must be ${type}${other}.`;
  },
  missing: ({ key = '', input, within }) => {
    if (within !== undefined) return missingTexts['ofDebug'] ?? '';
    const advice = input === undefined ? undefined : inputAdvice[key];
    const template = missingTexts[advice === undefined ? key : 'ofInput'] ?? '';
    return template.replace('{advice}', advice ?? '');
  },
  duplicateName:
    'The name "{name}" is used again in line {line}. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
  duplicateKey:
    'The key "{key}" is written again in line {line}. The last one counts, as in VS Code, so this one is ignored. Remove it.',
  notYetSupported: ({ key }) => {
    if (key === 'sandboxEnabled')
      return 'Roundhouse has no sandbox yet, so it does not run the server "{server}". Let VS Code run it, or remove "{key}".';
    const instead =
      key === 'oauth.grant'
        ? 'Write "client_credentials" to sign in without a person, or remove it'
        : 'Remove it';
    return `Roundhouse does not support this "{key}" of the server "{server}" yet, so it has no effect. ${instead} to sign in with the browser.`;
  },
  unknownType: ({ input, within, suggestion }) => {
    if (input !== undefined) return typeTexts.input;
    if (within !== undefined) return typeTexts.debug;
    return suggestion === undefined ? typeTexts.server : typeTexts.suggested;
  },
  conflictingKeys: ({ key, type }) => {
    if (type !== undefined) return conflictTexts.type;
    return key === 'command' || key === 'url' ? conflictTexts.both : conflictTexts.idle;
  },
  invalidUrl: ({ suggestion = 'https://" or "http://' }) =>
    `The address of the server "{server}" is not one that can be reached. Write one that begins with "${suggestion}".`,
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
};

/** Texts that cannot stand in a template, as square brackets mark an optional part there. */
const examples = { exampleList: '["-y", "some-package"]' };

/** The problem as whole sentences. */
export function problemText({ code, args }: Problem): string {
  const text = problemTexts[code];
  const given: ReasonArguments = { ...args, ...examples };
  return format(typeof text === 'string' ? text : text(args), given);
}
