import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { settlesWithin } from '../../base/abort';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { lazy } from '../../base/lazy';
import { Sequencer } from '../../base/sequencer';
import type { ConfigFile, ConfigSource, ParsedConfig } from '../../config/definition';
import {
  windowFolders,
  windowSources,
  namedFolders,
  type WindowPlace,
} from '../../config/read/windowSources';
import type { FileText } from './configText';
import { lastGood } from './lastGood';
import { isRemote } from './machine.editor';
import { fileFolders } from './settings.editor';
import { userFile } from './userFile.editor';

/** Milliseconds for whoever writes a file to finish, as many empty or remove it first. */
const writeDelayMs = 80;

/** Milliseconds after which a file that is still being read counts as one that cannot be: its drive may hang. */
const longestReadMs = 2_000;

/** Most milliseconds until a file that cannot be read is tried again; each pause is twice the one before. */
const longestPauseMs = 60_000;

/**
 * A file of another host is read again only after this many times its reading time. Some have many megabytes and
 * change all the time.
 */
const restFactor = 10;

// Imported only for an existing file, because every window loads this module at activation.
const { readFileText } = lazy(() => import('./configText'), 'readFileText');
const { changeLines } = lazy(() => import('../editing/sourceText'), 'changeLines');

/** One source as it was read last. */
interface Reading {
  readonly text: string;
  readonly file: ConfigFile;
  /** Its last whole text; absent before the first. */
  readonly whole: ParsedConfig | undefined;
}

/** A file whose text comes late. */
interface LateReading {
  text?: FileText;
  /** True if the file has changed since it began. */
  isOld: boolean;
}

/** The configuration files on disk, watched: those of {@link windowSources}. */
export class ConfigFiles implements Disposable {
  readonly #files = signal<readonly ConfigFile[]>([]);
  /** Every file that exists, in order of precedence. */
  readonly files: ReadonlySignal<readonly ConfigFile[]> = this.#files;
  /** True once an editor has shown the path of a possible configuration file. */
  readonly #opened = signal(false);
  readonly #store = new DisposableStore();
  readonly #sequencer = new Sequencer();
  readonly #readings = new Map<string, Reading>();
  #sources: readonly ConfigSource[] = [];
  #watchers = new DisposableStore();
  /** The file of a source by each path that is watched for it: its own, and the target of a symbolic link. */
  readonly #followed = new Map<string, string>();
  /** True if this editor has saved one of the files since they began to be read last. */
  #isSaved = false;
  /** By the file that changed. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Milliseconds that other hosts' files took to be read. */
  readonly #took = new Map<string, number>();
  /** Milliseconds until files that could not be read are tried again. */
  readonly #pauses = new Map<string, number>();
  /** Files that were still being read after their time. */
  readonly #late = new Map<string, LateReading>();

  constructor(
    /** Absolute path of the extension's own folder in the user data. */
    private readonly globalStorage: string,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(() => this.#timers.forEach((timer) => clearTimeout(timer)));
    this.#store.add(() => this.#watchers.dispose());
    this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#look()));
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsSources(change)) this.#look();
      }),
    );
    // Watchers can fail, for example where the system's limit is reached; a save is always seen.
    this.#store.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri)));
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#open(document)));
    this.#look();
  }

  /** True if there is a configuration file, or an editor for one. */
  readonly present: ReadonlySignal<boolean> = computed(
    () => this.#opened.value || this.#files.value.length > 0,
  );

  /** Places where a configuration file may be, whether it exists or not. */
  get sources(): readonly ConfigSource[] {
    return this.#sources;
  }

  /**
   * Reads now what was saved here, because that is whole. Resolves when no file is being read; what another program
   * changes may be half written, and is read when its time comes.
   */
  idle(): Promise<void> {
    if (this.#isSaved) this.#readNow();
    return this.#sequencer.idle();
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Finds out anew where files may be, and reads them. */
  #look(): void {
    // Files that are no source for a while are not watched.
    for (const late of this.#late.values()) late.isOld = true;
    const place = windowPlace(this.globalStorage);
    // Documents are found by their paths, so these are written as the editor does.
    this.#sources = windowSources(place).map((source) => ({
      ...source,
      file: written(source.file),
    }));
    // Not only once all is read: the settings of a removed folder, which may disable its servers, are gone at once.
    const folders = new Set(this.#sources.map(({ folder }) => folder));
    void this.#publish(this.files.peek().filter(({ source }) => folders.has(source.folder)));
    this.#watchers.dispose();
    this.#watchers = new DisposableStore();
    this.#followed.clear();
    for (const { file, folder } of this.#sources) this.#follow(file, file, folder);
    for (const document of vscode.workspace.textDocuments) this.#open(document);
    for (const folder of windowFolders(place)) {
      this.#watch(new vscode.RelativePattern(vscode.Uri.file(folder), '*'), () => this.#look());
    }
    this.#readNow();
  }

  /** Watches a path for the file of a source. */
  #follow(path: string, file: string, folder?: string): void {
    if (this.#followed.has(path)) return;
    this.#followed.set(path, file);
    const soon = (): void => this.#soon(file);
    this.#watchers.add(this.#watch(patternOf(path, folder), soon).onDidChange(soon));
  }

  /** `changed` is called for created and deleted files. */
  #watch(pattern: vscode.RelativePattern, changed: () => void): vscode.FileSystemWatcher {
    const watcher = this.#watchers.add(vscode.workspace.createFileSystemWatcher(pattern));
    this.#watchers.add(watcher.onDidCreate(changed));
    this.#watchers.add(watcher.onDidDelete(changed));
    return watcher;
  }

  #open({ uri }: vscode.TextDocument): void {
    if (this.#followed.has(uri.fsPath)) this.#opened.value = true;
  }

  #saved(uri: vscode.Uri): void {
    const file = this.#followed.get(uri.fsPath);
    if (file === undefined) return;
    this.#isSaved = true;
    this.#soon(file);
  }

  #soon(file: string): void {
    const late = this.#late.get(file);
    if (late) late.isOld = true;
    this.#readAfter(file, Math.max(writeDelayMs, restFactor * (this.#took.get(file) ?? 0)));
  }

  #readAfter(file: string, pause: number): void {
    if (this.#store.disposed) return;
    clearTimeout(this.#timers.get(file));
    this.#timers.set(
      file,
      setTimeout(() => this.#readNow(), pause),
    );
  }

  #readNow(): void {
    void this.#sequencer.run(() => this.#read());
  }

  /** Tries an unreadable file later, since nothing may tell when it can be read. */
  #tryAgain(file: string, error: unknown): void {
    const pause = this.#pauses.get(file) ?? 0;
    if (pause === 0) this.log.error(`${file}: ${String(error)}`);
    const next = Math.min(2 * pause || writeDelayMs, longestPauseMs);
    this.#pauses.set(file, next);
    this.#readAfter(file, next);
  }

  async #read(): Promise<void> {
    this.#isSaved = false;
    const files = new Map<string, Promise<FileText>>();
    const fileText = (file: string): Promise<FileText> => {
      const read = files.get(file) ?? this.#fileText(file);
      files.set(file, read);
      return read;
    };
    const sources = this.#sources;
    const found = await Promise.all(sources.map((source) => this.#readOne(source, fileText)));
    // Files of a folder that was removed meanwhile are not to come back; the next reading is under way.
    if (sources !== this.#sources) return;
    await this.#publish(found.filter((file) => file !== undefined));
  }

  /** Rejects for a file whose drive hangs; its text is taken when it comes. One reading of a file waits at most. */
  async #fileText(file: string): Promise<FileText> {
    const late = this.#late.get(file);
    if (late) return this.#lateText(file, late);
    const text = this.#readFile(file);
    if (await settlesWithin(longestReadMs, text)) return text;
    const reading: LateReading = { isOld: false };
    this.#late.set(file, reading);
    void text
      .then(
        (came) => (reading.text = came),
        () => this.#late.delete(file),
      )
      .finally(() => this.#readAfter(file, writeDelayMs));
    throw new Error(`not read within ${longestReadMs} ms`);
  }

  /**
   * Follows a symbolic link, because nothing tells there that its target changes. Some drives of Windows know no real
   * path.
   */
  async #readFile(file: string): Promise<FileText> {
    this.#follow(await realpath(file).then(written, () => file), file);
    // Most files are missing, and need no reader.
    await stat(file);
    return readFileText(
      file,
      this.#sources.filter((source) => source.file === file),
    );
  }

  #lateText(file: string, { text, isOld }: LateReading): FileText {
    if (text === undefined) throw new Error('is still being read');
    this.#late.delete(file);
    if (isOld) this.#readAfter(file, writeDelayMs);
    return text;
  }

  /** Logs the changes once they count. */
  async #publish(files: readonly ConfigFile[]): Promise<void> {
    const before = this.#files.peek();
    if (files.length === before.length && files.every((file, at) => file === before[at])) return;
    this.#files.value = files;
    for (const line of await changeLines(before, files)) this.log.info(line);
  }

  /** The same object as before for a text that did not change. */
  async #readOne(
    source: ConfigSource,
    fileText: (file: string) => Promise<FileText>,
  ): Promise<ConfigFile | undefined> {
    // One file may hold the servers of several folders, and a removed folder leaves its id to another.
    const key = JSON.stringify(source);
    const previous = this.#readings.get(key);
    try {
      const read = await fileText(source.file);
      const isSame = previous?.text === read.text;
      const reading = isSame ? previous : await this.#parse(read, source, previous);
      this.#readings.set(key, reading);
      this.#pauses.delete(source.file);
      return reading.file;
    } catch (error) {
      if (isMissing(error)) {
        this.#readings.delete(key);
        this.#pauses.delete(source.file);
        return undefined;
      }
      // Unreadable is not gone: servers do not stop because a disk is slow or a lock is held.
      this.#tryAgain(source.file, error);
      return previous?.file;
    }
  }

  async #parse(
    { text, parse }: FileText,
    source: ConfigSource,
    previous: Reading | undefined,
  ): Promise<Reading> {
    const before = performance.now();
    const next = await parse(source);
    if (source.external) this.#took.set(source.file, performance.now() - before);
    const whole = next.complete ? next : previous?.whole;
    return { text, file: { source, parsed: lastGood(whole, next) }, whole };
  }
}

/** A path as the editor writes it: on Windows with drives in lower case. */
function written(path: string): string {
  return vscode.Uri.file(path).fsPath;
}

/** The pattern to watch for a file. */
function patternOf(file: string, folder: string | undefined): vscode.RelativePattern {
  // From the workspace folder down, as `.vscode` need not exist yet.
  const base = folder !== undefined && file.startsWith(join(folder, '/')) ? folder : dirname(file);
  const name = relative(base, file).replaceAll('\\', '/');
  const pattern = name.replaceAll(/[[\]{}*?]/g, '[$&]');
  return new vscode.RelativePattern(vscode.Uri.file(base), pattern);
}

function isMissing(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOENT', 'ENOTDIR'].includes(code);
}

/** This window and its machine. `globalStorage` is the extension's own folder in the user data. */
export function windowPlace(globalStorage: string): WindowPlace {
  const { workspaceFile } = vscode.workspace;
  const settings = (section: string, key: string): unknown =>
    vscode.workspace.getConfiguration(section).get(key);
  return {
    platform: process.platform,
    home: homedir(),
    env: process.env,
    folders: namedFolders(fileFolders().map(({ name, uri }) => ({ name, path: uri.fsPath }))),
    extensionData: dirname(globalStorage),
    filesIn,
    // A workspace that was never saved has a file that is not the person's.
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    userFile: userFile(globalStorage, 'mcp'),
    remote: isRemote(),
    discovery: settings('roundhouse', 'discovery'),
    editorDiscovery: settings('chat.mcp.discovery', 'enabled'),
  };
}

/** True if a change of settings may change the sources. */
function affectsSources(change: vscode.ConfigurationChangeEvent): boolean {
  return ['roundhouse.discovery', 'chat.mcp.discovery.enabled'].some((setting) =>
    change.affectsConfiguration(setting),
  );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
