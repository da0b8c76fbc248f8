/** Whether a URI is the other or a part of it: what stands below a resource belongs to it (MCP, "Resources"). */
export function isAtOrBelow(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`);
}
