import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { Workspace } from '../../client/workspace';
import { targetOf, type Target } from './target';

/** What a command does; `argument` is its second argument. */
export type CommandHandler = (target: Target, argument: unknown) => Promise<void>;
/** Handlers by the command's name without `roundhouse.`. */
export type CommandHandlers = Readonly<Record<string, CommandHandler>>;

/** Registers commands; what goes wrong in one is told in a message. */
export function registerCommands(handlers: CommandHandlers): Disposable {
  const store = new DisposableStore();
  for (const [name, handler] of Object.entries(handlers)) {
    store.add(
      vscode.commands.registerCommand(
        `roundhouse.${name}`,
        async (target: unknown, argument: unknown) => {
          try {
            await handler(targetOf(target), argument);
          } catch (error) {
            (await import('./failure.editor')).showFailure(error);
          }
        },
      ),
    );
  }
  return store;
}

/** The same handler, refusing in Restricted Mode. */
export function trustedOnly(model: Workspace, handler: CommandHandler): CommandHandler {
  return async (target, argument) => {
    if (!model.trusted.peek()) throw new UserError('workspaceUntrusted');
    await handler(target, argument);
  };
}
