import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, vi } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { everythingEntry } from '../fakeServer/everything';
import { fakeEntry } from '../fakeServer/fakeServer';
import { editorForFile, type FileEditor } from './fileEditor';
import { withServer } from './mcpServers';
import { results, said } from './modelRequest';
import { runCommand } from './runCommand';
import { workspaceFolder } from './workspaceFolder';
import type { EditorWindow } from './openEditor';

const servers = ['everything', 'shop'] as const;

/** The window of a whole file, in whose chat VS Code's own MCP host has the reference server by our gateway. */
export function referenceWindow(): ReferenceWindow {
  const editor = editorForFile(() => {
    const folder = workspaceFolder({});
    writeServers(folder.path);
    writeAgent(folder.path);
    // Asks once for all tools; the questions of each are tested elsewhere.
    const settings = { 'chat.tools.global.autoApprove': true };
    return { folder, settings, approve: false };
  });
  beforeAll(async () => {
    // No row leads to the page where VS Code reads none of the servers.
    await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
    await editor.approval.approve();
    await editor.approval.asks(/running$/);
    await editor.approval.cancel();
    await editor.tree.untilRunning(...servers);
    await editor.chat.open();
    await editor.chat.useAgent('servers');
    await editor.chat.enableAutoApprove('call everything_echo {"message": "first"}');
  }, 120_000);
  return new ReferenceWindow(editor);
}

export class ReferenceWindow {
  readonly form: ChatForm;
  /** How often the model had been asked before the last message. */
  #before = 0;

  constructor(readonly editor: FileEditor) {
    this.form = new ChatForm(editor);
  }

  /** Has the model call a tool. */
  async call(tool: string, args: object = {}): Promise<void> {
    this.#before = this.#requests.length;
    await this.editor.chat.send(`call everything_${tool} ${JSON.stringify(args)}`);
  }

  /** What the model was told of the tool's result, once it has answered. */
  async told(): Promise<string> {
    const text = await vi.waitFor(() => {
      const told = results(this.#requests.slice(this.#before).at(-1)).join('\n');
      if (!told) throw new Error('The model was told of no result.');
      return told;
    }, patience);
    await this.editor.chat.finished();
    return text;
  }

  /** What the server says that it was answered. */
  async answered(): Promise<unknown> {
    return JSON.parse(/Raw result: (\{.*\})/s.exec(await this.told())?.[1] ?? 'null');
  }

  /** What the model is sent when that goes off which stands where a person types. */
  async sent(): Promise<string> {
    this.#before = this.#requests.length;
    await this.editor.chat.submit();
    const request = await vi.waitFor(() => {
      const first = this.#requests[this.#before];
      if (!first) throw new Error('The model was asked nothing.');
      return first;
    }, patience);
    await this.editor.chat.finished();
    return said(request);
  }

  /** What the model was asked in the server's name for the last call. */
  sampled(): string {
    return said(this.#requests.slice(this.#before).find(({ tools }) => tools.length === 0));
  }

  /** The resources of a server, to take one of them. */
  async browse(server: string): Promise<void> {
    await withServer(this.editor.page, label(server), 'Browse Resources');
  }

  /** What VS Code's own MCP host logs of a server, from now on in front. */
  async showLog(server: string): Promise<void> {
    const { page } = this.editor;
    await withServer(page, label(server), 'Show Output');
    await page
      .locator('.part.panel')
      .locator('option:checked', { hasText: `MCP: ${label(server)}` })
      .first()
      .waitFor({ state: 'attached' });
  }

  /** Opens a resource by its template. */
  async openText(id: number): Promise<void> {
    await this.browse('everything');
    await this.editor.quick.row('Dynamic Text Resource').click();
    await this.editor.quick.asks(/RESOURCEID/);
    await this.editor.quick.box.fill(String(id));
    // What the server completes.
    await this.editor.quick.row(String(id)).waitFor();
    await this.editor.page.keyboard.press('Enter');
    await this.shows('editor', `Resource ${id}: This is a plaintext`);
  }

  /** Waits until a document or a log shows this; lines are broken anywhere, and blanks may be hard ones. */
  async shows(part: 'editor' | 'panel', text: string | RegExp): Promise<void> {
    await vi.waitFor(async () => {
      const shown = await this.shown(part);
      if (!(typeof text === 'string' ? shown.includes(text) : text.test(shown)))
        throw new Error(shown);
    }, patience);
  }

  async shown(part: 'editor' | 'panel'): Promise<string> {
    const lines = this.editor.page.locator(`.part.${part} .monaco-editor .view-lines`).first();
    return (await lines.innerText()).replaceAll(/\s+/g, ' ');
  }

  /** For the log in front. */
  async setLogLevel(level: string): Promise<void> {
    const { page } = this.editor;
    await page.locator('.part.panel').getByRole('button', { name: 'Set Log Level' }).click();
    await this.editor.menu.take(level, 'menuitemcheckbox');
  }

  get #requests() {
    return this.editor.modelRequests();
  }
}

const patience = { timeout: 40_000, interval: 100 };

function label(server: string): string {
  return `${server} · Roundhouse`;
}

/** Where the resource of the server "shop" has its text from. */
export function pricesIn(folder: string): string {
  return join(folder, 'prices.csv');
}

/** In the file that VS Code does not read, so that it has no servers of these names itself. */
function writeServers(folder: string): void {
  const file = pricesIn(folder);
  writeFileSync(file, 'apple,1\n');
  const shop = fakeEntry({ files: { 'shop://prices': { file, mimeType: 'text/csv' } } });
  const entries = { everything: everythingEntry(), shop };
  const own = join(folder, '.vscode', 'roundhouse.json');
  writeFileSync(own, JSON.stringify({ servers: entries }));
}

/** The usual agent hides some of as many tools as two servers have with its own. */
function writeAgent(folder: string): void {
  const agents = join(folder, '.github', 'agents');
  mkdirSync(agents, { recursive: true });
  const tools = JSON.stringify(servers.map((name) => `${name}-·-roundhouse/*`));
  const lines = ['---', 'name: servers', 'description: Servers.', `tools: ${tools}`, '---', 'Go.'];
  writeFileSync(join(agents, 'servers.agent.md'), lines.join('\n'));
}

/** The form in a chat with which the editor's own MCP host puts a server's questions, one after another. */
export class ChatForm {
  constructor(private readonly window: EditorWindow) {}

  /** Waits until this field is asked for. */
  async asks(title: string): Promise<void> {
    await this.form.locator('.chat-question-title', { hasText: title }).waitFor();
  }

  /** Fills in a line and goes on, where it passes. */
  async answer(text: string): Promise<void> {
    await this.form.locator('input[type=text]').fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Takes one of several; of those that exclude each other the form goes on by itself. */
  async choose(option: string): Promise<void> {
    await this.form.locator('.chat-question-list-item', { hasText: option }).click();
  }

  /** Sends what was filled in so far. */
  async submit(): Promise<void> {
    await this.form.press('Control+Enter');
  }

  /** Closes the form unanswered. */
  async close(): Promise<void> {
    await this.form.getByRole('button', { name: 'Skip all questions' }).click();
  }

  private get form(): Locator {
    return this.page.locator('.chat-question-carousel-container:not(.chat-question-carousel-used)');
  }

  private get page(): Page {
    return this.window.page;
  }
}
