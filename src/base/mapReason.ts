import type { Reason, ReasonArguments } from './errors';

/** A reason, and what brought it about, with another text in the place of each one in it. */
export function mapReason({ code, args, cause }: Reason, change: (text: string) => string): Reason {
  const changed: Record<string, ReasonArguments[string]> = {};
  for (const [key, value] of Object.entries(args ?? {})) {
    if (typeof value === 'string') changed[key] = change(value);
    else if (typeof value === 'number') changed[key] = value;
    else changed[key] = value.map(change);
  }
  return { code, args: changed, ...(cause && { cause: mapReason(cause, change) }) };
}
