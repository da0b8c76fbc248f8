import { ownValue } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { ConnectionLog } from './connection';
import { logText } from './logText';

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
