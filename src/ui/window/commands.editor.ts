import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { Workspace } from '../../client/workspace';

/** Server or file that a command applies to, if any. */
export interface Target {
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  /** Name of a tool or prompt, URI of a resource, or URI template. */
  readonly item?: string | undefined;
}

/** The target of a command's first argument: a server id, or a node of the tree. */
function targetOf(argument: unknown): Target {
  if (typeof argument === 'string') return { server: argument };
  if (typeof argument !== 'object' || argument === null) return {};
  const text = (name: 'server' | 'file' | 'item'): string | undefined => {
    const value: unknown =
      name in argument ? (argument as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { server: text('server'), file: text('file'), item: text('item') };
}

/** Handler of a command; `argument` is its second argument. */
export type CommandHandler = (target: Target, argument: unknown) => Promise<void>;
/** Handlers by the command's name without `roundhouse.`. */
export type CommandHandlers = Readonly<Record<string, CommandHandler>>;

/** Registers commands; errors are shown in a notification. */
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
            (await import('./notice.editor')).showFailure(error);
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
