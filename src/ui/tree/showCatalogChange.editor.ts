import * as vscode from 'vscode';
import type { Workspace } from '../../client/workspace';
import { changePicks } from './catalogChangeText';
import { t } from '../text/texts';
import { pickServer } from './pickServer.editor';
import type { Target } from '../window/target';
import type { ToolPages } from '../toolSets/toolPages.editor';
import type { ToolReviews } from '../approval/toolReviews.editor';

interface Parts {
  readonly model: Workspace;
  readonly pages: ToolPages;
  readonly reviews: ToolReviews;
}

/**
 * Opens what there is to look at before chat gets it. Else lists the tools by which a server differs from last
 * time; a picked one is shown if it is there.
 */
export async function showCatalogChange(
  { model, pages, reviews }: Parts,
  target: Target,
): Promise<void> {
  const entry = await pickServer(model, target);
  if (!entry) return;
  const { catalogChange: change, vetted } = entry.snapshot;
  if (vetted?.held.length || vetted?.fresh.length) {
    return reviews.show({ server: entry.definition.id });
  }
  if (!change) return;
  const { id, name } = entry.definition;
  const picks = changePicks(change, model.host.catalog(id).peek()).map((pick) => ({
    ...pick,
    kind: pick.isGroup ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
  }));
  const placeHolder = t('pickChange', { server: name });
  const picked = await vscode.window.showQuickPick(picks, { placeHolder });
  if (picked?.tool) await pages.show(id, picked.tool.name);
}
