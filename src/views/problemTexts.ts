import type { Problem } from '../config/definition';
import { format } from './format';

/** Every problem of a configuration file with its sentence. */
export const problemTexts: Readonly<Record<Problem['code'], string>> = {
  syntax: 'This breaks the syntax of the file ({error}).',
  notAnObject: 'An object in braces is expected[ as the value of "{key}"].',
  unknownKey: 'The key "{key}" is not known here and is ignored.[ Did you mean "{suggestion}"?]',
  wrongType: 'The value of "{key}" is of the wrong type; expected: {expected}.',
  missing: 'The key "{key}" is missing.',
  duplicateName: 'The name "{name}" is used twice; the first entry counts.',
  duplicateKey: 'The key "{key}" is there twice; the first one counts.',
  notYetSupported: '"{key}" is not supported yet and has no effect.',
  unknownType: 'The type "{type}" is not known.[ Did you mean "{suggestion}"?]',
  conflictingKeys: 'The key "{key}" does not go with "{other}".',
  invalidUrl: 'The URL "{url}" is not a valid http or https address.',
  undefinedInput:
    'The input "{input}" is not defined under "inputs".[ Did you mean "{suggestion}"?]',
  unknownVariable:
    'The variable "${{variable}}" is not known, so the server cannot start.[ Did you mean "${{suggestion}}"?]',
  wrongTopLevelKey: 'The key "{key}" is not read in this file; write "{expected}" instead.',
  unusedInput: 'The input "{input}" is not used.',
  cwdFromWorkspace: 'The folder "{cwd}" is taken from the workspace folder.',
  cwdFromHome: 'The folder "{cwd}" is taken from your home folder, whatever workspace is open.',
  commandMissing: 'The command "{command}" was not found on the PATH that the server gets.',
  remoteBridge:
    'The server can be reached directly, without "mcp-remote", unless it needs you to sign in.',
  plainSecret: 'This looks like a secret[, the value of "{name}",] and stands here in plain text.',
};

/** The problem as a whole sentence. */
export function problemText(problem: Problem): string {
  return format(problemTexts[problem.code], problem.args);
}
