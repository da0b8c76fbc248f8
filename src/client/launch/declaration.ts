import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/json';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { ModelTools, Declaration, ServerOptions } from '../../ipc/contract';
import type { Root } from '../../ipc/serverRequest';
import type { ConfiguredServer } from '../configuredServers';
import type { ServerDebugger } from './debuggedLaunch';

/** The windows that share a server's process, by the setting `share`. */
type Sharing = Readonly<
  Record<'workspace' | 'window', Pick<ServerOptions, 'shareKey' | 'exclusive'>>
>;

/** The state of a launch beyond its entry and settings. */
interface LaunchState {
  /** Counts changes of its input values, of the policy, and of the network where it is remote. */
  readonly revision: number;
  readonly debuggedBy?: ServerDebugger | undefined;
}

/** The window's values for a server and its models. */
interface DeclarationContext {
  /** The folders that servers may read. */
  readonly roots?: readonly Root[] | undefined;
  /** Absent: models get all tools as they are. */
  readonly policy?: ToolPolicy | undefined;
}

/**
 * Windows of a workspace are those with the same folders; without folders each window is alone. A key is the same after
 * a reload, so that the window finds its process again.
 */
export function sharingOf(folders: Iterable<string>): Sharing {
  const paths = [...folders].toSorted();
  const key = hash(paths);
  const window = { shareKey: `window ${key}`, exclusive: true };
  return { workspace: paths.length > 0 ? { shareKey: key } : window, window };
}

/**
 * A server as it is declared to the host. Its launch version stands for everything that changes the launch: entry,
 * `PATH`, revision of input values, policy and network, debugger. The host compares versions to restart servers. Its
 * knowledge of a server and its pins belong to the fingerprint, which is that of the entry alone. Options are apart,
 * because they change no launch.
 */
export function declarationOf(
  { definition, effective }: ConfiguredServer,
  sharing: Sharing,
  { revision, debuggedBy }: LaunchState,
  { roots, policy }: DeclarationContext = {},
): Declaration {
  const { path, share, roots: sendsRoots } = effective.settings;
  const port = debuggedBy?.port;
  const isPlain = path === undefined && port === undefined && revision === 0;
  const { id, name, fingerprint, source } = definition;
  return {
    id,
    name,
    launchVersion: isPlain ? fingerprint : hash([fingerprint, path, revision, port]),
    ...(!isPlain && { fingerprint }),
    file: source.file,
    ...(source.folder !== undefined && { folder: source.folder }),
    options: {
      ...serverOptions(effective),
      ...(share !== 'user' && sharing[share]),
      ...(roots && sendsRoots && { roots: [...roots] }),
      ...(policy && { models: modelTools(policy, effective.settings.descriptions) }),
      ...(debuggedBy && debuggedOptions),
    },
  };
}

/** Seconds; longer than anyone stays at one breakpoint. */
const day = 24 * 60 * 60;

/** Debugging takes time, and a restarted server would wait for a debugger. */
const debuggedOptions: ServerOptions = {
  startupTimeoutSeconds: day,
  callTimeoutSeconds: day,
  idleShutdownMinutes: undefined,
  maxCrashes: 0,
  isDebugged: true,
};

/** Options that no setting sets are left to the host. */
function serverOptions({ settings, from }: ConfiguredServer['effective']): ServerOptions {
  const { autostart, startupTimeoutSeconds, callTimeoutSeconds, idleShutdownMinutes } = settings;
  const allow = settings['tools.allow'].map((globs) => [...globs]);
  const hide = [...settings['tools.hide']];
  return {
    ...(from.autostart && { autostart }),
    ...(from.startupTimeoutSeconds && { startupTimeoutSeconds }),
    ...(from.callTimeoutSeconds && { callTimeoutSeconds }),
    ...(idleShutdownMinutes !== undefined && { idleShutdownMinutes }),
    ...(from['restart.maxCrashes'] && { maxCrashes: settings['restart.maxCrashes'] }),
    ...((allow.length > 0 || hide.length > 0) && {
      tools: { ...(allow.length > 0 && { allow }), ...(hide.length > 0 && { hide }) },
    }),
  };
}

/** Values that equal the host's defaults are left out. */
function modelTools(
  { set, rules: { own, narrowing }, trustsHints, pins }: ToolPolicy,
  descriptions: Readonly<Record<string, string>>,
): ModelTools {
  // The first list is the person's own, even if empty, because only its rules may allow something.
  const rules = [own, ...narrowing.filter((list) => list.length > 0)].map((list) =>
    list.map(({ tool, effect, pattern }) => ({ tool, effect, pattern })),
  );
  const hasRules = rules.some((list) => list.length > 0);
  return {
    ...(set && { set: [...set] }),
    ...(hasRules && { rules }),
    ...(trustsHints && { trustsHints }),
    ...(Object.keys(descriptions).length > 0 && { descriptions }),
    ...(pins && pins !== 'changed' && { pins }),
  };
}

function hash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
