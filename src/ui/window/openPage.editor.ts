import * as vscode from 'vscode';

/**
 * Opens an http or https page in the browser after the person has agreed; false if they refuse. Passes the URL as
 * text, because a `Uri` of the editor would encode characters anew. A signed URL would then be invalid.
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
