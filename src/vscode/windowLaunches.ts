import { homedir } from 'node:os';
import { LaunchResolver } from '../hostClient/launchResolver';
import { askTrust } from './dialogs';
import { editorNetwork } from './editorNetwork';
import { editorVariables } from './editorVariables';
import type { WindowParts } from './windowParts';

/** Tells how servers are launched in this window, and asks the person what that takes. */
export function windowLaunches({
  settings,
  inputs,
  approvals,
  environment,
}: Pick<WindowParts, 'settings' | 'inputs' | 'approvals' | 'environment'>): LaunchResolver {
  return new LaunchResolver({
    approvals,
    inputs,
    trusted: () => settings.trusted.peek(),
    askTrust: (definitions) => askTrust(definitions, inputs),
    environment: (signal, gesture) => environment.read(signal, gesture),
    shell: () => environment.shell,
    withholdSecrets: () => settings.current.withholdSecrets,
    network: editorNetwork,
    home: homedir(),
    variables: editorVariables,
  });
}
