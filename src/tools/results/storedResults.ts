import { randomBytes } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { StoredResult, ReadPart, ResultLimits, ResultPart } from '../../ipc/largeResults';
import { ends, type ResultPreview } from './resultPreview';
import type { ResultFile, ResultFiles } from './resultFiles';
import type { ResultReader } from './resultReader';

/** The files of a host's results, with their reader. */
export interface ResultStore {
  readonly files: ResultFiles;
  readonly reader: Pick<ResultReader, 'preview' | 'read'>;
}

/** A stored text as a model learns of it. */
export interface StoredText {
  readonly result: string;
  readonly preview: ResultPreview;
}

interface Entry {
  readonly file: ResultFile;
  readonly tool: string;
  readonly mimeType: string;
  readonly isText: boolean;
}

/** Characters that a part may always have, however low the limit is. */
const leastPart = 4_000;
/** Latest results that an error names. */
const mostNamed = 5;

/** The stored results of one client, which nobody else can read. They are removed with the client. */
export class StoredResults implements Disposable {
  readonly #entries = new Map<string, Entry>();
  #isDisposed = false;
  /** The client's limits; nothing is stored before it sends them. */
  limits: ResultLimits = { limit: 0, chatReadsOn: false };

  /** No result is stored without a store. */
  constructor(private readonly store?: ResultStore) {}

  /** Stores a text; `undefined` if that fails. Rejects only if the signal aborts. */
  async storeText(
    tool: string,
    text: string,
    signal: AbortSignal,
  ): Promise<StoredText | undefined> {
    const file = await this.store?.files.put(text, signal);
    if (!file) return undefined;
    const preview = await this.#preview(file, signal).catch(() => undefined);
    if (signal.aborted) this.store?.files.remove(file);
    signal.throwIfAborted();
    const mimeType = preview?.format === 'json' ? 'application/json' : 'text/plain';
    const result = this.#enter({ file, tool, mimeType, isText: true });
    return { result, preview: preview ?? ends(text) };
  }

  /** Stores bytes for a person to open; false if that fails. Rejects only if the signal aborts. */
  async storeBytes(
    content: { readonly tool: string; readonly mimeType: string; readonly base64: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { tool, mimeType, base64 } = content;
    const file = await this.store?.files.put(Buffer.from(base64, 'base64'), signal);
    if (file) this.#enter({ file, tool, mimeType, isText: false });
    return file !== undefined;
  }

  /** A part of a result, see `readPart`. @throws UserError as that, `unknownResult` or `resultNotText`. */
  async read(result: string, part: ResultPart, signal: AbortSignal): Promise<ReadPart> {
    const { file, isText, mimeType } = this.#entry(result);
    if (!this.store || !isText) throw new UserError('resultNotText', { result, mimeType });
    const most = Math.max(this.limits.limit, leastPart);
    return this.store.reader.read(file.path, part, most, signal);
  }

  /** Finds a result, the newest unless one is named. @throws UserError `unknownResult`, `noResults`. */
  find(named?: string): StoredResult {
    const result = named ?? this.#names().at(-1);
    if (result === undefined) throw new UserError('noResults');
    const { file, tool, mimeType } = this.#entry(result);
    return { result, file: file.path, bytes: file.bytes, mimeType, tool };
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { file } of this.#entries.values()) this.store?.files.remove(file);
    this.#entries.clear();
  }

  async #preview(file: ResultFile, signal: AbortSignal): Promise<ResultPreview | undefined> {
    const { preview, draftBytes } = (await this.store?.reader.preview(file.path, signal)) ?? {};
    if (draftBytes !== undefined) await this.store?.files.takeDraft(file, draftBytes);
    return preview;
  }

  #enter(entry: Entry): string {
    const result = `r${randomBytes(4).toString('hex')}`;
    if (this.#isDisposed) this.store?.files.remove(entry.file);
    else this.#entries.set(result, entry);
    return result;
  }

  #entry(result: string): Entry {
    const valid = this.#names();
    const entry = this.#entries.get(result);
    if (entry) return entry;
    throw new UserError('unknownResult', { result, valid: valid.slice(-mostNamed).toReversed() });
  }

  /** The names of the results that are still stored, the oldest first. */
  #names(): string[] {
    for (const [result, { file }] of this.#entries) if (file.isGone) this.#entries.delete(result);
    return [...this.#entries.keys()];
  }
}
