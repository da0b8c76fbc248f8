import type { TroubleAt } from '../../support/fakeServer/httpTroubles';
import { serverId } from '../scene';
import type { Fault, FaultGroup } from '../fault';

const short = { callTimeoutSeconds: 1 };

/** One call meets with a trouble; the server runs on. */
function troubledCall(
  words: Pick<Fault, 'id' | 'what' | 'does'>,
  what: TroubleAt['what'],
  reason: string | undefined,
  more: Partial<Fault> = {},
): Fault {
  return {
    http: {},
    provoke: (scene) => {
      scene.http.troubles.add({ on: 'tools/call', what });
      scene.call('echo');
    },
    outcome: { kind: 'tolerated' },
    ...(reason !== undefined && { lost: { calls: 1, reason } }),
    ...words,
    ...more,
  };
}

const starting: readonly Fault[] = [
  {
    id: 'http-unreachable',
    what: 'Nothing listens at the address.',
    does: 'Tried again with growing pauses, then given up with the address.',
    launch: async (scene) => {
      const launch = await scene.serve({});
      await scene.http.close();
      return launch;
    },
    outcome: { kind: 'failed', reason: 'unreachable', gaveUp: 'crashLoop' },
  },
  {
    id: 'http-start-500',
    what: 'The server answers the handshake with HTTP 500, twice.',
    does: 'Tried again by itself until it runs.',
    http: { troubles: [{ on: 'initialize', what: { status: 500 }, times: 2 }] },
    outcome: { kind: 'restarted', reason: 'httpError' },
  },
  {
    id: 'http-start-502',
    what: 'A proxy answers everything with HTTP 502.',
    does: 'Tried again with growing pauses, then given up with the status.',
    http: { troubles: [{ what: { status: 502, body: 'Bad Gateway' }, times: 'always' }] },
    outcome: { kind: 'failed', reason: 'httpError', gaveUp: 'crashLoop' },
  },
  {
    id: 'http-start-503',
    what: 'The server is overloaded (HTTP 503) and asks to wait a second.',
    does: 'Tried again, but not before that second is over.',
    http: {
      troubles: [{ on: 'initialize', what: { status: 503, headers: { 'retry-after': '1' } } }],
    },
    outcome: { kind: 'restarted', reason: 'httpError' },
    notBefore: 1_000,
  },
  {
    id: 'http-start-401',
    what: 'The server refuses the credentials (HTTP 401).',
    does: 'Told at once; not tried again, because only a change can help.',
    http: { unauthorized: 401 },
    outcome: { kind: 'failed', reason: 'unauthorized' },
  },
  {
    id: 'http-start-silent',
    what: 'The server takes the connection and never answers.',
    does: 'Given up after the limit of a start.',
    http: { troubles: [{ what: 'silence', times: 'always' }] },
    options: { startupTimeoutSeconds: 1 },
    outcome: { kind: 'failed', reason: 'timedOut' },
  },
  {
    id: 'http-start-page',
    what: 'The address leads to a web page.',
    does: 'Told at once; not tried again.',
    http: { troubles: [{ what: 'page', times: 'always' }] },
    outcome: { kind: 'failed', reason: 'protocolError' },
  },
  {
    id: 'http-start-redirects',
    what: 'The address redirects to itself for ever.',
    does: 'Followed a few times, then told; not tried again.',
    http: { troubles: [{ what: 'redirectLoop', times: 'always' }] },
    outcome: { kind: 'failed', reason: 'httpError' },
  },
];

const calling: readonly Fault[] = [
  troubledCall(
    {
      id: 'http-500',
      what: 'A call is answered with HTTP 500.',
      does: 'The call fails with the status; the server runs on.',
    },
    { status: 500 },
    'httpError',
  ),
  troubledCall(
    {
      id: 'http-429',
      what: 'A call is answered with HTTP 429, too many requests.',
      does: 'The same. A call is never repeated by itself where it may have run.',
    },
    { status: 429, headers: { 'retry-after': '1' } },
    'httpError',
  ),
  troubledCall(
    {
      id: 'http-403',
      what: 'A call is refused (HTTP 403).',
      does: 'The call fails with the status; the server runs on.',
    },
    { status: 403 },
    'unauthorized',
  ),
  troubledCall(
    {
      id: 'http-slow',
      what: 'The headers of an answer take their time.',
      does: 'Waited for, as long as the limit of the call allows.',
    },
    { headersAfterMs: 700 },
    undefined,
  ),
  troubledCall(
    {
      id: 'http-silent',
      what: 'A call is never answered.',
      does: 'The call fails after its limit; the server, asked whether it lives, says so and runs on.',
    },
    'silence',
    'timedOut',
    { options: short },
  ),
  troubledCall(
    {
      id: 'http-reset',
      what: 'The connection is reset instead of an answer.',
      does: 'The call fails at once; the server runs on.',
    },
    'reset',
    'callInterrupted',
  ),
  troubledCall(
    {
      id: 'http-reset-reused',
      what: 'A kept connection is closed by the server at the moment when a call is sent over it.',
      does: 'The same: whether the call has run cannot be known.',
    },
    'resetReused',
    'callInterrupted',
  ),
  troubledCall(
    {
      id: 'http-half-event',
      what: 'The connection breaks in the middle of an answer.',
      does: 'The call fails at once; the server runs on.',
    },
    'half',
    'callInterrupted',
  ),
  troubledCall(
    {
      id: 'http-half-json',
      what: 'The connection breaks in the middle of a JSON body.',
      does: 'The same.',
    },
    'half',
    'callInterrupted',
    { http: { json: true } },
  ),
  troubledCall(
    {
      id: 'http-cut-json',
      what: 'A JSON body ends in its middle.',
      does: 'The call fails at once: that is no answer.',
    },
    'halfEnded',
    'protocolError',
    { http: { json: true } },
  ),
  troubledCall(
    {
      id: 'http-dropped',
      what: 'The stream of a call ends before the answer.',
      does: 'The call fails at once; the server runs on.',
    },
    'dropped',
    'callInterrupted',
  ),
  troubledCall(
    {
      id: 'http-dropped-resumable',
      what: 'The stream of a call ends before the answer, but after an event by which it can be resumed.',
      does: 'Resumed; the call is answered.',
    },
    'droppedAfterEvent',
    undefined,
    { http: { resumable: true } },
  ),
  troubledCall(
    {
      id: 'http-dropped-lost',
      what: 'The same, but the server does not know of the event any more.',
      does: 'The call fails after its limit; the server runs on.',
    },
    'droppedAfterEvent',
    'timedOut',
    { options: short },
  ),
  troubledCall(
    {
      id: 'http-page',
      what: 'A call is answered with a web page.',
      does: 'The call fails at once.',
    },
    'page',
    'protocolError',
  ),
];

const others: readonly Fault[] = [
  {
    id: 'http-no-stream',
    what: 'The server has no stream for what it says by itself (HTTP 405).',
    does: 'It may have none; calls are answered.',
    http: { troubles: [{ on: 'GET', what: { status: 405 }, times: 'always' }] },
    provoke: (scene) => scene.call('echo'),
    outcome: { kind: 'tolerated' },
  },
  {
    id: 'http-stream-drops',
    what: 'The stream for what the server says by itself is dropped again and again.',
    does: 'Opened anew with growing pauses; calls are answered.',
    http: { dropStreamMs: 100 },
    provoke: (scene) => scene.call('sleep', { ms: 1_500 }),
    outcome: { kind: 'tolerated' },
  },
  {
    id: 'http-delete-hangs',
    what: 'The server never answers when its session is to end.',
    does: 'Left after a second.',
    http: { troubles: [{ on: 'DELETE', what: 'silence', times: 'always' }] },
    provoke: (scene) => void scene.client.stop(serverId),
    outcome: { kind: 'stopped' },
  },
  {
    id: 'http-skew',
    what: 'The clock of the server is a day ahead.',
    does: 'Nobody asks it.',
    http: { dateSkewMs: 86_400_000 },
    provoke: (scene) => scene.call('echo'),
    outcome: { kind: 'tolerated' },
  },
  {
    id: 'http-hangs',
    what: 'The server accepts requests and answers none of them for a while.',
    does: 'The call fails after its limit; the server, asked whether it lives, says nothing; a new session as soon as it answers again.',
    http: {},
    options: short,
    provoke: (scene) => scene.call('busy', { ms: 2_500 }),
    outcome: { kind: 'restarted', reason: 'hung' },
    lost: { calls: 1, reason: 'timedOut' },
  },
];

/** What goes wrong between us and a server over HTTP. */
export const httpFaults: FaultGroup = {
  title: 'HTTP',
  faults: [...starting, ...calling, ...others],
};
