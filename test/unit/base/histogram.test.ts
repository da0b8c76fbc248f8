import { expect, test } from 'vitest';
import { addHistogram, addValue, quantile, type Histogram } from '../../../src/base/histogram';

function histogramOf(values: Iterable<number>): Histogram {
  const histogram: Histogram = {};
  for (const value of values) addValue(histogram, value);
  return histogram;
}

test('a quantile is at most 9.1 % off, over all magnitudes', () => {
  for (const scale of [1, 7, 130, 2_400, 31_000]) {
    const values = Array.from({ length: 100 }, (_value, at) => scale * (1 + at / 50));
    for (const share of [0.01, 0.5, 0.95, 1]) {
      const exact = values[Math.ceil(share * values.length) - 1] ?? Number.NaN;
      const found = quantile(histogramOf(values), share) ?? Number.NaN;
      expect(Math.abs(found / exact - 1)).toBeLessThan(0.091);
    }
  }
});

test('half of the values are at most the median, however it is reached', () => {
  expect(quantile(histogramOf([10, 10, 10, 1_000]), 0.5)).toBeLessThan(11);
  expect(quantile(histogramOf([10, 1_000, 1_000]), 0.5)).toBeGreaterThan(900);
  expect(quantile(histogramOf([...Array<number>(19).fill(10), 1_000]), 0.95)).toBeLessThan(11);
  expect(
    quantile(histogramOf([...Array<number>(18).fill(10), 1_000, 1_000]), 0.95),
  ).toBeGreaterThan(900);
});

test('values beyond the buckets count in the outer ones; without values there is no quantile', () => {
  expect(quantile(histogramOf([0, 0.01]), 0.5)).toBeLessThan(1.1);
  expect(quantile(histogramOf([1e12]), 0.5)).toBeGreaterThan(3_600_000);
  expect(quantile({}, 0.5)).toBeUndefined();
});

test('histograms are added', () => {
  const sum = histogramOf([5, 6]);
  addHistogram(sum, histogramOf([5, 900]));
  expect(sum).toEqual(histogramOf([5, 6, 5, 900]));
});
