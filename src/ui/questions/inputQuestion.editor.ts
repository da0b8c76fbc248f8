import * as vscode from 'vscode';
import { raceAbort } from '../../base/abort';
import { DisposableStore } from '../../base/disposable';
import type { Definition, Input } from '../../config/definition';
import { commandValue } from '../../client/inputs';
import { t } from '../text/texts';
import { tokenOf } from '../window/cancellation.editor';
import { pickOne } from '../window/pick.editor';
import { inputQuestion, type InputQuestion } from './inputQuestion';

/** Asks for the value of an input, or runs the command for it; `undefined` if the user cancels. */
export async function enterInput(
  input: Input,
  definition: Definition,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (input.command !== undefined) {
    const running = vscode.commands.executeCommand(input.command, input.args);
    return commandValue(input.command, await raceAbort(Promise.resolve(running), signal));
  }
  const question = inputQuestion(input, t('inputTitle', { input: definition.name }));
  const store = new DisposableStore();
  try {
    return await askWith(question, input.password === true, tokenOf(signal, store));
  } finally {
    store.dispose();
  }
}

/** Asks for a value with these texts; `undefined` if the user cancels. */
export async function askWith(
  { title, prompt, preset: value, picks }: InputQuestion,
  password: boolean,
  token?: vscode.CancellationToken,
): Promise<string | undefined> {
  if (picks) return pickOne(prompt, picks, { title }, token);
  const options = { title, prompt, value, password, ignoreFocusOut: true };
  return vscode.window.showInputBox(options, token);
}
