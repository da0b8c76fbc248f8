import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { Handshake, McpObject } from '../ipc/state';
import { envelopeOf, inEnvelope, metaKeys, metaOf, modernVersion } from './envelope';
import { legacyVersions } from './legacyVersions';
import { spokenError } from './failures';
import type { Peer } from './peer';
import type { Transport } from './transport';

const unsupportedVersion = -32022;
/** Errors that only the modern era has: a wrong header, a missing capability, another version. */
const modernCodes: readonly unknown[] = [-32020, -32021, unsupportedVersion];

/** What came of the question for the era. */
export type Finding =
  | { readonly kind: 'modern'; readonly handshake: Handshake }
  /** `isSure`: it may be remembered. `error`: what says so. */
  | { readonly kind: 'legacy'; readonly isSure: boolean; readonly error?: unknown }
  /** Nothing that tells the era; or no version of it is common. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Asks a server for its era in the words of the modern one (2026-07-28, "Discovery"). Never rejects. */
export async function discover<T>(
  peer: Peer<T>,
  { capabilities, transport }: DiscoverOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const params = inEnvelope({}, envelopeOf(modernVersion, capabilities));
  const ask = async (): Promise<Finding> =>
    findingOf(await peer.request('server/discover', params, { signal, tellsCancel: false }));
  try {
    return await ask();
  } catch (raw) {
    const error = spokenError(raw);
    if (codeOf(error) !== unsupportedVersion) return findingOfError(error, transport.kind);
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

/** Whether only a server of the modern era answers so. */
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

/** Refused credentials, a server that is overloaded or out of reach: none of that tells the era. */
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
