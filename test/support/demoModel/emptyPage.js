const vscode = require('vscode');

/** Opens a page with one heading and no script after a choice of one row: what any page of an editor takes at least. */
function emptyPage() {
  return vscode.commands.registerCommand('demoModel.emptyPage', async () => {
    if (
      !(await vscode.window.showQuickPick(['empty'], {
        placeHolder: 'Which page?',
        ignoreFocusOut: true,
      }))
    )
      return;
    const panel = vscode.window.createWebviewPanel(
      'demoModel.empty',
      'empty',
      vscode.ViewColumn.Active,
    );
    panel.webview.html = '<!doctype html><html><body><h1>Empty</h1></body></html>';
  });
}

module.exports = { emptyPage };
