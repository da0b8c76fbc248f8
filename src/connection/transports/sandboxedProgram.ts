import { type Environment, processEnvironment } from '../../base/environment';
import { UserError } from '../../base/errors';
import type { ResolvedStdio, Sandbox } from '../../ipc/launch';
import { searchProgram } from '../../processes/programSearch';
import type { NamedProgram } from '../../processes/windowsProgram';

/** The variable in which the process of a sandbox finds its {@link ConfinedServer} as JSON. */
export const confinedServerVariable = 'MCP_ROUNDHOUSE_SANDBOX';

/** A server that the process of a sandbox runs. */
export interface ConfinedServer extends Pick<ResolvedStdio, 'command' | 'args' | 'env'> {
  readonly sandbox: Sandbox;
}

/** The programs that the runtime of the sandbox needs on Linux, by their packages. macOS has its own. */
const linuxPackages = new Map([
  ['bwrap', 'bubblewrap'],
  ['socat', 'socat'],
  ['rg', 'ripgrep'],
]);

/**
 * The process that runs a server in its sandbox, see `sandbox.ts` at the top. It gets the variables of the entry by one of
 * its own. They could name code for itself, which is not confined: `NODE_OPTIONS`, `LD_PRELOAD`, a `PATH` with another
 * `bwrap`.
 * @throws UserError `sandboxToolMissing` {packages}. An Error with the system's code for a missing command, because in the
 * sandbox only a shell would miss it.
 */
export async function sandboxedProgram(
  { command, args, cwd, env, baseEnv }: ResolvedStdio,
  sandbox: Sandbox,
  platform: NodeJS.Platform = process.platform,
): Promise<NamedProgram> {
  const packages = platform === 'linux' ? await missingPackages(cwd, baseEnv, sandbox) : [];
  if (packages.length > 0)
    throw new UserError('sandboxToolMissing', { packages: packages.join(' ') });
  const environment = processEnvironment(baseEnv, env, platform);
  const { file, blocked } = await searchProgram({ command, cwd, environment, platform });
  if (file === undefined) {
    const errno = blocked === undefined ? 'ENOENT' : 'EACCES';
    throw Object.assign(new Error(command), { code: errno });
  }
  const server: ConfinedServer = { command, args, env, sandbox };
  return {
    command: process.execPath,
    args: [sandbox.script],
    cwd,
    env: {
      ...baseEnv,
      ELECTRON_RUN_AS_NODE: '1',
      [confinedServerVariable]: JSON.stringify(server),
    },
  };
}

async function missingPackages(
  cwd: string,
  environment: Environment,
  { ripgrep }: Sandbox,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [tool, name] of linuxPackages) {
    const command = tool === 'rg' ? (ripgrep ?? tool) : tool;
    const { file } = await searchProgram({ command, cwd, environment, platform: 'linux' });
    if (file === undefined) missing.push(name);
  }
  return missing;
}
