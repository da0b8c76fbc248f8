import * as vscode from 'vscode';
import type { ServerSnapshot } from '../../ipc/state';
import { offeredImage } from './offeredImage';
import { serverDetails } from './serverDetails';
import { sampled } from '../status/resourceUsage.editor';
import type { TreeParts } from './treeView.editor';

/** What a person reads who points at a server; what it takes is measured for this. */
export async function serverTooltip(
  { model, costs }: Pick<TreeParts, 'model' | 'costs'>,
  server: string,
): Promise<vscode.MarkdownString | undefined> {
  const [sample] = await sampled(model, [server]);
  const entry = model.entries.peek().get(server);
  if (!entry) return undefined;
  const cost = costs.peek().servers.get(server);
  const details = serverDetails(entry, Date.now(), sample, cost);
  return new vscode.MarkdownString([...ownImage(entry.snapshot), ...details].join('\n\n'));
}

/** As it says whose the server is, and its place in the tree says how it is. */
function ownImage({ handshake }: ServerSnapshot): readonly string[] {
  const image = offeredImage(handshake?.serverInfo['icons']);
  if (!image) return [];
  const { kind } = vscode.window.activeColorTheme;
  const isLight =
    kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight;
  return [`![](${isLight ? image.light : image.dark}|width=24,height=24)`];
}
