import { redactor } from '../../base/redact';
import type { Definition } from '../../config/definition';
import type { LaunchAnswer } from '../../ipc/launch';
import type { FoundLaunch } from '../launch/launchFacts';
import { passed, type Check, type Finding } from './check';
import { httpChecks } from './httpChecks';
import { startCheck, type StartedServer } from './startCheck';
import { stdioChecks } from './stdioChecks';

/** A server with all that is to be looked at. */
export interface CheckedServer extends FoundLaunch {
  readonly definition: Definition;
  /** Absent where it shall not be started. */
  readonly server?: StartedServer | undefined;
}

/** Everything to look at, from the entry to a start. What is found holds no secret once it is redacted. */
export function serverChecks(checked: CheckedServer): Check[] {
  const { answer, facts, server, definition } = checked;
  const entry: Check = { name: 'entry', run: async () => entryFinding(definition, answer) };
  if (answer.kind !== 'resolved') return [entry];
  const { launch } = answer;
  const parts = launch.type === 'stdio' ? stdioChecks(launch, facts) : httpChecks(launch);
  return [entry, ...parts, ...(server ? [startCheck(server)] : [])];
}

/** Takes the secrets of a launch out of a text. */
export function redactorOf(answer: LaunchAnswer): (text: string) => string {
  return redactor(answer.kind === 'resolved' ? answer.secrets : []);
}

function entryFinding({ launch }: Definition, answer: LaunchAnswer): Finding {
  switch (answer.kind) {
    case 'resolved': {
      const file = launch.type === 'stdio' ? (launch.envFile ?? '') : '';
      return passed('entryComplete', { file });
    }
    case 'disabled':
      return { outcome: 'skipped', reason: answer.reason };
    case 'blocked':
    case 'failed':
      return { outcome: 'failed', reason: answer.reason };
  }
}
