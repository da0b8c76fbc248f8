import { afterAll, beforeEach } from 'vitest';
import { Chat } from './chat';
import { openEditor, type EditorOptions, type TestEditor } from './openEditor';
import { pictureIfFailed } from './pictureOfFailure';
import { runByRoundhouse } from './runByRoundhouse';
import { Tree } from './tree';
import { workspaceFolder, type WorkspaceFolder } from './workspaceFolder';

type Options = Pick<EditorOptions, 'env' | 'settings'>;

/**
 * Has each test of a file begin a conversation, keep a picture where it fails, and the window end with the file.
 * Gives what opens the window, on a folder with these servers that Roundhouse runs.
 */
export function participantWindow() {
  let folder: WorkspaceFolder | undefined;
  let editor: TestEditor | undefined;
  let chat: Chat | undefined;

  afterAll(async () => {
    await editor?.close();
    folder?.remove();
  });

  beforeEach(async ({ task }) => {
    if (editor) {
      const { page } = editor;
      pictureIfFailed(() => page, 'participant', task);
    }
    await chat?.open();
  });

  return async (servers: Record<string, unknown>, { settings, ...others }: Options = {}) => {
    folder = workspaceFolder(servers);
    const all = { ...runByRoundhouse, ...settings };
    editor = await openEditor({ folder: folder.path, settings: all, ...others });
    chat = new Chat(editor.page);
    return { editor, chat, tree: new Tree(editor.page) };
  };
}
