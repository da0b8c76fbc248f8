import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';

/** The addresses that the resource of an app asks for (`_meta.ui.csp`), by what they are for. */
export interface AppSources {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
  readonly frame: readonly string[];
  readonly baseUri: readonly string[];
}

/** An origin, with `*` for subdomains or the port. No keyword, so that nothing but addresses gets into a policy. */
const source =
  /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::(?:\d{1,5}|\*))?\/?$/i;
const mostSources = 100;

/**
 * The addresses that an app asks for in the `_meta` of its content, else in that of the listed resource. Those that are
 * no origins are left out.
 */
export function appSources(own: unknown, listed?: unknown): AppSources {
  const ui = uiOf(own) ?? uiOf(listed) ?? {};
  const csp = isObject(ui['csp']) ? ui['csp'] : {};
  const of = (key: string): readonly string[] => {
    const given: readonly unknown[] = Array.isArray(csp[key]) ? csp[key] : [];
    const known = given.filter((one): one is string => typeof one === 'string' && source.test(one));
    return known.slice(0, mostSources);
  };
  return {
    connect: of('connectDomains'),
    resource: of('resourceDomains'),
    frame: of('frameDomains'),
    baseUri: of('baseUriDomains'),
  };
}

function uiOf(meta: unknown): McpObject | undefined {
  return isObject(meta) && isObject(meta['ui']) ? meta['ui'] : undefined;
}

/**
 * The policy of an app's frame (MCP Apps 2026-01-26, "Security"): its own inline code and styles, and the addresses
 * that its server asks for. Without `'self'`, because that would be the editor's origin. `frame-src` also keeps the
 * app from leaving for another page.
 */
export function appPolicy({ connect, resource, frame, baseUri }: AppSources): string {
  const directive = (name: string, ...sources: readonly string[]): string =>
    `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`;
  return [
    "default-src 'none'",
    directive('script-src', "'unsafe-inline'", ...resource),
    directive('style-src', "'unsafe-inline'", ...resource),
    directive('img-src', 'data:', 'blob:', ...resource),
    directive('font-src', 'data:', ...resource),
    directive('media-src', 'data:', 'blob:', ...resource),
    directive('connect-src', ...connect),
    directive('frame-src', ...frame),
    directive('base-uri', ...baseUri),
    "form-action 'none'",
  ].join('; ');
}

/** All addresses of an app, each once, for the person to see. */
export function allSources(sources: AppSources): readonly string[] {
  return [...new Set(Object.values(sources).flat())];
}
