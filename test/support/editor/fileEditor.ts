import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { ApprovalPage } from './approvalPage';
import { Chat } from './chat';
import { ContextMenu } from './contextMenu';
import { treeAgreesWithChat } from './inChat';
import { results, type ModelRequest } from './modelRequest';
import { openEditor, type EditorOptions, type TestEditor } from './openEditor';
import { QuickInput } from './quickInput';
import { repeatUntil } from './repeatUntil';
import { runCommand } from './runCommand';
import { Tree } from './tree';
import { workspaceFolder, type WorkspaceFolder } from './workspaceFolder';
import { pictureIfFailed, pictureOfFailure } from './screenshot';

/** How the editor of a file begins and ends. All but the servers is as for a new user who approves them. */
export interface FileSetUp extends Omit<EditorOptions, 'folder'> {
  /** The folder that is shown: one that was made, its path, or what its `.vscode/mcp.json` has. */
  folder: WorkspaceFolder | string | { servers: Record<string, unknown> };
  /** Whether the servers are approved on the page that a new user is led to; true by default. */
  approve?: boolean;
  /** What a server that is approved asks for, and is not told yet. */
  putsOff?: string | RegExp;
  /** The servers that run before the first test begins; those of the folder that are approved by default. */
  running?: readonly string[];
  /** Whether chat is looked at after the last test; false where that leaves no window, or its subject is chat. */
  agrees?: boolean;
  /** What ends after the editor: servers that others reach, folders of a test's own. */
  after?: readonly (Ending | undefined)[];
}

/** What can be ended. */
type Ending = AsyncDisposable | Disposable | { close(): PromiseLike<void> | void };

/**
 * The editor of a whole file of tests: it opens before them, keeps a picture of each that fails, and closes after
 * them. At the end the model is sent what the tree shows in chat.
 */
export function editorForFile(setUp: () => FileSetUp | Promise<FileSetUp>): FileEditor {
  const editor = new FileEditor();
  beforeAll(async () => editor.open(await setUp()), 240_000);
  beforeEach(({ task }) => pictureIfFailed(() => editor.page, fileName(), task));
  afterAll(() => editor.end(), 180_000);
  return editor;
}

/** Stands for the editor before it is open, so that what is shown in its window can be named for a whole file. */
export class FileEditor implements TestEditor {
  readonly tree = new Tree(this);
  readonly chat = new Chat(this);
  readonly quick = new QuickInput(this);
  readonly menu = new ContextMenu(this);
  readonly approval = new ApprovalPage(this);
  #folder: WorkspaceFolder | undefined;
  #editor: TestEditor | undefined;
  #setUp: FileSetUp | undefined;

  /** Opens it as a file wants it. */
  async open(setUp: FileSetUp): Promise<void> {
    this.#setUp = setUp;
    const { folder, approve = true, running, putsOff, agrees: _, after: __, ...options } = setUp;
    const isPath = typeof folder === 'string';
    if (!isPath) this.#folder = folderOf(folder);
    const path = isPath ? folder : this.folder.path;
    this.#editor = await openEditor({ ...options, folder: path });
    await this.tree.open();
    if (approve) await this.#approve(putsOff);
    const all = !isPath && 'servers' in folder ? Object.keys(folder.servers) : [];
    await this.tree.untilRunning(...(running ?? (approve ? all : [])));
  }

  /** Looks whether chat has what the tree shows, and closes it with all that belongs to it. */
  async end(): Promise<void> {
    const { agrees = true, after = [] } = this.#setUp ?? {};
    try {
      if (this.#editor && agrees) await this.#agrees();
    } catch (error) {
      await pictureOfFailure(this.page, `${fileName()}-in-chat-failed`);
      throw error;
    } finally {
      await this.#editor?.close();
      this.#folder?.remove();
      for (const one of after) await end(one);
    }
  }

  get page(): Page {
    return this.#opened.page;
  }

  get home(): string {
    return this.#opened.home;
  }

  /** The folder that is shown, where it was not given by its path. */
  get folder(): WorkspaceFolder {
    if (!this.#folder) throw new Error('The editor shows a folder that it was given by path.');
    return this.#folder;
  }

  openWindow(folder?: string): Promise<Page> {
    return this.#opened.openWindow(folder);
  }

  restart(): Promise<void> {
    return this.#opened.restart();
  }

  killTabs(): Promise<void> {
    return this.#opened.killTabs();
  }

  modelRequests(): ModelRequest[] {
    return this.#opened.modelRequests();
  }

  get lastRequest(): ModelRequest | undefined {
    return this.modelRequests().at(-1);
  }

  /** What tools answered in the last message that the model was sent. */
  told(): string {
    return results(this.lastRequest).join('\n');
  }

  /** Trusts the workspace on the page that is open for it, and closes that. */
  async trust(): Promise<void> {
    await this.page.getByRole('button', { name: 'Trust', exact: true }).click();
    const modal = this.page.locator('.monaco-modal-editor-block');
    await modal
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
  }

  /** Text that the clipboard holds. */
  async clipboard(): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The report that is copied for an issue. */
  async copiedReport(): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await runCommand(this.page, 'MCP Roundhouse: Copy Report');
    await this.page.getByText('The report was copied to the clipboard.').first().waitFor();
    return this.clipboard();
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  get #opened(): TestEditor {
    if (!this.#editor) throw new Error('The editor is not open yet.');
    return this.#editor;
  }

  /** Opens the page of the first contact from the tree. */
  setUp(): Promise<void> {
    const row = this.tree.row('Set Up…');
    return repeatUntil(this.approval.title, () => row.click({ timeout: 5_000 }));
  }

  async #approve(putsOff?: string | RegExp): Promise<void> {
    await this.setUp();
    await this.approval.approve();
    if (putsOff !== undefined) {
      await this.quick.asks(putsOff);
      await this.quick.box.press('Escape');
    }
    await this.approval.asks(/^Starting your servers|running$/);
    await this.approval.cancel();
  }

  async #agrees(): Promise<void> {
    // All rows are seen at once.
    await this.page.setViewportSize({ width: 1440, height: 2400 });
    await this.page.keyboard.press('Escape');
    await this.tree.open();
    await this.chat.open();
    await this.chat.clear();
    await treeAgreesWithChat(this, this, { within: 20_000 });
  }
}

function folderOf(folder: WorkspaceFolder | { servers: Record<string, unknown> }): WorkspaceFolder {
  return 'servers' in folder ? workspaceFolder(folder.servers) : folder;
}

function end(one: Ending | undefined): PromiseLike<void> | void {
  if (!one) return undefined;
  if (Symbol.asyncDispose in one) return one[Symbol.asyncDispose]();
  return Symbol.dispose in one ? one[Symbol.dispose]() : one.close();
}

function fileName(): string {
  const { testPath = '' } = expect.getState();
  return /(\w+)\.test\.ts$/.exec(testPath)?.[1] ?? 'e2e';
}
