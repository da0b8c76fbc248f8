import { environmentValue, type Environment } from '../../base/environment';
import type { Definition, StdioLaunch } from '../../config/definition';
import type { PathSettings } from '../../config/settings/serverSettings';
import { fillLaunch, launchVariables, type Variable } from '../../config/variables';
import type { ResolvedStdio } from '../../ipc/launch';
import { isOnNetwork, searchProgram } from '../../processes/programSearch';
import { resolvedLaunch } from './resolvedLaunch';
import { withSearchPath } from './searchPath';
import { reachTools, wantedProgram, type LaunchMachine } from './toolPath';

/** The machine on which commands are looked up. */
export interface CommandPlace extends LaunchMachine {
  /** What a server would inherit; it may have to be read first. */
  readonly environment: () => Environment | Promise<Environment>;
}

/**
 * Looks whether the commands of entries are there, on the `PATH` that their servers would get and in
 * the folders of tools that a start would add to it. What was found is remembered until {@link forget}.
 */
export class CommandLookup {
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(private readonly place: CommandPlace) {}

  /**
   * Whether the command is missing; false where that cannot be told before the start, because it or
   * the way to it holds variables of which only the start knows the values.
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

  /** Looks anew from now on: something may have been installed. */
  forget(): void {
    this.#known.clear();
  }

  async #look(launch: ResolvedStdio, path: PathSettings | undefined): Promise<boolean> {
    const { platform } = this.place;
    const reached = await reachTools(launch, this.place, path);
    const { file, passedOver } = await searchProgram(wantedProgram(reached.launch, platform));
    // What may be on the network is not known to be missing.
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
    // As written too: what is resolved on one platform hides the form that another knows.
    if ([known.command, known.cwd ?? '', filled.command, filled.cwd].some(isOnNetwork)) {
      return undefined;
    }
    return filled;
  }
}

/** What of a launch decides where its command is looked for. */
function pathPart({ command, cwd, env }: StdioLaunch): StdioLaunch {
  const paths = Object.entries(env).filter(([name]) => name.toUpperCase() === 'PATH');
  return { type: 'stdio', command, args: [], cwd, env: Object.fromEntries(paths) };
}
