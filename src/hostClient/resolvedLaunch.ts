import { resolve } from 'node:path';
import { UserError } from '../base/errors';
import type { Launch } from '../config/definition';
import { isHttpUrl } from '../config/httpUrl';
import type { ResolvedLaunch } from '../contract/launch';
import { cleanEnvironment } from './environment';

/** Where a launch takes place. */
export interface LaunchPlace {
  /** Absolute path of the workspace folder; absent for the user's own servers. */
  readonly folder: string | undefined;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Completes a launch whose variables are filled: absolute working folder, `~` expanded as VS Code
 * does, the environment to inherit.
 * @throws UserError `invalidUrl` without the address, which may hold a secret by now.
 */
export function resolvedLaunch(filled: Launch, place: LaunchPlace): ResolvedLaunch {
  if (filled.type !== 'stdio') {
    if (!isHttpUrl(filled.url)) throw new UserError('invalidUrl');
    return { type: filled.type, url: filled.url, headers: { ...filled.headers } };
  }
  const expand = (text: string): string => text.replace(/^~(?=$|[/\\])/, () => place.home);
  return {
    type: filled.type,
    command: expand(filled.command),
    args: filled.args.map(expand),
    cwd: resolve(place.folder ?? place.home, expand(filled.cwd ?? '')),
    env: { ...filled.env },
    baseEnv: cleanEnvironment(place.environment),
  };
}
