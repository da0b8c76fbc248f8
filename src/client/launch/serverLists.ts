import type { Reason } from '../../base/errors';
import { escapedInPattern } from '../../base/escape';
import { canonicalJson, isObject } from '../../base/json';
import type { Definition, Launch } from '../../config/definition';
import { dialects } from '../../config/dialects';
import { launchVariables } from '../../config/variables';
import { urlOf } from '../../network/urlOf';

/**
 * The lists of an organisation in the editor's policy: `chat.mcp.allowedServers` and `chat.mcp.deniedServers`, as they
 * are said. Without the first every server is allowed.
 */
export interface ServerLists {
  readonly allowed: unknown;
  readonly denied: unknown;
}

/** One element of a list, which names a server in one way. */
interface ListedServer {
  readonly serverName?: unknown;
  /** May have `*`. */
  readonly serverUrl?: unknown;
  /** The command with its arguments. */
  readonly serverCommand?: unknown;
}

/**
 * Why the lists do not allow a server, by the rules of VS Code. `filled`: the launch with its values. Before that an
 * address or command with variables may yet be one that is listed, but only as allowed.
 */
export function policyRefusal(
  definition: Definition,
  lists: ServerLists,
  filled?: Launch,
): Reason | undefined {
  const { name } = definition;
  const isOpen = !filled && isUnknown(definition);
  const launch = filled ?? definition.launch;
  const isListed = (one: ListedServer): boolean => isMeant(one, name, isOpen ? undefined : launch);
  const mayBeListed = (one: ListedServer): boolean =>
    isOpen && (launch.type === 'stdio' ? 'serverCommand' : 'serverUrl') in one;
  if (elementsOf(lists.denied)?.some(isListed)) return { code: 'serverDenied' };
  const allowed = elementsOf(lists.allowed);
  if (!allowed || allowed.some((one) => isListed(one) || mayBeListed(one))) return undefined;
  return { code: 'serverNotAllowed' };
}

/** True if its address, or its command with the arguments, has variables. */
function isUnknown({ launch, source }: Definition): boolean {
  const shown: Launch =
    launch.type === 'stdio'
      ? { type: 'stdio', command: launch.command, args: launch.args, env: {} }
      : { type: launch.type, url: launch.url, headers: {} };
  return launchVariables(shown, dialects[source.dialect].variableStyle).length > 0;
}

/** The elements of a list that name a server in exactly one way; `undefined` if there is no list. */
function elementsOf(said: unknown): readonly ListedServer[] | undefined {
  if (!Array.isArray(said)) return undefined;
  return said.filter((one: unknown): one is ListedServer => {
    if (!isObject(one)) return false;
    const { serverName, serverUrl, serverCommand } = one as ListedServer;
    const isCommand = Array.isArray(serverCommand) && serverCommand.length > 0;
    return [isText(serverName), isText(serverUrl), isCommand].filter(Boolean).length === 1;
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isMeant(listed: ListedServer, name: string, launch: Launch | undefined): boolean {
  const { serverName, serverUrl, serverCommand } = listed;
  if (isText(serverName)) return serverName === name;
  if (!launch) return false;
  if (launch.type !== 'stdio') return typeof serverUrl === 'string' && fits(serverUrl, launch.url);
  return canonicalJson(serverCommand ?? null) === canonicalJson([launch.command, ...launch.args]);
}

/** True if an address is the one that is written, or fits its `*`; user, fragment and usual port do not count. */
function fits(written: string, url: string): boolean {
  const address = comparable(url);
  if (address === undefined) return false;
  if (!written.includes('*')) return comparable(written)?.toLowerCase() === address.toLowerCase();
  const pattern = patternOf(written);
  return pattern !== undefined && new RegExp(`^${pattern}$`, 'i').test(address);
}

function comparable(url: string): string | undefined {
  const parsed = urlOf(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return parsed && url;
  return parsed.origin + parsed.pathname + parsed.search;
}

/** Any characters within the name of a host. */
const inHost = String.raw`[^/@\\?#]*`;

/** The source of a regular expression; `undefined` where the name of the host is broken. */
function patternOf(written: string): string | undefined {
  const [, scheme = '', host = '', rest = ''] =
    /^((?:.*?:\/\/)?)([^/\\?#]*)(.*)$/s.exec(written) ?? [];
  const isWeb = /^https?:\/\/$/i.test(scheme);
  const place = isWeb ? comparableHost(host, /^https/i.test(scheme) ? '443' : '80') : host;
  if (place === undefined) return undefined;
  const path = isWeb ? comparablePath(rest) : rest;
  const front = escapedInPattern(scheme + place)
    .replaceAll(String.raw`:\*`, `(?::${inHost})?`)
    .replaceAll(String.raw`\*`, inHost);
  return front + escapedInPattern(path).replaceAll(String.raw`\*`, '.*');
}

function comparableHost(written: string, usualPort: string): string | undefined {
  const place = written.slice(written.lastIndexOf('@') + 1);
  const [, host, port] = /^(\[.*?\]|[^[].*?)(?::([^:]*))?$/.exec(place) ?? [];
  return port === undefined || port === usualPort ? host : `${host}:${port}`;
}

function comparablePath(written: string): string {
  const path = written.replaceAll('\\', '/').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
