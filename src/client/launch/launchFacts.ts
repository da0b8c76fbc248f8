import { redactor } from '../../base/redact';
import type { LaunchAnswer, LaunchFacts } from '../../ipc/launch';
import { searchProgram } from '../../processes/programSearch';
import { wantedProgram } from './toolPath';

/** How a server is launched, or what is in the way. */
export interface FoundLaunch {
  readonly answer: LaunchAnswer;
  /** Absent where it is no launch of a local server. */
  readonly facts: LaunchFacts | undefined;
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
