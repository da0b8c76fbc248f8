import { isObject } from '../base/json';
import type { Tool } from './state';

/** The extension for apps, as a client declares it that shows them. */
export const appExtension = {
  'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
} as const;

/** The page (`ui://…`) that shows results of a tool, if it has one (extension `io.modelcontextprotocol/ui`). */
export function appOf(tool: Tool): string | undefined {
  const meta = isObject(tool['_meta']) ? tool['_meta'] : {};
  const { ui } = meta;
  // The first form of the extension had it in one key.
  const uri = isObject(ui) ? ui['resourceUri'] : meta['ui/resourceUri'];
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** True if the apps of its server may call a tool (`_meta.ui.visibility`); all may that do not say. */
export function appsMayCall(tool: Tool): boolean {
  const meta = isObject(tool['_meta']) ? tool['_meta'] : {};
  const visibility = isObject(meta['ui']) ? meta['ui']['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('app');
}

/** True if a resource is such a page. */
export function isApp({ uri, mimeType }: Readonly<Record<string, unknown>>): boolean {
  return (
    (typeof uri === 'string' && uri.startsWith('ui://')) ||
    (typeof mimeType === 'string' && /^text\/html\s*;\s*profile="?mcp-app"?/i.test(mimeType))
  );
}
