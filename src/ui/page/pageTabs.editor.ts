import * as vscode from 'vscode';

/** The folder of the files that pages load. */
export function pageFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist');
}

/** What a page may do. A tab opens with it and not only gets it later, because VS Code loads a tab anew whose options change. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pageFolder(extension)] };
}

/** Opens the tab of a page. It is not unloaded while another tab is in front, so that typed arguments and results stay. */
export function openTab(
  viewType: string,
  title: string,
  extension: vscode.Uri,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
    ...pageOptions(extension),
    enableFindWidget: true,
    retainContextWhenHidden: true,
  });
}

/**
 * Closes the tabs of a kind with a title. VS Code loads a tab that it restores only when somebody looks at it: until
 * then a page that is opened anew would be there twice.
 */
export async function closeTabs(viewType: string, title: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(
      ({ input, label }) =>
        input instanceof vscode.TabInputWebview &&
        input.viewType.endsWith(`-${viewType}`) &&
        label === title,
    ),
  );
}
