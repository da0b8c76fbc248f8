import type { Reason } from '../base/errors';

/** `chat.mcp.access` in its layers. */
export interface AccessSetting {
  /** The effective value; `undefined` if the product does not know the setting. */
  readonly effective: unknown;
  /** The default; extensions get a policy's value in its place. */
  readonly byDefault: unknown;
  /** The person's values: user, workspace and folder layers, without the default. */
  readonly layers: readonly unknown[];
}

const strictness: readonly unknown[] = ['all', 'registry', 'none'];

/**
 * True if an organisation limits MCP. The default is not open, or the effective value is stricter than all of a
 * person's layers. A person's own restriction is not a policy.
 */
export function limitedByPolicy({ effective, byDefault, layers }: AccessSetting): boolean {
  const own = Math.max(0, ...layers.map((layer) => strictness.indexOf(layer)));
  return strictness.indexOf(byDefault) > 0 || strictness.indexOf(effective) > own;
}

/** Why VS Code's chat does not use extensions' MCP servers, which are in no registry; `undefined` if it does. */
export function chatClosed(access: AccessSetting): Reason | undefined {
  if (strictness.indexOf(access.effective) < 1) return undefined;
  if (limitedByPolicy(access)) return { code: 'chatOffByPolicy' };
  return { code: 'chatOff', args: { access: String(access.effective) } };
}

/** Why the generic tools refuse to work; `undefined` if they do not. */
export function genericToolsRefusal(situation: {
  readonly trusted: boolean;
  readonly access: AccessSetting;
}): Reason | undefined {
  if (limitedByPolicy(situation.access)) return { code: 'chatAccessPolicy' };
  return situation.trusted ? undefined : { code: 'workspaceUntrusted' };
}
