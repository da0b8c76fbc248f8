import { homedir } from 'node:os';
import { LaunchResolver } from '../../client/launch/launchResolver';
import type { WorkspaceOptions } from '../../client/workspace';
import { editorNetwork } from './editorNetwork.editor';
import { editorVariables } from './editorVariables.editor';
import type { WindowContext } from './windowContext.editor';

/** Tells how servers are launched in this window, and asks the person what that takes. */
export function windowLaunches({
  settings,
  inputs,
  approvals,
  environment,
  ask,
}: Pick<WindowContext, 'settings' | 'inputs' | 'approvals' | 'environment'> &
  Pick<WorkspaceOptions, 'ask'>): LaunchResolver {
  return new LaunchResolver({
    approvals,
    inputs,
    trusted: () => settings.trusted.peek(),
    askTrust: async (definition, signal) => {
      const answer = await ask({ wanted: [definition], choosesOwner: false }, signal);
      return answer?.approved ?? [];
    },
    environment: (signal, gesture) => environment.read(signal, gesture),
    shell: () => environment.shell,
    withholdSecrets: () => settings.current.withholdSecrets,
    network: editorNetwork,
    home: homedir(),
    variables: editorVariables,
  });
}
