import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { Definition } from '../../config/definition';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import { requestPage, samplingPage, type SamplingRecord } from './samplingPage';
import { t } from './samplingTexts';
import { Ring } from '../../base/bounded';

/** Requests kept. */
const capacity = 50;

/** Read-only pages of sampling requests, kept in memory while the window lives. */
export class SamplingPages implements Disposable {
  readonly #documents = new VirtualDocuments('roundhouse-sampling', ({ query }) =>
    this.#page(query),
  );
  readonly #records = new Ring<SamplingRecord>(capacity);
  /** Requests being decided, by the query of their page. */
  readonly #open = new Map<string, string>();
  #questions = 0;

  add(record: SamplingRecord): void {
    this.#records.push(record);
    void vscode.commands.executeCommand('setContext', 'roundhouse.sampled', true);
    this.#documents.refresh();
  }

  async showAll(server?: Pick<Definition, 'id' | 'name'>): Promise<void> {
    const title = server ? t('pageOf', { server: server.name }) : t('pageTitle');
    const query = server ? JSON.stringify([server.id, server.name]) : '';
    await this.#documents.show(title, query);
  }

  /** Shows a request beside the question; disposing the result closes the page. */
  async showRequest(server: string, request: string): Promise<Disposable> {
    this.#questions += 1;
    const query = String(this.#questions);
    this.#open.set(query, requestPage(server, request));
    const uri = await this.#documents.show(t('askedBy', { server }), query, true);
    return {
      dispose: () => {
        this.#open.delete(query);
        void this.#documents.close(uri);
      },
    };
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #page(query: string): string {
    const asked = this.#open.get(query);
    if (asked !== undefined) return asked;
    const [id, name] = query.startsWith('[') ? (JSON.parse(query) as string[]) : [];
    const only = id === undefined || name === undefined ? undefined : { id, name };
    return samplingPage(this.#records.toArray(), capacity, only);
  }
}
