import { expect, test } from 'vitest';
import type { RequestFigures } from '../../../../src/ipc/figures';
import { estimateText, pageFigures, rateText } from '../../../../src/ui/serverPage/figures';
import { tookText } from '../../../../src/ui/text/texts';
import { toPageSchema } from '../../../../src/ui/serverPage/pageMessages';

const now = new Date(2026, 10, 5, 12).getTime();

function requests(calls: number, errors: number, bucket: number): RequestFigures {
  return { calls, errors, bytes: calls * 100, tokens: calls * 30, times: { [bucket]: calls } };
}

test('figures are summed for each tool, each day, and all', () => {
  const figures = pageFigures(
    {
      '2026-11-04': {
        up: 1_000,
        restarts: 1,
        requests: { 'tools/call add': requests(19, 1, 20), 'resources/read': requests(1, 0, 8) },
      },
      '2026-11-05': { up: 500, restarts: 2, requests: { 'tools/call add': requests(2, 1, 40) } },
    },
    now,
  );
  expect(toPageSchema.parse({ kind: 'figures', figures })).toEqual({ kind: 'figures', figures });
  expect(figures).toMatchObject({
    restarts: 3,
    up: 1_500,
    total: { calls: 22, errors: 2, bytes: 2_200, tokens: 660 },
    rows: [
      { method: 'tools/call', name: 'add', calls: 21, errors: 2, bytes: 2_100, tokens: 630 },
      { method: 'resources/read', name: '', calls: 1 },
    ],
  });
  const [add] = figures.rows;
  expect([add?.median, add?.p95].map((took = 0) => tookText(took, 2))).toEqual(['35 ms', '1.1 s']);
  expect(figures.days).toHaveLength(30);
  expect(figures.days.slice(-3)).toEqual([
    { date: '2026-11-03', calls: 0, errors: 0, tokens: 0 },
    { date: '2026-11-04', calls: 20, errors: 1, tokens: 600 },
    { date: '2026-11-05', calls: 2, errors: 1, tokens: 60 },
  ]);
});

test('tokens say that they are estimated', () => {
  expect([0, 847, 12_345, 999_900, 3_400_000].map(estimateText)).toEqual([
    '≈ 0',
    '≈ 850',
    '≈ 12k',
    '≈ 1M',
    '≈ 3.4M',
  ]);
});

test('a name has its spaces, and cannot look like another one', () => {
  const day = { up: 0, restarts: 0, requests: { 'tools/call pay\u202e now': requests(1, 0, 1) } };
  const { rows } = pageFigures({ '2026-11-05': day }, now);
  expect(rows[0]?.name).toBe('pay\\u{202e} now');
});

test('without any calls there are no rows', () => {
  expect(pageFigures({}, now)).toMatchObject({ rows: [], total: { calls: 0, median: 0 }, up: 0 });
});

test('a rate is never rounded to none', () => {
  expect([
    rateText(0, 0),
    rateText(0, 9),
    rateText(1, 400),
    rateText(1, 8),
    rateText(3, 3),
  ]).toEqual(['0 %', '0 %', '0.3 %', '13 %', '100 %']);
});
