import { UserError } from '../../base/errors';
import type { Input } from '../../config/definition';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { inputQuestion } from '../questions/inputQuestion';
import { askWith } from '../questions/inputQuestion.editor';
import type { CommandHandlers } from '../window/registerCommands.editor';
import { notice } from '../window/notice.editor';
import { pickOne, type ValueRow } from '../window/pick.editor';
import { t } from './editingTexts';
import { sourceName } from './sourceText';

/** An input of a file. */
interface FileInput {
  readonly file: string;
  readonly id: string;
}

/** The commands for values in the secret store. */
export function inputCommands(workspace: Workspace, inputs: Inputs) {
  return {
    editInput: async ({ file }, id) => {
      const picked = named(file, id) ?? (await pickInput(workspace, inputs, 'all'));
      if (!picked) return;
      const declared = declaredInput(workspace, picked);
      if (declared?.type === 'command') throw new UserError('inputOfCommand', { input: picked.id });
      const value = await askValue(picked.id, declared);
      if (value !== undefined) await inputs.set(picked.file, picked.id, value);
    },
    clearInput: async ({ file }, id) => {
      const picked = named(file, id) ?? (await pickInput(workspace, inputs, 'stored'));
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

/** Asks for one of the inputs that a person answers, or of those with a stored value. */
async function pickInput(
  workspace: Workspace,
  inputs: Inputs,
  which: 'all' | 'stored',
): Promise<FileInput | undefined> {
  const rows: ValueRow<FileInput>[] = [];
  for (const { source, parsed } of workspace.files.peek()) {
    for (const input of parsed.inputs) {
      const { id, type } = input;
      if (type === 'command') continue;
      // Also a value that the input does not offer any more can be cleared.
      const asked: Input = which === 'stored' ? { id, type: 'promptString' } : input;
      const isStored = await inputs.isStored(source.file, asked);
      if (which === 'stored' && !isStored) continue;
      const description = t(isStored ? 'storedState' : 'notStoredState');
      const value = { file: source.file, id };
      rows.push({ label: id, description, detail: sourceName(source), value });
    }
  }
  if (rows.length > 0) return pickOne(t('pickStored'), rows);
  void notice('information', t(which === 'all' ? 'noInputs' : 'noStored'));
  return undefined;
}

function declaredInput(workspace: Workspace, { file, id }: FileInput): Input | undefined {
  return workspace.files
    .peek()
    .filter(({ source }) => source.file === file)
    .flatMap(({ parsed }) => parsed.inputs)
    .find((input) => input.id === id);
}

/** Asks for a value; neither the one that is stored nor the default is shown. */
async function askValue(id: string, declared: Input | undefined): Promise<string | undefined> {
  const input: Input = declared ?? { id, type: 'promptString', password: true };
  const question = inputQuestion(input, t('editTitle', { input: id }));
  return askWith({ ...question, preset: undefined }, input.password === true);
}
