import * as vscode from 'vscode';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { inputQuestion } from '../questions/inputQuestion';
import type { CommandHandlers } from '../window/commands.editor';
import { notice } from '../window/notice.editor';
import { t } from './editingTexts';
import { sourceName } from './sourceText';

/** An input of a file. */
interface FileInput {
  readonly file: string;
  readonly id: string;
}

/** The commands for values that are kept in the secret store. */
export function inputCommands(model: Workspace, inputs: Inputs) {
  return {
    editInput: async ({ file }, id) => {
      const picked = named(file, id) ?? (await pickInput(model, inputs));
      if (!picked) return;
      const value = await askValue(model, picked);
      if (value !== undefined) await inputs.set(picked.file, picked.id, value);
    },
    clearInput: async ({ file }, id) => {
      const picked = named(file, id) ?? (await pickStored(model, inputs));
      if (!picked) return;
      await inputs.forget(picked.file, picked.id);
      void notice('information', t('cleared', { input: picked.id }));
    },
  } satisfies CommandHandlers;
}

/** The input that a command was called for. */
function named(file: string | undefined, id: unknown): FileInput | undefined {
  return file !== undefined && typeof id === 'string' ? { file, id } : undefined;
}

async function pickInput(model: Workspace, inputs: Inputs): Promise<FileInput | undefined> {
  return pick(await choices(model, inputs), 'noInputs');
}

async function pickStored(model: Workspace, inputs: Inputs): Promise<FileInput | undefined> {
  return pick(
    (await choices(model, inputs)).filter(({ kept }) => kept),
    'noStored',
  );
}

type Choice = vscode.QuickPickItem & FileInput & { readonly kept: boolean };

/** Every input that a person answers. */
async function choices(model: Workspace, inputs: Inputs): Promise<readonly Choice[]> {
  const found: Choice[] = [];
  for (const { source, parsed } of model.files.peek()) {
    for (const { id, type } of parsed.inputs) {
      if (type === 'command') continue;
      const kept = await inputs.isStored(source.file, id);
      const description = t(kept ? 'storedState' : 'notStoredState');
      found.push({
        label: id,
        description,
        detail: sourceName(source),
        file: source.file,
        id,
        kept,
      });
    }
  }
  return found;
}

async function pick(
  items: readonly Choice[],
  ifNone: 'noInputs' | 'noStored',
): Promise<FileInput | undefined> {
  if (items.length > 0) {
    return vscode.window.showQuickPick(items, { placeHolder: t('pickStored') });
  }
  void notice('information', t(ifNone));
  return undefined;
}

/** Asks for a value; the one that is stored is not shown. */
async function askValue(model: Workspace, { file, id }: FileInput): Promise<string | undefined> {
  const declared = model.files
    .peek()
    .filter(({ source }) => source.file === file)
    .flatMap(({ parsed }) => parsed.inputs)
    .find((input) => input.id === id);
  const asked = inputQuestion(
    declared ?? { id, type: 'promptString' },
    t('editTitle', { input: id }),
  );
  const { title, prompt, picks } = asked;
  if (picks) {
    return (await vscode.window.showQuickPick(picks, { title, placeHolder: prompt }))?.value;
  }
  return vscode.window.showInputBox({
    title,
    prompt,
    ignoreFocusOut: true,
    password: declared === undefined || declared.password === true,
  });
}
