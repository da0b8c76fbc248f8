import { version } from '../../package.json';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';

/** Our `clientInfo` in every handshake. */
export const clientInfo = { name: 'mcp-roundhouse', version };

/** Our `User-Agent`: firewalls of the web refuse requests without one. */
export const userAgent = `${clientInfo.name}/${version}`;

const own = 'io.modelcontextprotocol/';

/** The extension "Tasks" as capabilities name it (2026-07-28, SEP-2663). */
const tasksExtension = `${own}tasks`;

/** Keys of `_meta` that the modern era reserves (2026-07-28, "_meta"). */
export const metaKeys = {
  protocolVersion: `${own}protocolVersion`,
  clientInfo: `${own}clientInfo`,
  clientCapabilities: `${own}clientCapabilities`,
  logLevel: `${own}logLevel`,
  serverInfo: `${own}serverInfo`,
  subscriptionId: `${own}subscriptionId`,
} as const;

/** Key of `_meta` in a handshake of the gateway: what the server itself tells of itself. */
export const servedInfo = 'mcp-roundhouse/serverInfo';

/** The `_meta` of a value, an empty object if it has none. */
export function metaOf(value: McpObject | undefined): McpObject {
  const meta = value?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as McpObject) : {};
}

/** True for a request of the modern era: its `_meta` names a revision. */
export function isModernRequest({ params }: { readonly params?: McpObject | undefined }): boolean {
  return metaOf(params)[metaKeys.protocolVersion] !== undefined;
}

/** Params with the `_meta` of the sender; their own `_meta` takes precedence, but for the version. */
export function withMeta(params: McpObject, meta: McpObject): McpObject {
  const { protocolVersion: key } = metaKeys;
  return { ...params, _meta: { ...meta, ...metaOf(params), [key]: meta[key] } };
}

/** The `_meta` of all our requests in the modern era. */
export function requestMeta(protocolVersion: string, capabilities: McpObject): McpObject {
  // Changes of folders are not notified in this era.
  const roots = capabilities['roots'] ? { roots: {} } : {};
  return {
    [metaKeys.protocolVersion]: protocolVersion,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: withTasks({ ...capabilities, ...roots }),
  };
}

/** Capabilities of a client that follows tasks. */
export function withTasks(capabilities: McpObject): McpObject {
  const extensions = isObject(capabilities['extensions']) ? capabilities['extensions'] : {};
  return { ...capabilities, extensions: { ...extensions, [tasksExtension]: {} } };
}

/** True if the capabilities are those of a client that follows tasks itself. */
export function knowsTasks({ extensions }: McpObject): boolean {
  return isObject(extensions) && extensions[tasksExtension] !== undefined;
}
