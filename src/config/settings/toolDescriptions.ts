import { isObject, type JsonObject } from '../../base/json';
import { saidOf, withSaid, type ServersWrite } from '../write/serverSwitch';

/**
 * Has models read `text` of a tool in place of its server's own description; `undefined` takes that back. In
 * the user settings, as no workspace may say it.
 */
export function planDescription(
  server: string,
  userServers: unknown,
  tool: string,
  text: string | undefined,
): ServersWrite {
  const before = saidOf(userServers, server)?.['descriptions'];
  const said = { ...(isObject(before) ? before : {}), [tool]: text };
  const kept = Object.entries(said).filter(([, value]) => value !== undefined);
  const descriptions = kept.length > 0 ? (Object.fromEntries(kept) as JsonObject) : undefined;
  return { layer: 'user', value: withSaid(userServers, server, { descriptions }) };
}
