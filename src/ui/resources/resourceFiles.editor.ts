import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { lazy } from '../../base/lazy';
import { isUp } from '../../ipc/serverStates';
import type { Workspace } from '../../client/workspace';
import { ReadOnlyFiles } from './readOnlyFiles.editor';
import { t } from './readOnlyTexts';
import { ResourceCache, type ReadResource } from './resourceCache.editor';
import { resourceAt, resourceScheme, type ResourceName } from './resourceName';

// Imported with the first resource that is opened, because every window loads this module at activation.
const { addressOf, untilKnown, fileError } = lazy(
  () => import('./resourceDocument.editor'),
  'addressOf',
  'untilKnown',
  'fileError',
);

/**
 * Resources of servers as a read-only file system. A document's URI contains the server's id and the resource's URI.
 * The editor's watches are the subscriptions, so that servers report changes of what is on screen.
 */
export class ResourceFiles extends ReadOnlyFiles {
  readonly #cache: ResourceCache;
  readonly #closed = new AbortController();
  /** Documents that watch resources. */
  readonly #watched = new Map<string, vscode.Uri>();

  constructor(private readonly workspace: Workspace) {
    super(resourceScheme, t('resource'));
    this.#cache = this.store.add(
      new ResourceCache(workspace.host, (server) => notifiesOfChanges(workspace, server)),
    );
    this.store.add(this.#cache.onChanged((name) => this.#notify(name)));
    this.store.add(this.#followStarts());
    this.store.add(() => this.#closed.abort());
  }

  /**
   * Reads a resource on a gesture and returns its document URI. `listed`: the MIME type in the server's list.
   * @throws UserError `resourceNotFound`, `resourceEmpty`, or the reason why the server cannot be reached.
   */
  async prepare(name: ResourceName, listed: string, signal: AbortSignal): Promise<vscode.Uri> {
    const { mimeType } = await this.#cache.read(name, true, signal);
    return addressOf(name, mimeType, listed);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  protected async measure(uri: vscode.Uri) {
    const { bytes, changedAt } = await this.#read(uri);
    return { size: bytes.length, mtime: changedAt };
  }

  override watch(uri: vscode.Uri): Disposable {
    const name = resourceAt(uri);
    if (!name) return super.watch(uri);
    const watch = this.#cache.watch(name);
    this.#watched.set(uri.toString(), uri);
    return {
      dispose: () => {
        this.#watched.delete(uri.toString());
        watch.dispose();
      },
    };
  }

  async #read(uri: vscode.Uri): Promise<ReadResource> {
    const name = resourceAt(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound(uri);
    const { signal } = this.#closed;
    try {
      await untilKnown(this.workspace, name.server, signal);
      return await this.#cache.read(name, false, signal);
    } catch (error) {
      throw await fileError(error);
    }
  }

  #notify(name: ResourceName): void {
    const changed = [...this.#watched.values()].filter((uri) => {
      const watched = resourceAt(uri);
      return watched?.server === name.server && watched.uri === name.uri;
    });
    this.changed.fire(changed.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /** Invalidates resources when a server starts: they may have changed while it or this window was away. */
  #followStarts(): () => void {
    let before = new Map<string, number>();
    return effect(() => {
      const starts = new Map<string, number>();
      for (const [id, { snapshot }] of this.workspace.entries.value) {
        const since = isUp(snapshot.state) ? snapshot.state.since : before.get(id);
        if (since !== undefined) starts.set(id, since);
      }
      const last = before;
      before = starts;
      for (const [id, since] of starts) {
        if (last.get(id) !== since) this.#cache.serverStarted(id);
      }
    });
  }
}

function notifiesOfChanges(workspace: Workspace, server: string): boolean {
  const handshake = workspace.entries.peek().get(server)?.snapshot.handshake;
  const resources = handshake?.capabilities['resources'];
  return isObject(resources) && resources['subscribe'] === true;
}
