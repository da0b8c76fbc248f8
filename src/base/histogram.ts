/** Buckets for each doubling of a value. */
const perDoubling = 4;
/** Buckets from 1 to 2^22: in milliseconds more than an hour. Lesser and greater values count in the outer ones. */
const bucketCount = 22 * perDoubling;

/** The number of values in each bucket that has some, by the bucket's number. Bucket n begins at 2^(n/4). */
export type Histogram = Record<string, number>;

/** Counts a value. */
export function addValue(histogram: Histogram, value: number): void {
  const fitting = Math.floor(Math.log2(value) * perDoubling);
  const bucket = Math.min(Math.max(fitting, 0), bucketCount - 1);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

/** Counts the values of another histogram, too. */
export function addHistogram(histogram: Histogram, other: Histogram): void {
  for (const [bucket, count] of Object.entries(other)) {
    histogram[bucket] = (histogram[bucket] ?? 0) + count;
  }
}

/**
 * The value that this share of the values does not exceed; `undefined` without values. It is the middle of its bucket,
 * so at most 9.1 % off.
 */
export function quantile(histogram: Histogram, share: number): number | undefined {
  // Keys that are whole numbers come in their order.
  const buckets = Object.entries(histogram);
  let left = Math.ceil(share * buckets.reduce((sum, [, count]) => sum + count, 0));
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return 2 ** ((Number(bucket) + 0.5) / perDoubling);
  }
  return undefined;
}
