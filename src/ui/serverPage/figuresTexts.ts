import { textsOf } from '../text/format';

/** Texts of a server's figures. */
export const t = textsOf({
  none: 'Figures are kept of servers that Roundhouse runs.',
  empty: 'Nothing was called in the last 30 days.',
  note: 'The last 30 days, on this machine only. Times are at most 9 % off, tokens are estimated.',
  noteExported:
    'The last 30 days. Times are at most 9 % off, tokens are estimated. New calls are also sent to {address}, as you have set.',
  loading: 'Loading…',
  clear: 'Clear Figures…',
  clearQuestion: 'Clear the figures of “{server}”?',
  clearDetail: 'They are forgotten for good, for every window.',
  clearNow: 'Clear',

  // All together
  all: 'All together',
  up: 'Time up',
  restarts: 'Restarts',
  failedOf: '{count} ({percent})',

  // Tables
  byRequest: 'By tool',
  tool: 'Tool',
  calls: 'Calls',
  errors: 'Failed',
  median: 'Median',
  p95: '95th percentile',
  returned: 'Returned',
  tokens: 'Tokens',
  prompts: 'Prompts',
  resources: 'Resources',

  // By day
  byDay: 'By day',
  dayCalls: 'Calls',
  dayErrors: 'Failed calls',
  dayTokens: 'Tokens returned',
  sumOfDays: '{count} in 30 days',
  plot: '{label} by day, {first} to {last}: {count}[, most on {day} with {most}]',
  bar: '{day}: {count}',

  // Quantities
  percent: '{count} %',
  estimate: '≈ {count}',
  thousands: '≈ {count}k',
  millions: '≈ {count}M',
});
