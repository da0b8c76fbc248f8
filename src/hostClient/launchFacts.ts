import { redactor } from '../base/redact';
import type { LaunchAnswer } from '../contract/launch';
import { searchProgram } from '../processes/programSearch';
import type { ShellState } from './inheritedEnvironment';
import { wantedProgram } from './toolPath';

/** How a local server is launched, without its secrets. */
export interface LaunchFacts {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The file that the command is; absent where it was not found. */
  readonly found?: string | undefined;
  /** The folders in which the command is looked for, in order. */
  readonly searched: readonly string[];
  /** Those of them that are not on the inherited `PATH`: tools are known to be there. */
  readonly added: readonly string[];
  /** Whether the login shell was asked for its environment. */
  readonly shell: ShellState;
  /** Names of inherited variables that the setting keeps from the server. */
  readonly withheld: readonly string[];
}

/** What a launch went through before it became an answer. */
export type LaunchHistory = Pick<LaunchFacts, 'added' | 'shell' | 'withheld'>;

/** The facts of an answer; `undefined` where it is no launch of a local server. */
export async function launchFacts(
  answer: LaunchAnswer,
  history: LaunchHistory,
  platform: NodeJS.Platform,
): Promise<LaunchFacts | undefined> {
  if (answer.kind !== 'resolved' || answer.launch.type !== 'stdio') return undefined;
  const { launch, secrets } = answer;
  const { file, folders } = await searchProgram(wantedProgram(launch, platform));
  const masked = redactor(secrets);
  return {
    ...history,
    command: masked(launch.command),
    args: launch.args.map(masked),
    cwd: masked(launch.cwd),
    found: file === undefined ? undefined : masked(file),
    searched: folders.map(masked),
  };
}
