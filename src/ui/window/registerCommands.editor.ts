import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { valueAt } from '../../base/json';
import type { Workspace } from '../../client/workspace';

/** Server or file that a command applies to, if any. */
export interface Target {
  /** Set to the picked one if the person is asked. */
  server?: string | undefined;
  readonly file?: string | undefined;
  /** Name of a tool or prompt, URI of a resource, or URI template. */
  readonly item?: string | undefined;
  /** Id of an item of the Test view. */
  readonly test?: string | undefined;
}

/** The target of a command's first argument: a server id, a node of the tree, or a message of the Test view. */
function targetOf(argument: unknown): Target {
  if (typeof argument === 'string') return { server: argument };
  if (typeof argument !== 'object' || argument === null) return {};
  const text = (...path: readonly string[]): string | undefined => {
    const value = valueAt(argument, path);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    server: text('server'),
    file: text('file'),
    item: text('item'),
    test: text('test', 'id'),
  };
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
        async (given: unknown, argument: unknown) => {
          const target = targetOf(given);
          try {
            await handler(target, argument);
          } catch (error) {
            (await import('./notice.editor')).showFailure(error, { id: target.server });
          }
        },
      ),
    );
  }
  return store;
}

/** The same handler, refusing in Restricted Mode. */
export function trustedOnly(workspace: Workspace, handler: CommandHandler): CommandHandler {
  return async (target, argument) => {
    if (!workspace.trusted.peek()) throw new UserError('workspaceUntrusted');
    await handler(target, argument);
  };
}
