import { homedir } from 'node:os';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { CommandLookup } from '../../client/launch/commandLookup';
import type { InheritedEnvironment } from '../../client/launch/inheritedEnvironment';
import type { Clock } from '../window/clock.editor';
import { registerCompletions } from './completions.editor';
import { registerHovers } from './hovers.editor';
import { registerInlayHints } from './inlayHints.editor';
import { registerInputNavigation } from './inputNavigation.editor';
import { registerLenses } from './lenses.editor';
import type { SecretPorts } from './moveSecret.editor';
import { registerProblems, type ProblemPorts } from './problems.editor';
import { registerQuickFixes } from './quickFixes.editor';
import { registerRename } from './renameInput.editor';

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
