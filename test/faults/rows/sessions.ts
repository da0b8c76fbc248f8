import { expect, vi } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { startFakeHttpProcess } from '../../support/fakeServer/fakeHttpProcess';
import type { FaultGroup } from '../fault';

/** What goes wrong with the sessions of HTTP servers. */
export const sessionFaults: FaultGroup = {
  title: 'Sessions of HTTP servers',
  faults: [
    {
      id: 'session-404',
      what: 'The server has forgotten the session (HTTP 404) when a call comes.',
      does: 'A new session at once; the call, which cannot have run, is repeated there.',
      http: {},
      provoke: (scene) => {
        scene.http.forgetSessions();
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'session-400',
      what: 'The same with HTTP 400, as many servers answer.',
      does: 'The same, once a ping is refused, too.',
      http: { unknownSession: 400 },
      provoke: (scene) => {
        scene.http.forgetSessions();
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'session-many-calls',
      what: 'The same with twenty calls at once.',
      does: 'One new session for all of them; every call is repeated once.',
      http: {},
      provoke: (scene) => {
        scene.http.forgetSessions();
        for (let count = 0; count < 20; count++) scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
      holds: (scene) => scene.requestsOf('initialize') === 2,
    },
    {
      id: 'session-restart',
      what: 'The server is restarted on its port with a call open.',
      does: 'The open call fails at once, because it may have run; the next one gets a new session.',
      http: {},
      calls: [{ tool: 'slow' }],
      provoke: async (scene) => {
        await scene.http.restart();
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'session-begun',
      what: 'A server without sessions comes back as one with sessions.',
      does: 'The call, which cannot have run, is repeated in a new session.',
      http: { stateless: true, unknownSession: 400 },
      provoke: async (scene) => {
        await scene.http.restart({ stateless: false });
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'session-era-newer',
      what: 'A server of the legacy era comes back as one of the modern era.',
      does: 'Its era is found out anew; the call, which cannot have run, is repeated.',
      http: { stateless: true },
      provoke: async (scene) => {
        await scene.http.restart({ era: 'modern', stateless: false, unknownSession: 400 });
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'session-era-older',
      what: 'A server of the modern era comes back as one of the legacy era.',
      does: 'The same.',
      http: { era: 'modern', unknownSession: 400 },
      provoke: async (scene) => {
        await scene.http.restart({ era: undefined });
        scene.call('echo');
      },
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'session-never-kept',
      what: 'The server forgets every session right after its lists were read.',
      does: 'A new session once, then the pauses of a crashing server; at last it rests.',
      http: { forgetAfter: 3 },
      provoke: async (scene) => {
        while (scene.snapshot()?.state.kind !== 'failed') {
          await scene.echo().catch(() => undefined);
          await delay(10);
        }
      },
      outcome: { kind: 'failed', reason: 'sessionLost', gaveUp: 'crashLoop' },
    },
    {
      id: 'session-sse-dropped',
      what: 'The stream of an HTTP+SSE server breaks with a call open.',
      does: 'Its session is gone: the call fails at once, and there is a new session.',
      http: { legacySse: true },
      calls: [{ tool: 'slow' }],
      provoke: (scene) => scene.http.dropConnections(),
      outcome: { kind: 'reconnected' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'session-server-killed',
      what: 'The process of the server is killed with a call open, and comes back on its port.',
      does: 'The call fails at once; reached again with growing pauses until the server is there.',
      launch: async (scene) => {
        const server = await startFakeHttpProcess({ tools: ['echo', 'slow'] });
        scene.closeAtEnd(() => server.close());
        scene.remote = server;
        return server.launch();
      },
      calls: [{ tool: 'slow' }],
      provoke: async (scene) => {
        await scene.remote?.kill('SIGKILL');
        // Were it back before anybody looked, only its session would be lost.
        await vi.waitFor(() => expect(scene.snapshot()?.state.kind).toBe('backingOff'));
        await scene.remote?.start();
      },
      outcome: { kind: 'restarted', reason: 'unreachable' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
  ],
};
