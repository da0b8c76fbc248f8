import type { FaultGroup } from '../fault';

const short = { callTimeoutSeconds: 1 };

/** What goes wrong with calls. */
export const callFaults: FaultGroup = {
  title: 'Calls',
  faults: [
    {
      id: 'call-unanswered',
      what: 'A call is never answered, but the server answers others.',
      does: 'The call fails after its limit; the server, asked whether it lives, says so and runs on.',
      options: short,
      provoke: (scene) => scene.call('slow'),
      outcome: { kind: 'tolerated' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-hangs-server',
      what: 'A tool loops for ever on the only thread of the server.',
      does: 'The call fails after its limit; the server, asked whether it lives, says nothing and is started again.',
      options: short,
      provoke: (scene) => scene.call('hang'),
      outcome: { kind: 'restarted', reason: 'hung' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-stops-server',
      what: 'The process is stopped (SIGSTOP) for good in the middle of a call.',
      does: 'The same.',
      options: short,
      provoke: (scene) => scene.call('stop'),
      outcome: { kind: 'restarted', reason: 'hung' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-mutes-server',
      what: 'The server reads on but writes nothing any more.',
      does: 'The same.',
      options: short,
      provoke: (scene) => scene.call('mute'),
      outcome: { kind: 'restarted', reason: 'hung' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-hangs-after-answer',
      what: 'The server hangs right after it has answered a call, and another call comes.',
      does: 'The same.',
      stdio: { hangAfterCalls: 2 },
      options: short,
      provoke: async (scene) => {
        await scene.echo();
        await scene.echo();
        scene.call('echo');
      },
      outcome: { kind: 'restarted', reason: 'hung' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-busy',
      what: 'A tool computes on the only thread of the server, which answers nothing else meanwhile.',
      does: 'Shown as silent while it lasts; the calls are answered, nothing is restarted.',
      provoke: (scene) => scene.call('busy', { ms: 3_000 }),
      outcome: { kind: 'recovered', reason: 'silent' },
    },
    {
      id: 'call-no-ping',
      what: 'The server refuses pings with an error, and a call is never answered.',
      does: 'An error is an answer, too: the call fails after its limit, the server runs on.',
      stdio: { failing: ['ping'] },
      options: short,
      provoke: (scene) => scene.call('slow'),
      outcome: { kind: 'tolerated' },
      lost: { calls: 1, reason: 'timedOut' },
    },
    {
      id: 'call-cancel-ignored',
      what: 'A call is cancelled, and the server goes on with it and answers all the same.',
      does: 'The call ends at once for who cancelled it; the late answer is dropped.',
      stdio: { ignoreCancel: true },
      calls: [{ tool: 'forever' }],
      provoke: (scene) => scene.cancelCalls(),
      outcome: { kind: 'tolerated' },
      lost: { calls: 1, reason: 'cancelled' },
      noted: 'ignoresCancel',
    },
    {
      id: 'call-error',
      what: 'A call is answered with an error.',
      does: 'The call fails with the text of the error.',
      provoke: (scene) => scene.call('fail'),
      outcome: { kind: 'tolerated' },
      lost: { calls: 1, reason: 'serverError' },
    },
    {
      id: 'call-answered-twice',
      what: 'Every answer comes twice.',
      does: 'The second is dropped.',
      stdio: { answerTwice: true },
      provoke: (scene) => scene.call('echo'),
      outcome: { kind: 'tolerated' },
    },
    {
      id: 'call-stray-answers',
      what: 'Answers come to requests that nobody sent.',
      does: 'They are dropped.',
      stdio: { strayAnswers: true },
      provoke: (scene) => scene.call('echo'),
      outcome: { kind: 'tolerated' },
    },
  ],
};
