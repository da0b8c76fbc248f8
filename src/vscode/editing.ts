import { homedir } from 'node:os';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CommandLookup } from '../hostClient/commandLookup';
import type { InheritedEnvironment } from '../hostClient/inheritedEnvironment';
import type { Clock } from './clock';
import { registerCompletions } from './completions';
import { registerHovers } from './hovers';
import { registerInlayHints } from './inlayHints';
import { registerInputNavigation } from './inputNavigation';
import { registerLenses } from './lenses';
import type { SecretPorts } from './moveSecret';
import { registerProblems, type ProblemPorts } from './problems';
import { registerQuickFixes } from './quickFixes';
import { registerRename } from './renameInput';

/** What the editor's help in configuration files needs of the window. */
export interface EditingPorts extends SecretPorts, ProblemPorts {
  readonly clock: Clock;
  readonly environment: InheritedEnvironment;
}

/** Everything that helps a person to write configuration files. */
export function registerEditing(ports: EditingPorts): Disposable {
  const { model, documents, clock, inputs, environment } = ports;
  const store = new DisposableStore();
  const commands = new CommandLookup({
    environment: () => environment.read(),
    home: homedir(),
    platform: process.platform,
  });
  store.add(registerProblems(ports, commands));
  store.add(registerQuickFixes(documents, ports.found));
  store.add(registerLenses(model, documents, clock));
  store.add(registerInlayHints(documents, inputs));
  store.add(registerRename(ports));
  store.add(registerInputNavigation(documents));
  store.add(registerCompletions(documents, () => environment.current));
  store.add(registerHovers(model, documents, inputs));
  return store;
}
