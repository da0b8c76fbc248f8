import type { McpObject } from '../ipc/state';
import { clientInfo } from './clientInfo';
import { withTasks } from './tasks';

/** The revision of the modern era that we speak. */
export const modernVersion = '2026-07-28';

const own = 'io.modelcontextprotocol/';

/** Keys of `_meta` that the modern era has for itself (2026-07-28, "_meta"). */
export const metaKeys = {
  protocolVersion: `${own}protocolVersion`,
  clientInfo: `${own}clientInfo`,
  clientCapabilities: `${own}clientCapabilities`,
  logLevel: `${own}logLevel`,
  serverInfo: `${own}serverInfo`,
  subscriptionId: `${own}subscriptionId`,
} as const;

/** What `_meta` of a value says, whatever the value is. */
export function metaOf(value: McpObject | undefined): McpObject {
  const meta = value?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as McpObject) : {};
}

/** Whether a request is of the modern era: it says of itself which revision it speaks. */
export function isModernRequest({ params }: { readonly params?: McpObject | undefined }): boolean {
  return metaOf(params)[metaKeys.protocolVersion] !== undefined;
}

/** Params that say who sends them; what they say themselves counts, but for the version. */
export function inEnvelope(params: McpObject, envelope: McpObject): McpObject {
  const { protocolVersion: key } = metaKeys;
  return { ...params, _meta: { ...envelope, ...metaOf(params), [key]: envelope[key] } };
}

/** What every request says of us. */
export function envelopeOf(protocolVersion: string, capabilities: McpObject): McpObject {
  // Nobody is told any more that folders have changed.
  const roots = capabilities['roots'] ? { roots: {} } : {};
  return {
    [metaKeys.protocolVersion]: protocolVersion,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: withTasks({ ...capabilities, ...roots }),
  };
}
