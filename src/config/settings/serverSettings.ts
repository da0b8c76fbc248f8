/** When a server starts: with the window, when something of it is used, or by a person only. */
export type Autostart = 'always' | 'onDemand' | 'never';

/** Who may use the same process: every window, those of one workspace, or one window. */
export type Share = 'user' | 'workspace' | 'window';

/** The windows in which a server runs: any, only those of this machine, or only remote ones. */
export type Where = 'anywhere' | 'local' | 'remote';

/** Which tools are offered; globs over their names. What is hidden stays so though it is allowed. */
export interface ToolFilter {
  readonly allow?: readonly string[] | undefined;
  readonly hide?: readonly string[] | undefined;
}

/** How a crashed server comes back. */
export interface RestartSettings {
  /** Crashes in three minutes after which it is given up; 0 never restarts. */
  readonly maxCrashes: number;
}

/** The `PATH` of a local server: folders put before the inherited one, or one that replaces it. */
export type PathSettings =
  { readonly prepend: readonly string[] } | { readonly replace: readonly string[] };

/**
 * What is said of one server outside its entry: in `roundhouse.servers`, or in the file of a host
 * that keeps such things beside the launch. Absent means that nothing is said.
 */
export interface ServerSettings {
  readonly enabled?: boolean | undefined;
  readonly autostart?: Autostart | undefined;
  readonly startupTimeoutSeconds?: number | undefined;
  readonly callTimeoutSeconds?: number | undefined;
  readonly idleShutdownMinutes?: number | undefined;
  readonly restart?: RestartSettings | undefined;
  readonly tools?: ToolFilter | undefined;
  readonly path?: PathSettings | undefined;
  readonly share?: Share | undefined;
  readonly where?: Where | undefined;
  /** Whether it may know the folders of the workspace. */
  readonly roots?: boolean | undefined;
}
