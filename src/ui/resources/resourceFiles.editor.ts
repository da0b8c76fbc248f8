import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { reasonOf, UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { raceAbort } from '../../base/abort';
import type { Workspace } from '../../client/workspace';
import { ReadOnlyFiles } from '../window/readOnlyFiles.editor';
import { resourceAddress, resourceAt, resourceScheme, type ResourceName } from './resourceAddress';
import { t } from './resourceTexts';
import { ResourceContents, type ReadResource } from './resourceContents.editor';
import { isUp } from '../../ipc/state';

/** Milliseconds in which a reloading window reads its configuration. */
const timeoutMs = 10_000;

/**
 * Resources of servers as a read-only file system. A document's URI contains the server's id and the resource's URI.
 * The editor's watches are the subscriptions, so that servers report changes of what is on screen.
 */
export class ResourceFiles extends ReadOnlyFiles implements vscode.FileSystemProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #contents: ResourceContents;
  readonly #closed = new AbortController();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  /** Documents that watch resources. */
  readonly #watched = new Map<string, vscode.Uri>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly model: Workspace) {
    super();
    this.#contents = this.#store.add(
      new ResourceContents(model.host, (server) => notifiesOfChanges(model, server)),
    );
    this.#store.add(this.#contents.onChanged((name) => this.#notify(name)));
    this.#store.add(this.#followStarts());
    this.#store.add(
      vscode.workspace.registerFileSystemProvider(resourceScheme, this, {
        isCaseSensitive: true,
        isReadonly: new vscode.MarkdownString(t('readOnly')),
      }),
    );
    this.#store.add(() => this.#closed.abort());
  }

  /**
   * Reads a resource on a gesture and returns its document URI.
   * @throws UserError `resourceNotFound`, `resourceEmpty`, or the reason why the server cannot be reached.
   */
  async prepare(name: ResourceName, signal: AbortSignal): Promise<vscode.Uri> {
    const { mimeType } = await this.#contents.read(name, true, signal);
    return addressOf(name, mimeType);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, changedAt } = await this.#read(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  watch(uri: vscode.Uri): Disposable {
    const name = resourceAt(uri);
    if (!name) return { dispose: () => undefined };
    const watch = this.#contents.watch(name);
    this.#watched.set(uri.toString(), uri);
    return {
      dispose: () => {
        this.#watched.delete(uri.toString());
        watch.dispose();
      },
    };
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #read(uri: vscode.Uri): Promise<ReadResource> {
    const name = resourceAt(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound(uri);
    const { signal } = this.#closed;
    try {
      await untilKnown(this.model, name.server, signal);
      return await this.#contents.read(name, false, signal);
    } catch (error) {
      throw await fileError(error);
    }
  }

  #notify(name: ResourceName): void {
    const changed = [...this.#watched.values()].filter((uri) => {
      const watched = resourceAt(uri);
      return watched?.server === name.server && watched.uri === name.uri;
    });
    this.#changed.fire(changed.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /** Invalidates resources when a server starts: they may have changed while it or this window was away. */
  #followStarts(): () => void {
    let before = new Map<string, number>();
    return effect(() => {
      const starts = new Map<string, number>();
      for (const [id, { snapshot }] of this.model.entries.value) {
        const since = isUp(snapshot.state) ? snapshot.state.since : before.get(id);
        if (since !== undefined) starts.set(id, since);
      }
      const last = before;
      before = starts;
      for (const [id, since] of starts) {
        if (last.get(id) !== since) this.#contents.serverStarted(id);
      }
    });
  }
}

/** Document URI of a resource. */
export function addressOf(name: ResourceName, mimeType: string | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme: resourceScheme, ...resourceAddress(name, mimeType) });
}

/**
 * Waits until a server is known: a reloading window opens files before it has read its configuration.
 * @throws UserError `workspaceUntrusted`, `entryGone`, `ownedByEditor`, `ownerUndecided`.
 */
async function untilKnown(model: Workspace, server: string, abort: AbortSignal): Promise<void> {
  if (!model.trusted.peek()) throw new UserError('workspaceUntrusted');
  let stop = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    stop = effect(() => {
      if (model.entries.value.get(server)?.runBy === 'roundhouse') resolve();
    });
  });
  const signal = AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)]);
  try {
    await raceAbort(known, signal);
  } catch {
    const entry = model.entries.peek().get(server);
    if (!entry) throw new UserError('entryGone', { server });
    throw new UserError(entry.runBy === 'vscode' ? 'ownedByEditor' : 'ownerUndecided');
  } finally {
    stop();
  }
}

function notifiesOfChanges(model: Workspace, server: string): boolean {
  const handshake = model.entries.peek().get(server)?.snapshot.handshake;
  const resources = handshake?.capabilities['resources'];
  return isObject(resources) && resources['subscribe'] === true;
}

async function fileError(error: unknown): Promise<vscode.FileSystemError> {
  const { sentenceWithNext } = await import('../reasons/sentence');
  const reason = reasonOf(error);
  const text = sentenceWithNext(reason);
  return reason.code === 'resourceNotFound'
    ? vscode.FileSystemError.FileNotFound(text)
    : vscode.FileSystemError.Unavailable(text);
}
