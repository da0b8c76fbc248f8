import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/json';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { ModelTools, Declaration, ServerOptions } from '../../ipc/requests';
import type { Root } from '../../ipc/serverRequests';
import type { ConfiguredServer } from '../configuredServers';
import { debuggedOptions, type ServerDebugger } from './debuggers';

/** Who shares processes with whom; each key is equal in the windows that do. */
export interface ShareKeys {
  readonly workspace: string;
  readonly window: string;
}

/** What of a launch stands neither in the entry nor in the settings. */
export interface LaunchState {
  /** Of the values of its inputs. */
  readonly revision: number;
  readonly debuggedBy?: ServerDebugger | undefined;
}

/** What of the window a server is told of, or its models. */
interface Surroundings {
  /** The folders that servers may know of. */
  readonly roots?: readonly Root[] | undefined;
  /** Absent: models get all tools as they are. */
  readonly policy?: ToolPolicy | undefined;
}

/** The key of a workspace: the same set of folders; without any each window is its own. */
export function shareKeys(folders: Iterable<string>, window: string): ShareKeys {
  const paths = [...folders].toSorted();
  return { workspace: paths.length > 0 ? hash(paths) : window, window };
}

/**
 * A server as the host is told of it. Its fingerprint changes with everything that makes another
 * launch, the values of its inputs and a debugger included, and with nothing else: what is known of
 * the server is kept under it, its name and its file. What is pinned of it belongs to the entry as written.
 */
export function declarationOf(
  { definition, effective }: ConfiguredServer,
  keys: ShareKeys,
  { revision, debuggedBy }: LaunchState,
  { roots, policy }: Surroundings = {},
): Declaration {
  const { path, share, roots: tellsRoots } = effective.settings;
  const shareKey = share === 'user' ? undefined : keys[share];
  const port = debuggedBy?.port;
  const isPlain = path === undefined && port === undefined && revision === 0;
  const { id, name, fingerprint, source } = definition;
  return {
    id,
    name,
    fingerprint: isPlain ? fingerprint : hash([fingerprint, path, revision, port]),
    ...(!isPlain && { written: fingerprint }),
    file: source.file,
    options: {
      ...serverOptions(effective, shareKey),
      ...(roots && tellsRoots && { roots: [...roots] }),
      ...(policy && { models: modelTools(policy, effective.settings.descriptions) }),
      ...(debuggedBy && debuggedOptions),
    },
  };
}

/** What nobody has said is left to the host. */
function serverOptions(
  { settings, from }: ConfiguredServer['effective'],
  shareKey: string | undefined,
): ServerOptions {
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
    ...(shareKey !== undefined && { shareKey }),
  };
}

/** What is not said is left to the host. */
function modelTools(
  { set, rules: { own, narrowing }, trustsHints, pins }: ToolPolicy,
  descriptions: Readonly<Record<string, string>>,
): ModelTools {
  // The first list is the person's own, also an empty one: only in it may a rule allow something.
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
