import type { FaultGroup } from '../fault';

/** What goes wrong with the lists of tools, prompts and resources. */
export const listFaults: FaultGroup = {
  title: 'Lists',
  faults: [
    {
      id: 'list-fails',
      what: 'The server cannot tell its tools.',
      does: 'It runs, shown as degraded with the text of the error; nothing of it is offered until it can.',
      stdio: { failing: ['tools/list'] },
      outcome: { kind: 'degraded', reason: 'listFailed' },
    },
    {
      id: 'list-silent',
      what: 'The server never answers when it is asked for its tools.',
      does: 'The same, after the limit for lists.',
      stdio: { silent: ['tools/list'] },
      outcome: { kind: 'degraded', reason: 'listFailed' },
    },
    {
      id: 'list-slow',
      what: 'The list of tools takes its time.',
      does: 'Waited for; the others start meanwhile.',
      stdio: { slowListMs: 700 },
      outcome: { kind: 'tolerated' },
    },
    {
      id: 'list-endless',
      what: 'Every page of the tools names a further page, without an end.',
      does: 'Read until fifty pages in a row have no tool; what was read is offered.',
      stdio: { endlessCursor: true },
      outcome: { kind: 'tolerated' },
      holds: (scene) => scene.toolNames().includes('echo'),
    },
    {
      id: 'list-repeats',
      what: 'A page of the tools names itself as the next one.',
      does: 'Read once; what was read is offered.',
      stdio: { repeatCursor: true },
      outcome: { kind: 'tolerated' },
      holds: (scene) => scene.toolNames().includes('echo'),
    },
    {
      id: 'list-storm',
      what: 'The server says a thousand times in a row that its tools have changed.',
      does: 'Read again once or twice, not a thousand times.',
      http: {},
      provoke: (scene) => scene.call('storm', { count: 1_000 }),
      outcome: { kind: 'tolerated' },
      holds: (scene) => scene.requestsOf('tools/list') < 10,
    },
    {
      id: 'list-restless',
      what: 'The server says that its tools have changed whenever it is asked for them.',
      does: 'Read again with a rest in between.',
      stdio: { listChangedAfterList: true },
      outcome: { kind: 'tolerated' },
    },
    {
      id: 'list-malformed',
      what: 'A tool is not described as the protocol wants it.',
      does: 'It is left out and named in the report; the others are offered.',
      stdio: { malformedTool: true },
      outcome: { kind: 'tolerated' },
      holds: (scene) =>
        !scene.toolNames().includes('malformed') && scene.toolNames().includes('echo'),
    },
    {
      id: 'list-duplicates',
      what: 'Every tool is listed twice.',
      does: 'The server runs, and its tools can be called.',
      stdio: { duplicateTools: true },
      outcome: { kind: 'tolerated' },
    },
    {
      id: 'list-huge',
      what: 'The server has ten thousand tools.',
      does: 'They are read; the other servers are not held up.',
      stdio: { toolCount: 10_000 },
      outcome: { kind: 'tolerated' },
      holds: (scene) => scene.toolNames().length === 10_000,
    },
  ],
};
