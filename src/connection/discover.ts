import { rpcCodes } from '../protocol/jsonRpc';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { Handshake, McpObject } from '../ipc/state';
import { requestMeta, withMeta, metaKeys, metaOf } from '../protocol/meta';
import { legacyVersions, modernVersion } from '../protocol/revisions';
import { spokenError } from './failures';
import type { Peer } from './peer';
import type { Transport } from './transport';

/** Error codes of the modern era only. */
const modernCodes: readonly unknown[] = [
  rpcCodes.headerMismatch,
  rpcCodes.missingCapability,
  rpcCodes.unsupportedVersion,
];

/** The result of `server/discover`. */
export type Finding =
  | { readonly kind: 'modern'; readonly handshake: Handshake }
  /** `isSure`: the verdict may be stored. `error`: the evidence. */
  | { readonly kind: 'legacy'; readonly isSure: boolean; readonly error?: unknown }
  /** The era is unknown, or no version is common. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends `server/discover` to find out the era of a server (2026-07-28, "Discovery"). Never rejects. */
export async function discover<T>(
  peer: Peer<T>,
  { capabilities, transport }: DiscoverOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const params = withMeta({}, requestMeta(modernVersion, capabilities));
  const ask = async (): Promise<Finding> =>
    findingOf(await peer.request('server/discover', params, { signal, tellsCancel: false }));
  try {
    return await ask();
  } catch (raw) {
    const error = spokenError(raw);
    if (codeOf(error) !== rpcCodes.unsupportedVersion) return findingOfError(error, transport.kind);
    const supported = supportedBy(error);
    // Whoever speaks our version after all may not be greeted the old way.
    if (supported.includes(modernVersion)) return ask().catch(failed);
    const isModern = supported.some((version) => !legacyVersions.includes(version));
    return isModern ? failed(error) : { kind: 'legacy', isSure: true, error };
  }
}

interface DiscoverOptions {
  readonly transport: Pick<Transport, 'kind'>;
  readonly capabilities: McpObject;
}

/** True for an error that only servers of the modern era send. */
export function isModernError(error: unknown): boolean {
  return modernCodes.includes(codeOf(error));
}

function failed(error: unknown): Finding {
  return { kind: 'failed', error: spokenError(error) };
}

function findingOf(result: McpObject): Finding {
  const { supportedVersions, capabilities, instructions, serverInfo } = result;
  const isDiscovery = Array.isArray(supportedVersions) && isObject(capabilities);
  if (!isDiscovery) return { kind: 'legacy', isSure: false };
  if (!(supportedVersions as unknown[]).includes(modernVersion)) {
    return { kind: 'legacy', isSure: true };
  }
  const info = metaOf(result)[metaKeys.serverInfo] ?? serverInfo;
  return {
    kind: 'modern',
    handshake: {
      era: 'modern',
      protocolVersion: modernVersion,
      serverInfo: isObject(info) ? info : {},
      capabilities,
      ...(typeof instructions === 'string' && { instructions }),
      checkedAt: Date.now(),
    },
  };
}

/** The era by a failure: refused credentials, overload or an unreachable server say nothing about it. */
function findingOfError(error: unknown, transport: Transport['kind']): Finding {
  if (!(error instanceof UserError)) return failed(error);
  const { code, args } = error;
  const status = Number(args['status']);
  const isRefusal = code === 'httpError' && status >= 400 && status < 500 && status !== 429;
  if (code === 'serverError' || isRefusal) return { kind: 'legacy', isSure: true, error };
  // Whoever knows only the earlier era may be taken by surprise.
  const isCut = code === 'connectionClosed' && transport === 'http';
  return code === 'protocolError' || isCut ? { kind: 'legacy', isSure: false } : failed(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof UserError && error.code === 'serverError'
    ? error.args['code']
    : undefined;
}

function supportedBy(error: unknown): readonly unknown[] {
  const cause = error instanceof UserError && isObject(error.cause) ? error.cause : {};
  const { supported } = isObject(cause['data']) ? cause['data'] : {};
  return Array.isArray(supported) ? (supported as unknown[]) : [];
}
