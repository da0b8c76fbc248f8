import { expect, test } from 'vitest';
import { cpuText, durationText, memoryText, tookText } from '../../../../src/ui/text/texts';

test('memory is as exact as it is small', () => {
  const megabyte = 1024 ** 2;
  const sizes = [0, 5.25 * megabyte, 84.4 * megabyte, 1023 * megabyte, 1536 * megabyte];
  expect(sizes.map(memoryText)).toEqual(['0.0 MB', '5.3 MB', '84 MB', '1023 MB', '1.5 GB']);
});

test('the share of the processor counts cores', () => {
  expect([0, 0.034, 1.5].map(cpuText)).toEqual(['0 % CPU', '3 % CPU', '150 % CPU']);
});

test('a time span is as exact as a person wants it', () => {
  const [minute, hour] = [60_000, 3_600_000];
  const spans = [-5, 12_400, 59_999, 5 * minute, hour, 27 * hour + 5 * minute, 100 * hour];
  expect(spans.map(durationText)).toEqual([
    '0 s',
    '12 s',
    '59 s',
    '5 min',
    '1 h 0 min',
    '27 h 5 min',
    '4 days',
  ]);
});

test('how long something took is as exact as it was measured', () => {
  const times = [0, 0.0314, 1.094, 234.4, 999.6, 1_434, 75_310, 599_000, 750_000];
  expect(times.map((time) => tookText(time))).toEqual([
    '0 ms',
    '0.03 ms',
    '1.09 ms',
    '234 ms',
    '1 s',
    '1.43 s',
    '75.3 s',
    '599 s',
    '12 min',
  ]);
  const statistics = [3.084, 234, 996, 59_400];
  expect(statistics.map((time) => tookText(time, 2))).toEqual(['3.1 ms', '230 ms', '1 s', '59 s']);
});
