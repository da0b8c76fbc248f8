import * as vscode from 'vscode';
import { raceAbort } from '../../base/abort';
import { DisposableStore } from '../../base/disposable';
import type { Definition, Input } from '../../config/definition';
import { commandValue } from '../../client/inputs';
import { t } from '../text/texts';
import { tokenOf } from '../window/cancellation.editor';
import { pickOne } from '../window/pick.editor';
import { inputQuestion } from './inputQuestion';

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
  const { title, prompt, preset, picks } = inputQuestion(
    input,
    t('inputTitle', { input: definition.name }),
  );
  const store = new DisposableStore();
  const token = tokenOf(signal, store);
  try {
    if (picks) {
      return await pickOne(prompt, picks, { title }, token);
    }
    return await vscode.window.showInputBox(
      {
        title,
        prompt,
        ignoreFocusOut: true,
        password: input.password === true,
        ...(preset !== undefined && { value: preset }),
      },
      token,
    );
  } finally {
    store.dispose();
  }
}
