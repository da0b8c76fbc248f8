import type { Descendant } from '../../support/fakeServer/fakeServer';
import { serverId } from '../scene';
import type { Fault, FaultGroup } from '../fault';

const stubborn = { ignoreSigterm: true, ignoreStdinEnd: true };

/** A server dies and leaves something behind. */
function survivor(kind: Descendant, what: string, does: string): Fault {
  return {
    id: `process-survivor-${kind}`,
    what,
    does,
    stdio: { descendants: [kind], ignoreSigterm: true },
    provoke: (scene) => scene.kill('SIGKILL'),
    outcome: { kind: 'restarted', reason: 'exited' },
  };
}

/** What goes wrong with the processes of a server, and when it is to end. */
export const processFaults: FaultGroup = {
  title: 'Processes',
  faults: [
    survivor(
      'group',
      'The server dies, and a child of it that ignores SIGTERM lives on.',
      'The child is ended before the server is started again.',
    ),
    survivor(
      'session',
      'The same with a child in a session of its own (setsid).',
      'The same: it is known by its parent, and where the parent is gone, by a mark in its environment.',
    ),
    survivor(
      'daemon',
      'The same with a daemon, which has no parent any more.',
      'The same: it is known by a mark in its environment.',
    ),
    {
      id: 'process-shell-killed',
      what: 'The server runs under a shell, and only the shell is killed.',
      does: 'The server is ended with it, then both are started again.',
      stdio: { underShell: true },
      provoke: (scene) => scene.kill('SIGKILL'),
      outcome: { kind: 'restarted', reason: 'exited' },
    },
    {
      id: 'process-ignores-stdin',
      what: 'The server is to end and ignores the end of its stdin.',
      does: 'It gets SIGTERM.',
      stdio: { ignoreStdinEnd: true },
      provoke: (scene) => void scene.client.stop(serverId),
      outcome: { kind: 'stopped' },
    },
    {
      id: 'process-ignores-sigterm',
      what: 'The server is to end and ignores the end of its stdin and SIGTERM.',
      does: 'It is killed.',
      stdio: stubborn,
      provoke: (scene) => void scene.client.stop(serverId),
      outcome: { kind: 'stopped' },
    },
    {
      id: 'process-hangs-on-close',
      what: 'The server is to end and loops for ever instead.',
      does: 'It gets SIGTERM, and is killed if need be.',
      stdio: { hangOnClose: true, ignoreSigterm: true },
      provoke: (scene) => void scene.client.stop(serverId),
      outcome: { kind: 'stopped' },
    },
    {
      id: 'process-stopped',
      what: 'The server is to end and its process is stopped (SIGSTOP).',
      does: 'It is killed.',
      provoke: (scene) => {
        scene.kill('SIGSTOP');
        void scene.client.stop(serverId);
      },
      outcome: { kind: 'stopped' },
    },
    {
      id: 'process-family',
      what: 'The server is to end, and it, its children and a daemon of it ignore everything.',
      does: 'All of them are killed.',
      stdio: { ...stubborn, descendants: ['group', 'session', 'daemon'] },
      provoke: (scene) => void scene.client.stop(serverId),
      outcome: { kind: 'stopped' },
    },
    {
      id: 'process-calls-open',
      what: 'The server is to end with calls open.',
      does: 'The calls fail at once, with the reason.',
      calls: [{ tool: 'slow' }, { tool: 'slow' }],
      provoke: (scene) => void scene.client.stop(serverId),
      outcome: { kind: 'stopped' },
      lost: { calls: 2, reason: 'callStopped' },
    },
  ],
};
