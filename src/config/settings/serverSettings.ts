import type { Reason } from '../../base/errors';
import { isObject, isTextList } from '../../base/json';

/** The time of a server's start: with the window, with its first use, or by a user only. */
type Autostart = 'always' | 'onDemand' | 'never';

/** The windows that share a process: all, those of one workspace, or a single one. */
type Share = 'user' | 'workspace' | 'window';

/** The windows in which a server runs: any, only those of this machine, or only remote ones. */
type Where = 'anywhere' | 'local' | 'remote';

/** The `PATH` of a local server: folders put before the inherited one, or one that replaces it. */
export type PathSettings =
  { readonly prepend: readonly string[] } | { readonly replace: readonly string[] };

/**
 * The settings that other hosts' files have beside a launch, in the form of `roundhouse.servers`. An absent key leaves
 * the setting to others.
 */
export interface ServerSettings {
  readonly enabled?: boolean | undefined;
  readonly startupTimeoutSeconds?: number | undefined;
  readonly callTimeoutSeconds?: number | undefined;
  /** The offered tools as globs over their names. A hidden tool stays hidden though it is allowed. */
  readonly tools?: {
    readonly allow?: readonly string[] | undefined;
    readonly hide?: readonly string[] | undefined;
  };
}

/** The settings of one server by key; partial for a single layer. */
export interface SettingValues {
  readonly enabled: boolean;
  readonly autostart: Autostart;
  readonly startupTimeoutSeconds: number;
  readonly callTimeoutSeconds: number;
  /** Without a call; absent: the server stays. */
  readonly idleShutdownMinutes: number | undefined;
  /** Crashes in three minutes after which a server is given up; 0 never restarts. */
  readonly 'restart.maxCrashes': number;
  /** A list of globs from each place that has one. A tool is offered if each list has a match. */
  readonly 'tools.allow': readonly (readonly string[])[];
  readonly 'tools.hide': readonly string[];
  readonly path: PathSettings | undefined;
  readonly share: Share;
  /** `nowhere`: one place allows only this machine, the other only remote ones. */
  readonly where: Where | 'nowhere';
  /** The server may know the folders of the workspace. */
  readonly roots: boolean;
  /** The person believes what the server says of its tools. */
  readonly trustHints: boolean;
  /** The descriptions that models read in place of the server's own, by tool. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The name of a setting as it is read out: `tools.allow`. */
export type SettingKey = keyof SettingValues;

interface Setting<T> {
  readonly default: T;
  /** The expected form of a value, for people. */
  readonly expected: string;
  /** `undefined` where the value does not fit. */
  readonly read: (value: unknown) => T | undefined;
  /**
   * The current value narrowed by what a workspace wants; `undefined` where that would widen it. Absent for settings
   * that no workspace may set.
   */
  readonly narrow?: (current: T, wanted: T) => T | undefined;
}

/** Every setting; the host has the same defaults. */
export const serverSettings: { readonly [K in SettingKey]: Setting<SettingValues[K]> } = {
  enabled: flag(true),
  autostart: oneOf('always', 'onDemand', 'never'),
  startupTimeoutSeconds: limit(60),
  callTimeoutSeconds: limit(300),
  idleShutdownMinutes: { ...limit(Infinity), default: undefined },
  'restart.maxCrashes': {
    ...limit(5),
    expected: '0, 1, 2 …',
    read: (value) =>
      Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined,
  },
  'tools.allow': {
    default: [],
    expected: '["…"]',
    read: (value) => (isTextList(value) ? [value] : undefined),
    narrow: (current, wanted) => [...current, ...wanted],
  },
  'tools.hide': {
    default: [],
    expected: '["…"]',
    read: (value) => (isTextList(value) ? value : undefined),
    narrow: (current, wanted) => [...new Set([...current, ...wanted])],
  },
  path: {
    default: undefined,
    expected: '{"prepend": ["…"]}, {"replace": ["…"]}',
    read: readPath,
  },
  share: oneOf('user', 'workspace', 'window'),
  where: {
    ...oneOf('anywhere', 'local', 'remote'),
    narrow: (current, wanted) => {
      if (wanted === 'anywhere') return undefined;
      return current === 'anywhere' ? wanted : 'nowhere';
    },
  },
  roots: flag(true),
  trustHints: flag(false),
  // A workspace could tell models anything about a tool.
  descriptions: { default: {}, expected: '{"tool": "…"}', read: readTexts },
};

/** The valid settings of one layer, and the reasons for which others are ignored. */
interface ParsedSettings {
  readonly values: Partial<SettingValues>;
  /** `settingInvalid` {key, expected} or `settingUnknown` {key}. */
  readonly ignored: readonly Reason[];
}

/** Keys whose value is an object with settings in it. */
const groups: ReadonlySet<string> = new Set(['restart', 'tools']);

/** Reads what was written for one server; what is wrong is left out and named. */
export function parseSettings(written: unknown, key = ''): ParsedSettings {
  if (!isObject(written)) return { values: {}, ignored: [invalid(key, '{…}')] };
  const values: Record<string, unknown> = {};
  const ignored: Reason[] = [];
  for (const [name, value] of Object.entries(written)) {
    const path = key ? `${key}.${name}` : name;
    const setting = isKey(path) && !name.includes('.') ? serverSettings[path] : undefined;
    if (value === undefined) continue;
    if (!key && groups.has(name)) {
      const inner = parseSettings(value, name);
      Object.assign(values, inner.values);
      ignored.push(...inner.ignored);
    } else if (!setting) ignored.push({ code: 'settingUnknown', args: { key: path } });
    else {
      const read = setting.read(value);
      if (read === undefined) ignored.push(invalid(path, setting.expected));
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
  return Object.hasOwn(serverSettings, name);
}

function invalid(key: string, expected: string): Reason {
  return { code: 'settingInvalid', args: { key, expected } };
}

/** One of several words, the widest first; it is also the default. */
function oneOf<T extends string>(...words: readonly [T, ...T[]]): Setting<T> {
  return {
    default: words[0],
    expected: words.map((word) => `"${word}"`).join(', '),
    read: (value) => words.find((word) => word === value),
    narrow: (current, wanted) =>
      words.indexOf(wanted) > words.indexOf(current) ? wanted : undefined,
  };
}

/** A switch that a workspace may only turn off. */
function flag(isOn: boolean): Setting<boolean> {
  return {
    default: isOn,
    expected: 'true, false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    narrow: (_current, wanted) => (wanted ? undefined : wanted),
  };
}

/** A number that a workspace may only lower; none is the same as an endless one. */
function limit(usual: number) {
  return {
    default: usual,
    expected: '1, 2 …',
    read: (value: unknown) =>
      Number.isFinite(value) && Number(value) > 0 ? Number(value) : undefined,
    narrow: (current = Infinity, wanted = Infinity) => (wanted < current ? wanted : undefined),
  };
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
