import * as vscode from 'vscode';

/**
 * Opens an http or https page in the person's browser, after they agreed; false where they thought better
 * of it. A `Uri` of the editor would write some characters of the address anew, and what was signed would
 * not hold any more; the editor takes the text as well.
 */
export async function openPage(url: string): Promise<boolean> {
  return vscode.env.openExternal((await asSeen(url)) as unknown as vscode.Uri);
}

/**
 * The address for a browser on another machine, where the editor forwards the ports of this one. It would
 * do so itself, but then writes the rest of the address anew, even of a text.
 */
async function asSeen(url: string): Promise<string> {
  const { origin, pathname, search, hash } = new URL(url);
  const there = vscode.Uri.parse(`${origin}/`);
  const seen = await vscode.env.asExternalUri(there);
  if (seen.toString() === there.toString()) return url;
  return `${seen.toString(true).replace(/\/$/, '')}${pathname}${search}${hash}`;
}
