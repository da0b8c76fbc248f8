import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../../base/json';
import type { Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import type { Network } from '../../network/network';
import type { HttpLaunch, Launch, SandboxRules, StdioLaunch } from '../../config/definition';
import { isServerUrl } from '../../network/urlOf';
import type { ResolvedHttp, ResolvedLaunch, Sandbox } from '../../ipc/launch';
import type { SandboxPrograms } from './sandboxPrograms';
import { cleanEnvironment, ownEnvironment, expandHome } from './environment';

/** The folders and environment that complete a launch. */
interface LaunchCompletion {
  /** Absolute path of the workspace folder; absent for the user's own servers. */
  readonly folder: string | undefined;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** The inherited environment, with the editor's own variables. */
  readonly environment: Environment;
  /** The variables of the entry's `envFile`. */
  readonly envFile?: Readonly<Record<string, string>> | undefined;
  readonly network?: Network | undefined;
  /** The programs that confine a server, where there are any. */
  readonly sandbox?: SandboxPrograms | undefined;
}

/** The domain that VS Code allows every confined server, because `npx` needs it. */
const npmRegistry = 'registry.npmjs.org';

/**
 * Completes a launch whose variables are filled: working folder, `~` as in VS Code, own and inherited environment.
 * @throws UserError `invalidUrl` without the URL, which may hold a secret; `sandboxUnsupported`.
 */
export function resolvedLaunch(filled: Launch, place: LaunchCompletion): ResolvedLaunch {
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
    cwd: absolutePath(filled.cwd ?? '', place),
    env: ownEnvironment(place.envFile ?? {}, filled.env, baseEnv),
    baseEnv,
    ...(filled.sandbox && { sandbox: sandboxOf(filled, filled.sandbox, place) }),
  };
}

/**
 * The rules with absolute paths. As in VS Code a server may write to the working folder that its entry names. VS Code
 * lets it write to `~/.npm`, too, where `npx` has the code of unconfined servers. Here those with the same rules have a
 * folder for that.
 */
function sandboxOf({ cwd }: StdioLaunch, rules: SandboxRules, place: LaunchCompletion): Sandbox {
  if (place.sandbox === undefined) throw new UserError('sandboxUnsupported');
  const paths = (written: readonly string[]): string[] =>
    written.map((path) => absolutePath(path, place));
  const allowed = {
    allowedDomains: [...rules.allowedDomains, npmRegistry],
    deniedDomains: [...rules.deniedDomains],
    denyRead: paths(rules.denyRead),
    allowWrite: paths([...rules.allowWrite, ...(cwd ? [cwd] : [])]),
    denyWrite: paths(rules.denyWrite),
  };
  const hash = createHash('sha256').update(canonicalJson(allowed)).digest('hex').slice(0, 16);
  const npmCache = join(place.home, '.cache', 'mcp-roundhouse', hash);
  const writable = [...allowed.allowWrite, npmCache];
  return { ...place.sandbox, ...allowed, allowWrite: writable, npmCache };
}

/** Blank keys are left out, because an input may be empty. */
function oauthOf({ oauth }: HttpLaunch): Pick<ResolvedHttp, 'oauth'> {
  const { enterpriseManaged: _managed, ...said } = oauth ?? {};
  const given = Object.entries(said).filter(([, text]) => text);
  return given.length > 0 ? { oauth: Object.fromEntries(given) } : {};
}

/** The absolute path of a file in an entry, relative to the workspace folder or the home folder. */
export function absolutePath(
  written: string,
  { folder, home }: Pick<LaunchCompletion, 'folder' | 'home'>,
): string {
  return resolve(folder ?? home, expandHome(written, home));
}
