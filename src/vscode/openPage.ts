import * as vscode from 'vscode';

/**
 * Opens a page in the person's browser, after they agreed; false where they thought better of it. A
 * `Uri` of the editor would write some characters of the address anew, and what was signed would not
 * hold any more; the editor takes the text as well.
 */
export function openPage(url: string): Thenable<boolean> {
  return vscode.env.openExternal(url as unknown as vscode.Uri);
}
