import {
  inexactNumber,
  isObject,
  mayBeRounded,
  parsedJson,
  valueAt,
  withoutValues,
} from '../../base/json';
import { mask } from '../../base/mask';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';

/** A call of a tool, as it was recorded. */
export interface RecordedCall {
  readonly server: TrafficRecord['server'];
  readonly tool: string;
  /** Without values that are masked, and numbers that have too many digits. */
  readonly arguments: Record<string, unknown>;
  /** Absent where there is none, or only the beginning of it. */
  readonly result: Record<string, unknown> | undefined;
  /** True if the arguments and the result are those that were sent. */
  readonly isExact: boolean;
}

/** The call of a record; absent where it is none, or its request was cut. */
export function recordedCallOf(
  { server, method, from, subject }: TrafficRecord,
  { request, response }: TrafficMessages,
): RecordedCall | undefined {
  if (method !== 'tools/call' || from !== 'client' || subject === undefined) return undefined;
  const message = parsedJson(request.text);
  const sent = valueAt(message, ['params', 'arguments']) ?? {};
  if (message === undefined || !isObject(sent)) return undefined;
  const answer = response?.text ?? '';
  const result = valueAt(parsedJson(answer), ['result']);
  const isRounded = inexactNumber(request.text) !== undefined;
  const isOther = (value: unknown): boolean =>
    typeof value === 'string' ? value.includes(mask) : isRounded && mayBeRounded(value);
  return {
    server,
    tool: subject,
    arguments: withoutValues(sent, isOther) as Record<string, unknown>,
    result: isObject(result) ? result : undefined,
    isExact:
      !isRounded &&
      inexactNumber(answer) === undefined &&
      !JSON.stringify([sent, result]).includes(mask),
  };
}
