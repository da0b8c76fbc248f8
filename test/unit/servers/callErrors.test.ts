import { expect, test } from 'vitest';
import { mapReason, UserError, type Reason } from '../../../src/base/errors';
import type { ServerState } from '../../../src/ipc/state';
import { interruptedCall } from '../../../src/servers/callErrors';

const exited: Reason = { code: 'exited', args: { exit: 3 } };
const failure = new UserError('connectionClosed', { method: 'tools/call' }, { because: exited });
const refused = new UserError('sessionLost', { method: 'tools/call' });

function explained(error: UserError, state: ServerState): Reason {
  return interruptedCall(error, 'till', state, (reason) => ({ ...reason, args: {} })).reason;
}

test('says when the server is started again, and why it ended', () => {
  const state: ServerState = {
    kind: 'backingOff',
    attempt: 2,
    retryAt: Date.now() + 3_900,
    error: exited,
  };
  expect(explained(failure, state)).toEqual({
    code: 'callInterrupted',
    args: { server: 'till', seconds: 4 },
    cause: exited,
  });
});

test('says that the server is given up', () => {
  const error = { code: 'crashLoop', args: { count: 5 }, cause: exited };
  expect(explained(failure, { kind: 'failed', error })).toEqual({
    code: 'callInterrupted',
    args: { server: 'till' },
    cause: { ...error, args: { count: 5, server: 'till' } },
  });
  expect(explained(failure, { kind: 'failed', error: exited })).toEqual({
    code: 'callInterrupted',
    args: { server: 'till' },
    cause: { code: 'givenUp', args: { server: 'till' }, cause: exited },
  });
});

test.each<ServerState>([{ kind: 'stopping' }, { kind: 'idle', cached: true }])(
  'says that the server was stopped: $kind',
  (state) => {
    expect(explained(failure, state)).toEqual({ code: 'callStopped', args: { server: 'till' } });
  },
);

test('tells no secret of the cause where the server goes on', () => {
  expect(explained(failure, { kind: 'running', since: 1 })).toEqual({
    code: 'callInterrupted',
    args: { server: 'till' },
    cause: { code: 'exited', args: {} },
  });
});

test('of a call that was not taken it says why there is no server', () => {
  const state: ServerState = { kind: 'backingOff', attempt: 2, retryAt: Date.now(), error: exited };
  expect(explained(refused, state)).toMatchObject({ code: 'waitsForRetry', cause: exited });
  expect(explained(refused, { kind: 'failed', error: exited })).toMatchObject({
    code: 'givenUp',
    cause: exited,
  });
});

test('other failures lose the secrets of the launch, but for the words of the server', () => {
  const url = 'https://shop.example/s3cret/mcp';
  const clean = (reason: Reason): Reason =>
    mapReason(reason, (text) => text.replace('s3cret', '•••'));
  const of = (failure: UserError): UserError =>
    interruptedCall(failure, 'till', { kind: 'running', since: 0 }, clean);
  const refused = of(new UserError('httpError', { status: 500, url }));
  expect(refused).toMatchObject({ code: 'httpError', args: { status: 500 } });
  expect(JSON.stringify(refused.reason)).not.toContain('s3cret');
  const said = new UserError('serverError', { code: 1, message: 's3cret' });
  expect(of(said)).toBe(said);
});

test('leaves other failures alone', () => {
  const other = new UserError('timedOut', { what: 'tools/call', seconds: 1 });
  expect(interruptedCall(other, 'till', { kind: 'stopping' }, (reason) => reason)).toBe(other);
});
