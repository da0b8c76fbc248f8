import { ownValue } from '../base/json';
import { copyOfBeginning } from '../base/largeText';
import type { McpObject } from '../ipc/state';
import type { ConnectionLog } from './connection';

/** Characters, many times more than are shown. */
const longest = 16_000;

/**
 * Bounds a text before its secrets are masked. Half a secret at the cut is never shown, because `ServerLog` keeps 2,000
 * characters of it.
 */
export function logText(text: string): string {
  return copyOfBeginning(text, longest);
}

const levels: Readonly<Record<string, ConnectionLog['level']>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warning',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/** The log entry of a `notifications/message`. */
export function logEntryOf(params: McpObject): ConnectionLog {
  const { level, logger, data } = params;
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return {
    level: ownValue(levels, level) ?? 'info',
    text: logText(typeof logger === 'string' ? `${logger}: ${text}` : text),
  };
}
