import { isObject } from '../../base/json';
import type { Reason } from '../../base/errors';

/** The time of a server's start: with the window, with its first use, or by a user only. */
export type Autostart = 'always' | 'onDemand' | 'never';

/** The windows that share a process: all, those of one workspace, or a single one. */
export type Share = 'user' | 'workspace' | 'window';

/** The windows in which a server runs: any, only those of this machine, or only remote ones. */
type Where = 'anywhere' | 'local' | 'remote';

/** The offered tools as globs over their names. A hidden tool stays hidden though it is allowed. */
interface ToolFilter {
  readonly allow?: readonly string[] | undefined;
  readonly hide?: readonly string[] | undefined;
}

/** The restarts of a crashed server. */
interface RestartSettings {
  /** Crashes in three minutes after which it is given up; 0 never restarts. */
  readonly maxCrashes: number;
}

/** The `PATH` of a local server: folders put before the inherited one, or one that replaces it. */
export type PathSettings =
  { readonly prepend: readonly string[] } | { readonly replace: readonly string[] };

/**
 * The settings of one server outside its launch. They stand in `roundhouse.servers`, or in the file of a host that has
 * them beside the launch. An absent key leaves the setting to others.
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
  /** The server may know the folders of the workspace. */
  readonly roots?: boolean | undefined;
}

/** The settings of one server by key; partial for a single layer. */
export interface SettingValues {
  readonly enabled: boolean;
  readonly autostart: Autostart;
  readonly startupTimeoutSeconds: number;
  readonly callTimeoutSeconds: number;
  /** Without a call; absent: the server stays. */
  readonly idleShutdownMinutes: number | undefined;
  readonly 'restart.maxCrashes': number;
  /** A list of globs from each place that has one. A tool is offered if each list has a match. */
  readonly 'tools.allow': readonly (readonly string[])[];
  readonly 'tools.hide': readonly string[];
  readonly path: PathSettings | undefined;
  readonly share: Share;
  /** `nowhere`: one place allows only this machine, the other only remote ones. */
  readonly where: Where | 'nowhere';
  readonly roots: boolean;
  /** The person believes what the server says of its tools. */
  readonly trustHints: boolean;
  /** The descriptions that models read in place of the server's own, by tool. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The name of a setting as it is read out: `tools.allow`. */
export type SettingKey = keyof SettingValues;

/** The valid settings of one layer, and the reasons for which others are ignored. */
interface ParsedSettings {
  readonly values: Partial<SettingValues>;
  /** `settingInvalid` {key, expected} or `settingUnknown` {key}. */
  readonly ignored: readonly Reason[];
}

/** The expected form of a value, and its reader. */
interface Shape {
  readonly expected: string;
  /** `undefined` where the value does not fit. */
  readonly read: (value: unknown) => unknown;
}

const shapes: { readonly [K in SettingKey]: Shape } = {
  enabled: truth(),
  autostart: oneOf('always', 'onDemand', 'never'),
  startupTimeoutSeconds: time(),
  callTimeoutSeconds: time(),
  idleShutdownMinutes: time(),
  'restart.maxCrashes': {
    expected: '0, 1, 2 …',
    read: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined),
  },
  'tools.allow': {
    expected: '["…"]',
    read: (value) => (isTextList(value) ? [value] : undefined),
  },
  'tools.hide': { expected: '["…"]', read: (value) => (isTextList(value) ? value : undefined) },
  path: { expected: '{"prepend": ["…"]}, {"replace": ["…"]}', read: readPath },
  share: oneOf('user', 'workspace', 'window'),
  where: oneOf('anywhere', 'local', 'remote'),
  roots: truth(),
  trustHints: truth(),
  descriptions: { expected: '{"tool": "…"}', read: readTexts },
};

/** Keys whose value is an object with settings in it. */
const groups: ReadonlySet<string> = new Set(['restart', 'tools']);

/** Reads what was written for one server; what is wrong is left out and named. */
export function parseSettings(written: unknown, key = ''): ParsedSettings {
  if (!isObject(written)) return { values: {}, ignored: [invalid(key, '{…}')] };
  const values: Record<string, unknown> = {};
  const ignored: Reason[] = [];
  for (const [name, value] of Object.entries(written)) {
    const path = key ? `${key}.${name}` : name;
    const shape = isKey(path) && !name.includes('.') ? shapes[path] : undefined;
    if (value === undefined) continue;
    if (!key && groups.has(name)) {
      const inner = parseSettings(value, name);
      Object.assign(values, inner.values);
      ignored.push(...inner.ignored);
    } else if (!shape) ignored.push({ code: 'settingUnknown', args: { key: path } });
    else {
      const read = shape.read(value);
      if (read === undefined) ignored.push(invalid(path, shape.expected));
      else values[path] = read;
    }
  }
  return { values, ignored };
}

/** The values of settings that were read already. */
export function valuesOf(settings: ServerSettings): Partial<SettingValues> {
  return parseSettings(settings).values;
}

function isKey(name: string): name is SettingKey {
  return Object.hasOwn(shapes, name);
}

function invalid(key: string, expected: string): Reason {
  return { code: 'settingInvalid', args: { key, expected } };
}

function oneOf(...allowed: readonly string[]): Shape {
  return {
    expected: allowed.map((word) => `"${word}"`).join(', '),
    read: (value) => allowed.find((word) => word === value),
  };
}

function truth(): Shape {
  return {
    expected: 'true, false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

function time(): Shape {
  return {
    expected: '1, 2 …',
    read: (value) => (Number.isFinite(value) && Number(value) > 0 ? value : undefined),
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}

function readTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  const isRead = isObject(value) && Object.values(value).every((text) => typeof text === 'string');
  return isRead ? (value as Record<string, string>) : undefined;
}

function readPath(value: unknown): PathSettings | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const { prepend, replace } = value;
  if (isTextList(prepend)) return { prepend };
  return isTextList(replace) ? { replace } : undefined;
}
