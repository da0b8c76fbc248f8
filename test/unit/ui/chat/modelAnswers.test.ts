import { expect, test } from 'vitest';
import type { Reason } from '../../../../src/base/errors';
import { modelAnswer } from '../../../../src/ui/chat/modelAnswers';
import { nextAction, reasonTexts, sentenceForModel } from '../../../../src/ui/reasons/sentence';

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
    'This entry, or what it takes from the workspace, has not been approved in its present form. Only the person can do something about it, in the MCP Roundhouse view, so ask them, and wait: "Start it: a page shows what would run, for you to approve."',
  ],
  [
    {
      code: 'crashLoop',
      args: { count: 5 },
      cause: { code: 'notFound', args: { command: 'nodejs' } },
    },
    'A person must start it again in the MCP Roundhouse view: ask them, and do not call it before. What they can do about it: "Check the spelling, that it is installed, and that it is on the PATH."',
  ],
  [
    {
      code: 'givenUp',
      args: { server: 'till' },
      cause: { code: 'timedOut', args: { what: 'initialize', seconds: 60, said: 'Listening' } },
    },
    'The server "till" failed and is not started again by itself. The server did not answer "initialize" within 60 seconds. It said: Listening A person must start it again in the MCP Roundhouse view: ask them, and do not call it before. What they can do about it: "Read the log to see what the server said."',
  ],
  [
    {
      code: 'callInterrupted',
      args: { server: 'till' },
      cause: { code: 'crashLoop', args: { count: 5 }, cause: { code: 'exited' } },
    },
    'See whether the call took effect before you make it again. A person must start it again in the MCP Roundhouse view',
  ],
  [
    { code: 'notStartedByItself', args: { server: 'till' } },
    'A person must start it in the MCP Roundhouse view: ask them, and wait.',
  ],
  [
    { code: 'inputMissing', args: { input: 'token' } },
    'Only the person can do something about it, in the MCP Roundhouse view, so ask them, and wait: "Start the server to be asked for it."',
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

test('behind the gateway no tool is named that is not there', () => {
  const unknown = { code: 'unknownTool', args: { server: 'x', tool: 'y', valid: ['z'] } };
  expect(sentenceForModel(unknown)).toMatch(/it has: z\. Take one of these\.$/);
  for (const code of Object.keys(reasonTexts)) {
    expect(sentenceForModel({ code })).not.toMatch(/undefined|\s$/);
    if (nextAction({ code }, 'model')) {
      expect(nextAction({ code }, 'model')?.text).not.toContain('roundhouse_');
    }
  }
});

test('no answer has a place that was left open, or ends in nothing', () => {
  for (const code of Object.keys(reasonTexts)) {
    expect(modelAnswer({ code }), code).not.toMatch(/undefined|\s$|^$/);
  }
});
