import * as vscode from 'vscode';
import { unlessAborted } from '../base/unlessAborted';
import type { Definition, Input } from '../config/definition';
import { commandValue, type Inputs } from '../hostClient/inputs';
import { inputQuestion } from '../views/inputQuestion';
import { say } from '../views/texts';
import { trustQuestion } from '../views/trustQuestion';

/** Shows the exact definitions, which are of one file; true when the person approved all of them. */
export async function askTrust(
  definitions: readonly Definition[],
  inputs: Pick<Inputs, 'kept'>,
): Promise<boolean> {
  const stored = await storedInputs(definitions, inputs);
  const { message, detail, approve, more } = trustQuestion(definitions, stored);
  const options = { modal: true, detail };
  const buttons = [approve, ...(more === undefined ? [] : [more])];
  const picked = await vscode.window.showWarningMessage(message, options, ...buttons);
  if (picked !== undefined && picked === more) {
    await vscode.commands.executeCommand('roundhouse.openConfiguration', definitions[0]?.id);
  }
  return picked === approve;
}

/** The ids of the inputs that have a value already. */
async function storedInputs(
  definitions: readonly Definition[],
  inputs: Pick<Inputs, 'kept'>,
): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (const { source, inputs: used } of definitions) {
    for (const { id } of used) {
      // A secret store that cannot be read gives the launch nothing, either.
      if (await inputs.kept(source.file, id).catch(() => false)) stored.add(id);
    }
  }
  return stored;
}

/** Asks for the value of an input, or a command for it; `undefined` when the person put it off. */
export async function askInput(
  input: Input,
  definition: Definition,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (input.command !== undefined) {
    const running = vscode.commands.executeCommand(input.command, input.args);
    return commandValue(input.command, await unlessAborted(Promise.resolve(running), signal));
  }
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  const asked = inputQuestion(input, say('inputTitle', { input: definition.name }));
  const { title, prompt, picks } = asked;
  try {
    if (picks) {
      const options = { title, placeHolder: prompt, ignoreFocusOut: true };
      return (await vscode.window.showQuickPick(picks, options, source.token))?.value;
    }
    return await vscode.window.showInputBox(
      {
        title,
        prompt,
        ignoreFocusOut: true,
        password: input.password === true,
        ...(input.default !== undefined && { value: input.default }),
      },
      source.token,
    );
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
