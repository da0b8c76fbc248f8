import { resolve } from 'node:path';
import type { Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import type { Network } from '../../network/network';
import type { HttpLaunch, Launch } from '../../config/definition';
import { isServerUrl } from '../../network/urlOf';
import type { ResolvedHttp, ResolvedLaunch } from '../../ipc/launch';
import { cleanEnvironment } from './environment';
import { expandHome } from './expandHome';
import { ownEnvironment } from './searchPath';

/** Where a launch takes place. */
export interface LaunchPlace {
  /** Absolute path of the workspace folder; absent for the user's own servers. */
  readonly folder: string | undefined;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** What a server inherits, the editor's own variables included. */
  readonly environment: Environment;
  /** What the entry's `envFile` says. */
  readonly envFile?: Readonly<Record<string, string>> | undefined;
  /** How a remote server is reached. */
  readonly network?: Network | undefined;
}

/**
 * Completes a launch whose variables are filled: absolute working folder, `~` expanded as VS Code
 * does, the entry's own environment and the one to inherit.
 * @throws UserError `invalidUrl` without the address, which may hold a secret by now.
 */
export function resolvedLaunch(filled: Launch, place: LaunchPlace): ResolvedLaunch {
  if (filled.type !== 'stdio') {
    if (!isServerUrl(filled.url)) throw new UserError('invalidUrl');
    const { network = {} } = place;
    const isSet = Object.keys(network).length > 0;
    return {
      type: filled.type,
      url: filled.url,
      headers: { ...filled.headers },
      ...(isSet && { network }),
      ...oauthOf(filled),
    };
  }
  const expand = (text: string): string => expandHome(text, place.home);
  const baseEnv = cleanEnvironment(place.environment);
  return {
    type: filled.type,
    command: expand(filled.command),
    args: filled.args.map(expand),
    cwd: placePath(filled.cwd ?? '', place),
    env: ownEnvironment(place.envFile ?? {}, filled.env, baseEnv),
    baseEnv,
  };
}

/** What an entry leaves blank is as if it were not there: an input may have no value for it. */
function oauthOf({ oauth }: HttpLaunch): Pick<ResolvedHttp, 'oauth'> {
  const { enterpriseManaged: _managed, ...said } = oauth ?? {};
  const given = Object.entries(said).filter(([, text]) => text);
  return given.length > 0 ? { oauth: Object.fromEntries(given) } : {};
}

/** The absolute path of what an entry names: from the workspace folder, else from the home folder. */
export function placePath(
  written: string,
  { folder, home }: Pick<LaunchPlace, 'folder' | 'home'>,
): string {
  return resolve(folder ?? home, expandHome(written, home));
}
