import * as vscode from 'vscode';

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
