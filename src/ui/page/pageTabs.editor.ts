import * as vscode from 'vscode';

/** The folder of the files that pages load. */
export function pageFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist');
}

/**
 * Opens the tab of a page, which may run its script from the beginning: VS Code loads a tab anew whose options change.
 * It is not unloaded while another tab is in front, so that typed arguments and results stay.
 */
export function openTab(
  viewType: string,
  title: string,
  extension: vscode.Uri,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [pageFolder(extension)],
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
