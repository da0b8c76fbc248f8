import { isObject } from '../../base/json';

/** A part of a profile that may be that of the default profile. */
export type ProfilePart = 'mcp' | 'settings';

/**
 * The folder below the user data in which a profile of VS Code has a part of its own. `state` is what
 * `globalStorage/storage.json` has, where VS Code on this machine notes which workspace has which profile. `undefined` for
 * the default profile, and where nothing is noted.
 */
export function profileFolder(
  state: unknown,
  workspace: string,
  part: ProfilePart,
): string | undefined {
  const { userDataProfiles: profiles, profileAssociations } = objectOf(state);
  const id = objectOf(objectOf(profileAssociations)['workspaces'])[workspace];
  if (typeof id !== 'string' || !Array.isArray(profiles)) return undefined;
  const profile = profiles.map(objectOf).find(({ location }) => location === id);
  if (!profile || objectOf(profile['useDefaultFlags'])[part] === true) return undefined;
  return `profiles/${id}`;
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
