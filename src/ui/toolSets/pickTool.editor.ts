import type { Workspace } from '../../client/workspace';
import { t } from '../text/texts';
import { notice } from '../window/notice.editor';
import { pickRow } from '../window/pick.editor';
import { toolPicks, type ToolPick } from './toolPicks';

/** Asks for a known tool of all servers, or of one. Says so where none is known. */
export async function pickTool(model: Workspace, only?: string): Promise<ToolPick | undefined> {
  const picks = toolPicks(model.entries.peek(), model.catalogs, only);
  if (picks.length === 0) {
    void notice('information', t('noTools'));
    return undefined;
  }
  const options = { matchOnDescription: true, matchOnDetail: true };
  return pickRow(t('pickTool'), picks, options);
}
