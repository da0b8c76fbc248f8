import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { everythingStdio, startEverythingHttp } from '../fakeServer/everything';
import { fakeStdio } from '../fakeServer/fakeServer';
import { Chat } from './chat';
import { ChatForm } from './chatForm';
import { waitForServer, withServer } from './mcpServers';
import { results, said } from './modelRequest';
import { openEditor, type TestEditor } from './openEditor';
import { QuickInput } from './quickInput';
import { Tree } from './tree';
import { workspaceFolder } from './workspaceFolder';

/** The transports of the reference server: each is a server of this name. */
export const transports = ['stdio', 'http', 'sse'] as const;
export type Transport = (typeof transports)[number];

/** A window in whose chat VS Code's own MCP host has the reference server over each transport, by our gateway. */
export class ReferenceWindow implements AsyncDisposable {
  readonly chat: Chat;
  readonly form: ChatForm;
  readonly quick: QuickInput;
  /** How often the model had been asked before the last message. */
  #before = 0;

  private constructor(
    readonly editor: TestEditor,
    /** The folder that it shows. */
    readonly path: string,
    private readonly end: () => Promise<void>,
  ) {
    this.chat = new Chat(editor.page);
    this.form = new ChatForm(editor.page);
    this.quick = new QuickInput(editor.page);
  }

  static async open(): Promise<ReferenceWindow> {
    const folder = workspaceFolder({});
    const remote = await Promise.all([startEverythingHttp('http'), startEverythingHttp('sse')]);
    writeServers(folder.path, remote);
    writeAgent(folder.path);
    const editor = await openEditor({ folder: folder.path, settings });
    const window = new ReferenceWindow(editor, folder.path, async () => {
      await editor.close();
      await Promise.all(remote.map((server) => server[Symbol.asyncDispose]()));
      folder.remove();
    });
    await window.#start().catch((error: unknown) => window.end().then(() => Promise.reject(error)));
    return window;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  /** Has the model call a tool. */
  async call(server: Transport, tool: string, args: object = {}): Promise<void> {
    this.#before = this.#requests.length;
    await this.chat.send(`call ${server}_${tool} ${JSON.stringify(args)}`);
  }

  /** What the model was told of the tool's result, once it has answered. */
  async told(): Promise<string> {
    const text = await vi.waitFor(() => {
      const told = results(this.#requests.slice(this.#before).at(-1)).join('\n');
      if (!told) throw new Error('The model was told of no result.');
      return told;
    }, patience);
    await this.chat.finished();
    return text;
  }

  /** What the server says that it was answered. */
  async answered(): Promise<unknown> {
    return JSON.parse(/Raw result: (\{.*\})/s.exec(await this.told())?.[1] ?? 'null');
  }

  /** What the model is sent when that goes off which stands where a person types. */
  async sent(): Promise<string> {
    this.#before = this.#requests.length;
    await this.chat.submit();
    const request = await vi.waitFor(() => {
      const first = this.#requests[this.#before];
      if (!first) throw new Error('The model was asked nothing.');
      return first;
    }, patience);
    await this.chat.finished();
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
      .locator('select, .monaco-select-box')
      .filter({ hasText: `MCP: ${label(server)}` })
      .first()
      .waitFor({ state: 'attached' });
  }

  /** Opens a resource by its template. */
  async openText(server: Transport, id: number): Promise<void> {
    await this.browse(server);
    await this.quick.row('Dynamic Text Resource').click();
    await this.quick.asks(/RESOURCEID/);
    await this.quick.box.fill(String(id));
    // What the server completes.
    await this.quick.row(String(id)).waitFor();
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
    await page.getByRole('menuitemcheckbox', { name: level }).click();
  }

  get #requests() {
    return this.editor.modelRequests();
  }

  async #start(): Promise<void> {
    const { page } = this.editor;
    const tree = new Tree(page);
    await tree.open();
    for (const name of [...transports, 'shop']) {
      await tree.row(`${name}running · `).waitFor({ timeout: 60_000 });
      await waitForServer(page, label(name));
    }
    await this.chat.open();
    await this.chat.useAgent('servers');
    await this.call('stdio', 'echo', { message: 'first' });
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await this.told();
  }
}

const patience = { timeout: 40_000, interval: 100 };

const settings = {
  'roundhouse.owner': 'roundhouse',
  'roundhouse.trust': 'workspace',
  'chat.mcp.autostart': 'never',
  // Asks once for all tools; the questions of each are tested elsewhere.
  'chat.tools.global.autoApprove': true,
};

function label(server: string): string {
  return `${server} · Roundhouse`;
}

/** Where the resource of the server "shop" has its text from. */
export function pricesIn(folder: string): string {
  return join(folder, 'prices.csv');
}

/** In the file that VS Code does not read, so that it has no servers of these names itself. */
function writeServers(folder: string, remote: readonly { type: string; url: string }[]): void {
  const { command, args } = everythingStdio();
  const [http, sse] = remote.map(({ type, url }) => ({ type, url }));
  const file = pricesIn(folder);
  writeFileSync(file, 'apple,1\n');
  const { command: node, args: script } = fakeStdio({
    files: { 'shop://prices': { file, mimeType: 'text/csv' } },
  });
  const shop = { command: node, args: script };
  const servers = { stdio: { command, args }, http, sse, shop };
  writeFileSync(join(folder, '.vscode', 'roundhouse.json'), JSON.stringify({ servers }));
}

/** The usual agent hides some of as many tools as three servers have with its own. */
function writeAgent(folder: string): void {
  const agents = join(folder, '.github', 'agents');
  mkdirSync(agents, { recursive: true });
  const tools = JSON.stringify(transports.map((name) => `${name}-·-roundhouse/*`));
  const lines = ['---', 'name: servers', 'description: Servers.', `tools: ${tools}`, '---', 'Go.'];
  writeFileSync(join(agents, 'servers.agent.md'), lines.join('\n'));
}
