import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Abortable } from '../base/abort';
import { hasCode, UserError } from '../base/errors';
import { asText, isObject } from '../base/json';
import type { Handshake, McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/rpcCodes';
import { requestMeta, clientInfo, withMeta, metaKeys, metaOf, servedInfo } from '../protocol/meta';
import { legacyVersions, newestLegacy, modernVersion } from '../protocol/revisions';
import { unwrapServerError } from './failures';
import type { Peer } from './peer';
import type { Transport } from './transports/transport';

/** The lifetime of a stored verdict "legacy", in milliseconds. It ends, because a server may learn the modern era. */
const verdictLife = 3 * 24 * 60 * 60_000;

/** Whether a server is asked for its era. */
export interface Asking {
  /** `false`: `initialize` comes first, because the process has ended before it answered `server/discover`. */
  readonly asks?: boolean | undefined;
  /** True if it did so just now, so that an answer to `initialize` proves the legacy era. */
  readonly isProof?: boolean | undefined;
}

/** Options of a negotiation. */
export interface Negotiation extends Asking {
  readonly transport: Pick<Transport, 'kind' | 'setProtocolVersion'>;
  /** The declared client capabilities. */
  readonly capabilities: McpObject;
  readonly known?: Handshake | undefined;
  /** Silence after `server/discover`, in milliseconds, after which `initialize` is sent as well. */
  readonly probeTimeout: number;
  readonly signal: AbortSignal;
}

/**
 * Finds out the era of a server and does its handshake over one connection (2026-07-28, "Versioning").
 * `server/discover` comes first, then `initialize` on a refusal or a silence. The verdict is stored with the
 * handshake. A server with a recent verdict "legacy" gets `initialize` at once, as one that ended on the question does;
 * a refusal of that starts over.
 * @throws UserError of the request that failed, `protocolError` where there is no common version, `servesItself`.
 */
export async function negotiate(peer: Peer, how: Negotiation): Promise<Handshake> {
  const { known, transport, asks = true, isProof } = how;
  if (transport.kind === 'sse') return initialize(peer, how);
  const wasModern = known?.era === 'modern';
  if (asks && (!known || wasModern || !isFresh(known))) return askFirst(peer, how);
  // A server that was modern may have ended for another reason than the question.
  const verdictAt = isProof && !wasModern ? Date.now() : undefined;
  try {
    const handshake = await initialize(peer, how);
    return { ...handshake, checkedAt: asks ? known?.checkedAt : verdictAt };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const found = await discover(peer, how, how.signal);
    if (found.kind === 'modern') return agreed(found.handshake, how);
    throw error;
  }
}

function isFresh({ checkedAt }: Handshake): boolean {
  return checkedAt !== undefined && Math.abs(Date.now() - checkedAt) < verdictLife;
}

async function askFirst(peer: Peer, how: Negotiation): Promise<Handshake> {
  const over = new AbortController();
  const signal = AbortSignal.any([how.signal, over.signal]);
  try {
    const probe = discover(peer, how, signal);
    // Nothing was found out yet; it may still come.
    const silence = delay(how.probeTimeout, 'silence' as const, { signal }).catch(
      () => 'silence' as const,
    );
    const found = await Promise.race([probe, silence]);
    if (found === 'silence') return await greetSilent(peer, { ...how, signal }, probe);
    if (found.kind === 'modern') return agreed(found.handshake, how);
    if (found.kind === 'failed') throw found.error;
    return await greetLegacy(peer, how, found);
  } finally {
    over.abort();
  }
}

async function greetLegacy(
  peer: Peer,
  how: Negotiation,
  found: Finding & { kind: 'legacy' },
): Promise<Handshake> {
  try {
    const handshake = await initialize(peer, how);
    return found.isSure ? { ...handshake, checkedAt: Date.now() } : handshake;
  } catch (error) {
    // The earlier error says more of a purely modern server, also of one that failed only then.
    const { error: earlier, isSure } = found;
    const isModern = isSure ? isModernError(earlier) && isRefusal(error) : isUnknownMethod(error);
    throw isModern && earlier ? earlier : error;
  }
}

/**
 * Sends `initialize` to a silent server, which may be slow or wait for it; the first answer counts. A slow process of
 * both eras gets both requests and must not take the second for our choice. So its `_meta` names the modern era; most
 * of the legacy era ignore that. Over HTTP each request stands alone, and `_meta` would become a header that servers of
 * the legacy era refuse.
 */
async function greetSilent(
  peer: Peer,
  how: Negotiation,
  probe: Promise<Finding>,
): Promise<Handshake> {
  // The response that has come by now is found before the next turn.
  const soFar = (): Promise<Finding | undefined> => Promise.race([probe, nextTurn(undefined)]);
  try {
    const isAlone = how.transport.kind === 'http';
    const meta = isAlone ? undefined : requestMeta(modernVersion, how.capabilities);
    const greeted = greet(peer, how, meta);
    await Promise.race([greeted, modern(probe)]);
    const found = await soFar();
    if (found?.kind === 'modern') return agreed(found.handshake, how);
    return await accept(await greeted, peer, how);
  } catch (error) {
    const found = await (isRefusal(error) ? probe : soFar());
    if (found?.kind === 'modern') return agreed(found.handshake, how);
    if (found?.kind === 'legacy' && isRefusal(error)) return greetLegacy(peer, how, found);
    const isUnanswered = !found || found.kind === 'failed';
    throw isUnanswered && isClosed(error) ? closedOnProbe(error) : error;
  }
}

/** Resolves if the server turns out to be of the modern era, else never. */
function modern(probe: Promise<Finding>): Promise<void> {
  return new Promise((resolve) => {
    void probe.then(({ kind }) => {
      if (kind === 'modern') resolve();
    });
  });
}

async function initialize(peer: Peer, how: Negotiation): Promise<Handshake> {
  return accept(await greet(peer, how), peer, how);
}

interface Greeting extends Pick<Negotiation, 'capabilities'> {
  readonly signal: Abortable;
  readonly isProbe?: boolean;
}

function greet(
  peer: Peer,
  { capabilities, signal, isProbe }: Greeting,
  _meta?: McpObject,
): Promise<McpObject> {
  const params = { protocolVersion: newestLegacy, capabilities, clientInfo };
  return peer.request('initialize', { ...params, ...(_meta && { _meta }) }, { signal, isProbe });
}

async function accept(
  result: McpObject,
  peer: Peer,
  { transport }: Negotiation,
): Promise<Handshake> {
  refuseOurselves(result);
  const { protocolVersion, serverInfo, capabilities: offered, instructions } = result;
  if (typeof protocolVersion !== 'string' || !legacyVersions.includes(protocolVersion)) {
    const message = `The server speaks version ${JSON.stringify(protocolVersion)}, which we do not.`;
    throw new UserError('protocolError', { message });
  }
  transport.setProtocolVersion(protocolVersion);
  await peer.notify('notifications/initialized');
  return {
    era: 'legacy',
    protocolVersion,
    serverInfo: isObject(serverInfo) ? serverInfo : {},
    capabilities: isObject(offered) ? offered : {},
    ...(typeof instructions === 'string' && { instructions }),
  };
}

function agreed(handshake: Handshake, { transport }: Negotiation): Handshake {
  transport.setProtocolVersion(handshake.protocolVersion);
  return handshake;
}

/**
 * Refuses all servers of a window as one, because they would be among themselves, over and over.
 * @throws UserError `servesItself`.
 */
function refuseOurselves(result: McpObject): void {
  const info = metaOf(result)[servedInfo];
  if (isObject(info) && info['name'] === clientInfo.name) throw new UserError('servesItself');
}

/** True if the server itself refused the request. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof UserError)) return false;
  const status = Number(error.args['status']);
  return error.code === 'serverError' || (error.code === 'httpError' && status < 500);
}

/** True if a server accepts a handshake, of whichever era; one that refuses everything for now does not. */
export async function acceptsHandshake(
  peer: Peer,
  capabilities: McpObject,
  signal: Abortable,
): Promise<boolean> {
  const params = withMeta({}, requestMeta(modernVersion, capabilities));
  const probing = { capabilities, signal, isProbe: true };
  const attempts = [
    () => peer.request('server/discover', params, { signal, isProbe: true }),
    () => greet(peer, probing),
  ];
  for (const attempt of attempts) {
    const isAccepted = await attempt().then(
      () => true,
      () => false,
    );
    if (isAccepted) return true;
  }
  return false;
}

/** True for the ways in which a purely modern server refuses `initialize`. */
function isUnknownMethod(error: unknown): boolean {
  if (codeOf(error) === rpcCodes.methodNotFound) return true;
  return hasCode(error, 'httpError') && error.args['status'] === 400;
}

function isClosed(error: unknown): boolean {
  return hasCode(error, 'connectionClosed');
}

/** The error of a server that ended on `server/discover`. */
function closedOnProbe(cause: unknown): UserError {
  return new UserError('connectionClosed', { method: 'server/discover' }, { cause });
}

/** True if a connection ended before the answer to `server/discover`. */
export function endedOnProbe(error: unknown): boolean {
  return isClosed(error) && (error as UserError).args['method'] === 'server/discover';
}

/** Error codes of the modern era only. */
const modernCodes: readonly unknown[] = [
  rpcCodes.headerMismatch,
  rpcCodes.missingCapability,
  rpcCodes.unsupportedVersion,
];

/** The result of `server/discover`. */
type Finding =
  | { readonly kind: 'modern'; readonly handshake: Handshake }
  /** `isSure`: the verdict may be stored. `error`: the evidence. */
  | { readonly kind: 'legacy'; readonly isSure: boolean; readonly error?: unknown }
  /** The era is unknown, or no version is common. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends `server/discover` to find out the era of a server (2026-07-28, "Discovery"). Never rejects. */
async function discover(peer: Peer, how: Negotiation, signal: AbortSignal): Promise<Finding> {
  const params = withMeta({}, requestMeta(modernVersion, how.capabilities));
  const ask = async (): Promise<Finding> =>
    findingOf(await peer.request('server/discover', params, { signal }));
  try {
    return await ask();
  } catch (raw) {
    const error = unwrapServerError(raw);
    if (codeOf(error) !== rpcCodes.unsupportedVersion) return findingOfError(error, how);
    const supported = supportedBy(error);
    // A server that speaks our version after all must not get `initialize`.
    if (supported.includes(modernVersion)) return ask().catch(failed);
    const isModern = supported.some((version) => !legacyVersions.includes(asText(version)));
    return isModern ? failed(error) : { kind: 'legacy', isSure: true, error };
  }
}

/** True for an error that only servers of the modern era send. */
function isModernError(error: unknown): boolean {
  return modernCodes.includes(codeOf(error));
}

function failed(error: unknown): Finding {
  return { kind: 'failed', error: unwrapServerError(error) };
}

function findingOf(result: McpObject): Finding {
  refuseOurselves(result);
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
function findingOfError(error: unknown, { transport, known }: Negotiation): Finding {
  if (!(error instanceof UserError)) return failed(error);
  const { code, args } = error;
  const status = Number(args['status']);
  const isRefusal = code === 'httpError' && status >= 400 && status < 500 && status !== 429;
  if (code === 'serverError' || isRefusal) return { kind: 'legacy', isSure: true, error };
  // The stateless servers of the Java SDK (0.17 to 2.0.0), so of Spring AI, answer an unknown method by 500.
  const isBaffled = code === 'httpError' && (status === 500 || status === 501);
  if (isBaffled && known?.era !== 'modern') return { kind: 'legacy', isSure: false, error };
  // A purely legacy server may break off at an unknown request.
  const isCut = code === 'connectionClosed' && transport.kind === 'http';
  return code === 'protocolError' || isCut ? { kind: 'legacy', isSure: false } : failed(error);
}

function codeOf(error: unknown): unknown {
  return hasCode(error, 'serverError') ? error.args['code'] : undefined;
}

function supportedBy(error: unknown): readonly unknown[] {
  const cause = error instanceof UserError && isObject(error.cause) ? error.cause : {};
  const { supported } = isObject(cause['data']) ? cause['data'] : {};
  return Array.isArray(supported) ? (supported as unknown[]) : [];
}
