import { textsOf } from '../text/format';

/** Texts of what happened to a server. */
export const t = textsOf({
  happened: 'What happened last',
  neverStarted: 'Roundhouse has not started it since its host process began.',
  loading: 'Loading…',

  backingOff: 'Waiting for attempt {attempt}',

  // The strip
  period: 'Period',
  lastMinutes: 'Last {count} min',
  lastHours: 'Last {count} {count|hour|hours}',
  all: 'All',
  strip:
    'Timeline from {from} to {to}: up {percent} %, {failures} {failures|end|ends} by failure, {starts} {starts|start|starts}',
  end: '{time} {state}[: {why}]',
  span: '{state} {lasted}, from {time}',
  now: 'now',

  // The list
  lasted: 'for {span}',
  soFar: 'for {span} so far',
  showAll: 'Show all {count}',
  showLast: 'Show only the last ones',
});
