import { expect, test } from 'vitest';
import type { ServerState } from '../../../src/ipc/state';
import { DeclinedServers } from '../../../src/client/declinedServers';

test('questions of a server are declined until it starts anew, or the person wants them again', () => {
  let state: ServerState = { kind: 'running', since: 1 };
  const declined = new DeclinedServers((id) => (id === 'a' ? state : undefined));
  expect(declined.has('a')).toBe(false);
  declined.add('a');
  expect(declined.has('a')).toBe(true);
  expect(declined.has('b')).toBe(false);
  state = { kind: 'degraded', since: 1, what: { code: 'listFailed' } };
  expect(declined.has('a')).toBe(true);
  state = { kind: 'running', since: 2 };
  expect(declined.has('a')).toBe(false);
  declined.add('a');
  declined.delete('a');
  expect(declined.has('a')).toBe(false);
  // It may ask while it starts.
  state = { kind: 'starting', attempt: 1, step: 'initializing' };
  declined.add('a');
  expect(declined.has('a')).toBe(true);
  state = { kind: 'running', since: 3 };
  expect(declined.has('a')).toBe(true);
  state = { kind: 'running', since: 4 };
  expect(declined.has('a')).toBe(false);
});
