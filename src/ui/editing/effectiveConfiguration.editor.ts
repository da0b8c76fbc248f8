import { DisposableStore, type Disposable } from '../../base/disposable';
import type { ConfigSource } from '../../config/definition';
import type { Workspace } from '../../client/workspace';
import { follow } from '../window/follow';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import { t, effectiveText } from './effectiveText';

/** Read-only page of the effective configuration, which follows changes. */
export class EffectivePage implements Disposable {
  readonly #store = new DisposableStore();
  readonly #documents = this.#store.add(
    new VirtualDocuments('roundhouse-effective', () => this.#text()),
  );

  constructor(
    private readonly model: Workspace,
    private readonly sources: () => readonly ConfigSource[],
  ) {
    this.#store.add(
      follow(
        () => [model.entries.value, model.files.value, model.trusted.value],
        () => this.#documents.refresh(),
      ),
    );
  }

  /** Opens the page; the command `roundhouse.showEffectiveConfiguration`. */
  async show(): Promise<void> {
    await this.#documents.show(t('title'));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #text(): string {
    const { entries, files, trusted } = this.model;
    return effectiveText({
      servers: entries.value.values(),
      files: files.value,
      sources: this.sources(),
      trusted: trusted.value,
      now: Date.now(),
    });
  }
}
