import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { launchBrowser } from '../../../scripts/editor/browser.mjs';
import { openPage } from '../../../scripts/editor/page.mjs';
import { startCodeServer } from '../../../scripts/editor/server.mjs';
import { processesNaming } from '../processList';
import { markFile } from './changeSettings';
import type { ModelRequest } from './modelRequest';

export interface EditorOptions {
  /** The folder, or the `.code-workspace` file, that the first window opens. */
  folder: string;
  /** The person's settings, added to those that keep an editor quiet. */
  settings?: Record<string, unknown>;
  /** The person's own `mcp.json`. */
  userMcp?: unknown;
  env?: Record<string, string>;
  /** Whether folders are trusted without a question; true by default. Otherwise it opens in Restricted Mode. */
  trusted?: boolean;
  /** The display language, which is English by default. The editor's own words stay English in any. */
  language?: string;
  /** Runs on a quiet page of the editor's origin before the first window loads. */
  prepare?: (page: Page) => Promise<void>;
}

/** A window of an editor, which may be opened only after something was given it. */
export interface EditorWindow {
  readonly page: Page;
}

/** A running editor with its own data, its own run folder for the host process, and a browser. */
export interface TestEditor extends EditorWindow {
  /** Temporary and short: `run` in it is the host's run folder, `data` the editor's user data. */
  readonly home: string;
  /** Opens one more window, in the same profile, on the same folder unless another is given. */
  openWindow(folder?: string): Promise<Page>;
  /** Ends the whole editor with everything in it, starts it again, and opens the first window. */
  restart(): Promise<void>;
  /** Kills the processes that show the windows, as a crash does: no window hears of its end. */
  killTabs(): Promise<void>;
  /** What the scripted model was sent so far, oldest first. */
  modelRequests(): ModelRequest[];
  close(): Promise<void>;
}

const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'window.restoreWindows': 'none',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
};

/** Servers outlive a reload, however long it takes on a machine that has other things to do. */
const patience = { 'roundhouse.hostGraceSeconds': 300 };

/** Starts an editor on a folder and opens its first window. */
export async function openEditor(options: EditorOptions): Promise<TestEditor> {
  // Sockets lie in it, and their paths must stay short.
  const home = mkdtempSync(join(tmpdir(), 'rh-'));
  const data = join(home, 'data');
  const log = join(home, 'model.jsonl');
  writeProfile(data, options);
  writeMachineSettings({ home }, patience);
  const folders = { userDataDir: data, extensionsDir: inject('extensionsDir') };
  if (options.language !== undefined) installLanguage(data, options.language);
  const startServer = (port?: number) =>
    startCodeServer({
      ...folders,
      ...(port !== undefined && { port }),
      disableTrust: options.trusted ?? true,
      ...(options.language !== undefined && { locale: options.language }),
      env: {
        ROUNDHOUSE_HOME: join(home, 'run'),
        ROUNDHOUSE_DEMO_LOG: log,
        ROUNDHOUSE_DEMO_MARK: markFile(home),
        ...options.env,
      },
    });
  let server = await startServer();
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server.stop();
    await endHost(home);
    // A server may still write.
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 400 });
  };
  try {
    browser = await launchBrowser();
    const query = (path: string) => {
      const kind = path.endsWith('.code-workspace') ? 'workspace' : 'folder';
      return `${kind}=${encodeURIComponent(path)}`;
    };
    const at = { origin: server.origin, quietPath: '/healthz' };
    const page = await openPage(browser, {
      ...at,
      query: query(options.folder),
      prepare: options.prepare,
    });
    const openWindow = async (folder = options.folder) => {
      const next = await page.context().newPage();
      await next.goto(`${server.origin}/?${query(folder)}`);
      await next.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
      return next;
    };
    const restart = async () => {
      await page.goto('about:blank');
      await server.stop();
      server = await startServer(server.port);
      await page.goto(`${server.origin}/?${query(options.folder)}`);
      await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    };
    const killTabs = () => killRenderers(page);
    const modelRequests = () => readLines(log);
    return { page, home, openWindow, restart, killTabs, modelRequests, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Replaces the settings of the machine where the extension runs, for those whose scope is `machine`. */
export function writeMachineSettings(
  { home }: Pick<TestEditor, 'home'>,
  settings: Record<string, unknown>,
): void {
  const machine = join(home, 'data', 'Machine');
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, 'settings.json'), JSON.stringify(settings));
}

/** The host processes of an editor, by the `home` of which it has its run folder. */
export function hostsOf({ home }: Pick<TestEditor, 'home'>): number[] {
  return processesNaming(`--run-folder ${join(home, 'run')}`);
}

/** The host outlives its windows for as long as a reload may take. */
async function endHost(home: string): Promise<void> {
  const hosts = () => hostsOf({ home });
  await vi.waitFor(
    () => {
      for (const host of hosts()) end(host);
      expect(hosts()).toEqual([]);
    },
    { interval: 100 },
  );
}

/** It may have ended by itself. */
function end(host: number): void {
  try {
    process.kill(host, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function killRenderers(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
  await session?.detach();
}

function writeProfile(data: string, options: EditorOptions): void {
  const { settings, userMcp } = options;
  const user = join(data, 'User');
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }));
  if (userMcp !== undefined) writeFileSync(join(user, 'mcp.json'), JSON.stringify(userMcp));
}

/** Has the editor know a language as an installed language pack does, but for the words of a pack. */
function installLanguage(data: string, language: string): void {
  const words = join(data, 'words.json');
  writeFileSync(words, JSON.stringify({ contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `words.${language}` }, version: '1.0.0' }];
  const pack = { hash: language, label: language, extensions, translations: { vscode: words } };
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

function readLines(file: string): ModelRequest[] {
  if (!existsSync(file)) return [];
  // What follows the last line end is still being written.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ModelRequest);
}
