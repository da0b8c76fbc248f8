import { UserError } from '../../base/errors';

/** A range as it is asked for, counted from 1, negative from the end. */
export interface AskedRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/**
 * The first and the last of the `total` that are asked for; what lies behind the last is left out.
 * @throws UserError `partOutOfRange` where there are none.
 */
export function rangeIn(
  { from, to }: AskedRange,
  total: number,
  unit: 'lines' | 'characters',
): { from: number; to: number } {
  const first = Math.max(1, from < 0 ? total + 1 + from : from);
  const last = Math.min(total, to === undefined ? total : to < 0 ? total + 1 + to : to);
  if (first > last) {
    throw new UserError('partOutOfRange', { unit, total, asked: [from, to ?? ''].join('-') });
  }
  return { from: first, to: last };
}
