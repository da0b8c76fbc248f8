import { environmentValue, type Environment } from '../../base/environment';
import type { Definition, StdioLaunch } from '../../config/definition';
import type { PathSettings } from '../../config/settings/serverSettings';
import { fillLaunch, launchVariables, type Variable } from '../../config/variables';
import type { ResolvedStdio } from '../../ipc/launch';
import { isOnNetwork, searchProgram } from '../../processes/programSearch';
import { resolvedLaunch } from './resolvedLaunch';
import { withSearchPath } from './environment';
import { withToolFolders, wantedProgram, type LaunchMachine } from './toolPath';

/** The machine on which commands are looked up. */
interface CommandLookupOptions extends LaunchMachine {
  /** The environment that servers inherit; it may have to be read first. */
  readonly environment: () => Environment | Promise<Environment>;
}

/**
 * Looks up commands of entries on their `PATH`, and in the tool folders that a start adds. Results are cached until
 * {@link forget}.
 */
export class CommandLookup {
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(private readonly place: CommandLookupOptions) {}

  /**
   * True if the command is missing. False if that is unknown, because the command or its folder holds variables
   * that only the start resolves.
   */
  async isMissing(definition: Definition, path?: PathSettings): Promise<boolean> {
    const { launch: written } = definition;
    if (written.type !== 'stdio' || written.command.includes('${')) return false;
    const environment = await this.place.environment();
    const launch = this.#filled(written, definition.source.folder, path, environment);
    if (launch === undefined) return false;
    const key = JSON.stringify([launch.command, launch.cwd, launch.env, path, environment['PATH']]);
    const known = this.#known.get(key) ?? this.#look(launch, path);
    this.#known.set(key, known);
    return known;
  }

  /** Clears the cache, as something may have been installed. */
  forget(): void {
    this.#known.clear();
  }

  async #look(launch: ResolvedStdio, path: PathSettings | undefined): Promise<boolean> {
    const { platform } = this.place;
    const reached = await withToolFolders(launch, this.place, path);
    const { file, passedOver } = await searchProgram(wantedProgram(reached.launch, platform));
    // A command in a network folder is not looked up, so it may exist.
    return file === undefined && !passedOver;
  }

  #filled(
    launch: StdioLaunch,
    folder: string | undefined,
    path: PathSettings | undefined,
    environment: Environment,
  ): ResolvedStdio | undefined {
    const { home, platform } = this.place;
    const part = pathPart(launch);
    const values = (variable: Variable): string | undefined => {
      if (variable.kind === 'workspaceFolder') return folder;
      if (variable.kind === 'userHome') return home;
      return variable.kind === 'env' ? environmentValue(environment, variable.name) : undefined;
    };
    if (launchVariables(part).some((variable) => values(variable) === undefined)) return undefined;
    const known = fillLaunch(part, values);
    const filled = resolvedLaunch(known, {
      folder,
      home,
      environment: withSearchPath(environment, path, home, platform),
    });
    if (known.type !== 'stdio' || filled.type !== 'stdio') return undefined;
    // The written form counts too, because resolving can hide another platform's network path.
    if ([known.command, known.cwd ?? '', filled.command, filled.cwd].some(isOnNetwork)) {
      return undefined;
    }
    return filled;
  }
}

/** The parts of a launch that decide where its command is searched. */
function pathPart({ command, cwd, env }: StdioLaunch): StdioLaunch {
  const paths = Object.entries(env).filter(([name]) => name.toUpperCase() === 'PATH');
  return { type: 'stdio', command, args: [], cwd, env: Object.fromEntries(paths) };
}
