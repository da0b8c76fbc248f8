import type { FaultGroup } from '../fault';

const stubborn = {
  ignoreSigterm: true,
  ignoreStdinEnd: true,
  descendants: ['group', 'session', 'daemon'],
} as const;

/** What goes wrong with our own host process. */
export const hostFaults: FaultGroup = {
  title: 'The host process of Roundhouse',
  faults: [
    {
      id: 'host-killed',
      what: 'The host process is killed (SIGKILL) with a call open.',
      does: 'The call fails at once; the watchdog ends the servers; a new host is there within a second and starts what ran.',
      host: 'process',
      losesHost: true,
      calls: [{ tool: 'slow' }],
      provoke: (scene) => scene.killHost(),
      outcome: { kind: 'reconnected' },
      lost: { calls: 1, reason: 'hostGone' },
    },
    {
      id: 'host-terminated',
      what: 'The host process is told to end (SIGTERM) with a call open.',
      does: 'It ends its servers first; then a new host starts what ran.',
      host: 'process',
      losesHost: true,
      calls: [{ tool: 'slow' }],
      provoke: (scene) => scene.killHost('SIGTERM'),
      outcome: { kind: 'reconnected' },
      lost: { calls: 1, reason: 'hostGone' },
    },
    {
      id: 'host-killed-stubborn',
      what: 'The same, with a server, children and a daemon that ignore everything.',
      does: 'The watchdog kills them all within five seconds.',
      host: 'process',
      losesHost: true,
      stdio: stubborn,
      provoke: (scene) => scene.killHost(),
      outcome: { kind: 'reconnected' },
    },
    {
      id: 'host-killed-with-watchdog',
      what: 'The host and its watchdog are killed together.',
      does: 'The next host finds the servers in the ledger and ends exactly these.',
      host: 'process',
      losesHost: true,
      stdio: stubborn,
      provoke: (scene) => {
        for (const pid of scene.stage.hostPids()) process.kill(pid, 'SIGKILL');
      },
      outcome: { kind: 'reconnected' },
    },
  ],
};
