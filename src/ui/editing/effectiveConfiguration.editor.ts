import type * as vscode from 'vscode';
import type { ConfigSource } from '../../config/definition';
import type { Workspace } from '../../client/workspace';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import { t, effectiveText } from './effectiveText';

/** Read-only page of the effective configuration, which follows changes. */
export class EffectivePage extends VirtualDocuments {
  constructor(model: Workspace, sources: () => readonly ConfigSource[]) {
    const { entries, files, trusted } = model;
    super(
      'roundhouse-effective',
      () =>
        effectiveText({
          servers: entries.peek().values(),
          files: files.peek(),
          sources: sources(),
          trusted: trusted.peek(),
          now: Date.now(),
        }),
      () => [entries.value, files.value, trusted.value],
    );
  }

  /** Opens the page; the command `roundhouse.showEffectiveConfiguration`. */
  override async show(): Promise<vscode.Uri> {
    return super.show(t('title'));
  }
}
