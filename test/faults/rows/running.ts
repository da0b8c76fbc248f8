import { setTimeout as delay } from 'node:timers/promises';
import type { FaultGroup } from '../fault';

const three = Array.from({ length: 3 }, () => ({ tool: 'slow' }));

/** What goes wrong with a server that runs. */
export const runningFaults: FaultGroup = {
  title: 'While it runs',
  faults: [
    {
      id: 'running-killed',
      what: 'The process is killed (SIGKILL) with three calls open.',
      does: 'The calls fail at once, with the reason; the server is started again.',
      calls: three,
      provoke: (scene) => scene.kill('SIGKILL'),
      outcome: { kind: 'restarted', reason: 'exited' },
      lost: { calls: 3, reason: 'callInterrupted' },
    },
    {
      id: 'running-crashes',
      what: 'A tool crashes the process.',
      does: 'Its call fails at once, with the code and what stderr says of why; the server is started again.',
      provoke: (scene) => scene.call('crash', { code: 3 }),
      outcome: { kind: 'restarted', reason: 'exited' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'running-segfaults',
      what: 'A tool makes the process die by a signal (SIGSEGV).',
      does: 'The same, with the name of the signal.',
      provoke: (scene) => scene.call('crash', { signal: 'SIGSEGV' }),
      outcome: { kind: 'restarted', reason: 'exited' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'running-exits',
      what: 'The process ends by itself with code 0.',
      does: 'Started again: nobody asked it to end.',
      provoke: (scene) => scene.call('crash', { code: 0 }),
      outcome: { kind: 'restarted', reason: 'exited' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'running-exits-after-call',
      what: 'The process ends right after it has answered a call.',
      does: 'The answer is delivered; the server is started again.',
      stdio: { exitAfterCalls: 2 },
      provoke: async (scene) => {
        await scene.echo();
        scene.call('echo');
      },
      outcome: { kind: 'restarted', reason: 'exited' },
    },
    {
      id: 'running-crash-loop',
      what: 'The process ends again and again, a moment after each start.',
      does: 'Started again with growing pauses; after five times in three minutes it rests until somebody starts it.',
      stdio: { exitAfterMs: 300 },
      provoke: async () => undefined,
      outcome: { kind: 'failed', reason: 'exited', gaveUp: 'crashLoop' },
    },
    {
      id: 'running-cut',
      what: 'The process dies in the middle of a message.',
      does: 'Half a message is none: the call fails at once; the server is started again.',
      provoke: (scene) => scene.call('cut'),
      outcome: { kind: 'restarted', reason: 'exited' },
      lost: { calls: 1, reason: 'callInterrupted' },
    },
    {
      id: 'running-suspended',
      what: 'The process is stopped for a second (SIGSTOP, SIGCONT), as by a debugger.',
      does: 'Calls wait; nothing is lost.',
      calls: [{ tool: 'sleep', args: { ms: 100 } }],
      provoke: async (scene) => {
        scene.kill('SIGSTOP');
        scene.call('echo');
        await delay(1_000);
        scene.kill('SIGCONT');
      },
      outcome: { kind: 'tolerated' },
    },
  ],
};
