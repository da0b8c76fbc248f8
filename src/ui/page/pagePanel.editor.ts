import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { pageDocument, type PageHead } from './pageDocument';
import { pageFolder, pageOptions } from './pageTabs.editor';

/** The pages that the extension has: the names of their scripts and styles in `dist`. */
export type PageName = 'serverPage' | 'overviewPage';

/** Loads a page into a panel, with what it shows first. Its policy allows the page's own script and style, and nothing else. */
export function loadPage(
  panel: vscode.WebviewPanel,
  extension: vscode.Uri,
  page: PageName,
  first?: PageHead,
): void {
  const { webview } = panel;
  const dist = pageFolder(extension);
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(dist, name);
  const address = (name: string): string => String(webview.asWebviewUri(file(name)));
  webview.options = pageOptions(extension);
  panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
  const files = {
    script: address(`${page}.js`),
    style: readFileSync(file(`${page}.css`).fsPath, 'utf8'),
    icons: address('codicon.css'),
    source: webview.cspSource,
  };
  const nonce = randomBytes(16).toString('base64url');
  webview.html = pageDocument(files, nonce, 'MCP Roundhouse', first);
}
