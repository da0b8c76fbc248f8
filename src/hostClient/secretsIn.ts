import type { ResolvedLaunch } from '../contract/launch';

/** Names of variables and headers whose values are secrets, wherever these come from. */
const secretName = /key|token|secret|passw|auth|cookie|credential/i;

/**
 * The values of a launch that its variables and headers give away as secrets by their names, so that
 * logs and reasons can mask them. Of a header such as `Bearer …` the credential alone counts too.
 */
export function secretsIn(launch: ResolvedLaunch): string[] {
  const named = launch.type === 'stdio' ? launch.env : launch.headers;
  return Object.entries(named).flatMap(([name, value]) =>
    value && secretName.test(name) ? [value, ...value.split(' ').slice(1)] : [],
  );
}
