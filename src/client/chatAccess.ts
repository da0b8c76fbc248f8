import type { Reason } from '../base/errors';

/** `chat.mcp.access` as an editor tells it. */
export interface AccessSetting {
  /** What counts; `undefined` where the product does not know the setting. */
  readonly effective: unknown;
  /** The default; where a policy decides, extensions are told that in its place. */
  readonly byDefault: unknown;
  /** What the person wrote: user, workspace and folder layers. Never the default. */
  readonly layers: readonly unknown[];
}

const strictness: readonly unknown[] = ['all', 'registry', 'none'];

/**
 * Whether an organisation limits MCP here: the default is not open, or the value that counts is
 * stricter than any layer that a person can write explains. What people switched off themselves is
 * not a policy.
 */
export function limitedByPolicy({ effective, byDefault, layers }: AccessSetting): boolean {
  const own = Math.max(0, ...layers.map((layer) => strictness.indexOf(layer)));
  return strictness.indexOf(byDefault) > 0 || strictness.indexOf(effective) > own;
}

/** Why VS Code's chat gets tools of no extension's MCP servers, if so. */
export function chatClosed(access: AccessSetting): Reason | undefined {
  if (access.effective !== 'none') return undefined;
  return { code: limitedByPolicy(access) ? 'chatOffByPolicy' : 'chatOff' };
}

/** Why the generic tools do nothing here, if so. */
export function genericToolsRefusal(situation: {
  readonly trusted: boolean;
  readonly access: AccessSetting;
}): Reason | undefined {
  if (limitedByPolicy(situation.access)) return { code: 'chatAccessPolicy' };
  return situation.trusted ? undefined : { code: 'workspaceUntrusted' };
}
