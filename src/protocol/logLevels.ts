import { logLevelSchema, type LogLevel } from '../ipc/contract';

/** The level of a client that has set none, which is also the default of most servers. */
export const defaultLogLevel: LogLevel = 'info';

/** The value if it is a log level. */
export function logLevelOf(value: unknown): LogLevel | undefined {
  return logLevelSchema.safeParse(value).data;
}

/** The most verbose level, where an absent one counts as the default; `undefined` where all are absent. */
export function mostVerbose(levels: readonly (LogLevel | undefined)[]): LogLevel | undefined {
  if (levels.every((level) => level === undefined)) return undefined;
  const all = new Set(levels.map((level = defaultLogLevel) => level));
  return logLevelSchema.options.find((level) => all.has(level));
}
