import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { Inputs } from '../../../../src/client/inputs';
import type { ShownServer } from '../../../../src/ui/tree/shownServer';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';
import { MemorySecretStore } from '../../client/memoryStores';
import { entries, shopFile } from '../samples';

const editor = await vi.hoisted(async () => {
  const { fileEditor } = await import('../tests/fileEditor');
  const { texts, vscode } = fileEditor();
  const { workspace } = vscode;
  const openTextDocument = async (uri: Parameters<typeof workspace.openTextDocument>[0]) => ({
    ...(await workspace.openTextDocument(uri)),
    // The text is one line.
    offsetAt: ({ character }: { readonly character: number }) => character,
  });
  const showWarningMessage = vi.fn<(text: string, options: object) => Promise<unknown>>();
  return {
    texts,
    showWarningMessage,
    vscode: {
      ...vscode,
      Position: class {
        constructor(
          readonly line: number,
          readonly character: number,
        ) {}
      },
      workspace: { ...workspace, openTextDocument },
      window: { showWarningMessage, showInformationMessage: () => Promise.resolve() },
    },
  };
});

vi.mock('vscode', () => editor.vscode);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { moveSecretCommand } = await import('../../../../src/ui/editing/moveSecret.editor');

const text = '{"servers": {"till": {"command": "x", "env": {"TOKEN": "t0ken"}}}}';
const shop = shopFile(text);
const { file } = shop.source;

beforeEach(() => {
  editor.texts.clear();
  editor.texts.set(file, text);
  editor.showWarningMessage.mockReset();
});

/** Moves the secret of the file, and gives what the secret store holds then. */
async function moved(runBy: ShownServer['runBy']): Promise<readonly string[]> {
  const secrets = new MemorySecretStore();
  const context = {
    workspace: {
      files: signal([shop]),
      entries: signal(entries([shop], {}, runBy)),
      carry: () => Promise.resolve(),
    },
    inputs: new Inputs(secrets, () => Promise.resolve(undefined)),
  } as unknown as Pick<WindowContext, 'workspace' | 'inputs'>;
  const place = { line: 0, character: text.indexOf('t0ken') };
  await moveSecretCommand(context)({ file }, place);
  return [...secrets.values.values()];
}

test('a value of a server that Roundhouse runs is moved at once', async () => {
  expect(await moved('roundhouse')).toEqual(['t0ken']);
  expect(editor.showWarningMessage).not.toHaveBeenCalled();
  expect(editor.texts.get(file)).toContain('${input:till-token}');
});

test.each(['vscode', 'undecided'] as const)(
  'a value that VS Code will ask for is moved after a question: %s',
  async (runBy) => {
    editor.showWarningMessage.mockResolvedValueOnce(undefined).mockResolvedValueOnce('Move');
    expect(await moved(runBy)).toEqual([]);
    expect(editor.texts.get(file)).toBe(text);
    expect(await moved(runBy)).toEqual(['t0ken']);
    const [question, options] = editor.showWarningMessage.mock.calls[0] ?? [];
    expect(question).toBe('Move 1 value, though VS Code will ask for it?');
    expect(options).toEqual({
      modal: true,
      detail:
        'VS Code does not read what Roundhouse stores. When it runs till, it asks for this value itself: copy it first.',
    });
  },
);
