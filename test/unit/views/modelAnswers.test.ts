import { expect, test } from 'vitest';
import type { Reason } from '../../../src/base/errors';
import { modelAnswer } from '../../../src/views/modelAnswers';
import { reasonTexts } from '../../../src/views/reasonTexts';

test.each<[Reason, string]>([
  [
    {
      code: 'waitsForRetry',
      args: { server: 'till', seconds: 4 },
      cause: { code: 'connectionClosed' },
    },
    'The server "till" failed and is started again in 4 seconds. The connection to the server was closed. Call again in 4 seconds, not before.',
  ],
  [
    { code: 'notApproved', args: { server: 'till' } },
    'This entry has not been approved in its present form. Only the person can do something about it, so ask them, and wait: "Read its entry, then start it: that approves it."',
  ],
  [
    {
      code: 'crashLoop',
      args: { count: 5 },
      cause: { code: 'notFound', args: { command: 'nodejs' } },
    },
    'Only the person can do something about it, so ask them, and wait: "',
  ],
  [
    {
      code: 'unknownTool',
      args: { server: 'github', tool: 'create_isue', valid: ['create_issue'] },
    },
    'The server "github" has no tool "create_isue". The most alike it has: create_issue. Take one of these, or look for another one with roundhouse_search_tools.',
  ],
  [
    {
      code: 'argumentsWrong',
      args: { tool: 'list' },
      cause: {
        code: 'argumentChoice',
        args: { at: 'arguments.state', choices: ['"open"', '"closed"'] },
        cause: { code: 'argumentUnknown', args: { at: 'arguments.titel', meant: 'title' } },
      },
    },
    'The tool list was not called. arguments.state must be one of "open", "closed". arguments.titel is not known (did you mean "title"?). Correct the arguments, then call it again.',
  ],
  [
    { code: 'toolDenied', args: { server: 'x', tool: 'y', rule: 'x/*' } },
    'is denied by the rule "x/*". Do without it: only the person can change that rule.',
  ],
  [{ code: 'taskCancelled' }, 'The task of the call was cancelled by the server.'],
  [{ code: 'novel', args: { a: 1 } }, 'novel (a: 1)'],
])('%j', (reason, wanted) => {
  const answer = modelAnswer(reason);
  expect(answer).toContain(wanted);
  expect(answer).not.toMatch(/[[\]]|\n|\s$/);
});

test('every sentence says what is next, to the model or to the person, or nothing is', () => {
  for (const code of Object.keys(reasonTexts)) {
    expect(modelAnswer({ code })).not.toMatch(/undefined|\s$/);
  }
});
