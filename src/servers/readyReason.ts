import type { Reason } from '../base/errors';
import type { Handshake } from '../ipc/state';

/** A server that is up as its log tells it: who it says it is. */
export function readyReason({ serverInfo, protocolVersion }: Handshake): Reason {
  const { name, version } = serverInfo;
  const args = { name: String(name), version: String(version), protocol: protocolVersion };
  return { code: 'serverReady', args };
}
