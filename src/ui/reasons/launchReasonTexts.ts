import type { ReasonArguments } from '../../base/errors';
import { installHint } from '../registry/installHints';
import type { Place } from '../importing/placeSteps';

const openConfiguration = { action: 'openConfiguration' } as const;
const checkShell = 'Correct the files that your shell reads, then reload the window.';

/** The reasons of `reasonTexts.ts` for which a local server cannot be launched as it should be. */
export const launchReasonTexts = {
  notFound: {
    says: 'The command "{command}" was not found[ in {folders}][ and {more} more {more|folder|folders}].',
    next: 'Check the spelling, that it is installed, and that it is on the PATH.',
    nextFor: ({ command }: ReasonArguments, place: Place) => installHint(String(command), place),
    ...openConfiguration,
  },
  windowsCommand: {
    says: 'The command "{command}" is one of Windows and was not found here.',
    next: 'Write "{name}" in the entry.',
    ...openConfiguration,
  },
  notExecutable: {
    says: 'The file {file} may not be run as a program.',
    next: 'Make it executable (chmod +x), or name in "command" the program that runs it.',
    ...openConfiguration,
  },
  interpreterMissing: {
    says: 'The script {file} needs {interpreter}, which was not found.',
    next: 'Install that program, or name in "command" the one that shall run the script.',
    nextFor: ({ interpreter }: ReasonArguments, place: Place) =>
      installHint(String(interpreter), place),
    ...openConfiguration,
  },
  windowsLineEnds: {
    says: 'The script {file} has the line ends of Windows, so it cannot be run.',
    next: 'Save it with line ends of one character (LF).',
    ...openConfiguration,
  },
  cwdNotFound: {
    says: 'The working folder {cwd} does not exist.',
    next: 'Change "cwd", or create the folder.',
    ...openConfiguration,
  },
  spawnFailed: {
    says: 'The command "{command}" could not be started[ ({cause})].',
    next: 'Check that it is a program you may run.',
    ...openConfiguration,
  },
  argumentUnsafe: {
    says: 'Argument {position} of "{command}" holds a line break, so it cannot be passed to a batch file safely.',
    next: 'Take the line break out, or name in "command" the program that the batch file starts.',
    ...openConfiguration,
  },
  argumentsTooLong: {
    says: 'The arguments of "{command}" have more than the {limit} characters that a batch file can be given.',
    next: 'Make them shorter, or name in "command" the program that the batch file starts.',
    ...openConfiguration,
  },
  shellTimedOut: {
    says: 'The login shell {shell} did not tell its environment within {seconds} {seconds|second|seconds}, so servers get that of the editor.',
    next: checkShell,
  },
  shellFailed: {
    says: 'The login shell {shell} did not tell its environment ({cause}), so servers get that of the editor.',
    next: checkShell,
  },
} as const;
