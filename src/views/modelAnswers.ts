import type { Reason } from '../base/errors';
import { format } from './format';
import { nextAction, sentence } from './strings';

/** What a model can do itself. All else only the person can, and what they can is said in its place. */
const modelSteps: Readonly<Record<string, string>> = {
  // It asked for what is not there
  unknownServer: 'Take one of these, or look at all with roundhouse_list_servers.',
  ambiguousServer: 'Name one by its id: {valid}.',
  unknownTool: 'Take one of these, or look for another one with roundhouse_search_tools.',
  argumentsWrong: 'Correct the arguments, then call it again.',
  unknownResult: 'Results are kept for a while only: call the tool again.',
  resourceNotFound: 'Look for the right address; do not ask for this one again.',

  // It will not get it
  toolHidden: 'Do without it.',
  toolOff: 'Do without it, or ask the person to switch it on.',
  toolDenied: 'Do without it: only the person can change that rule.',
  callRefused: 'Do not make it again; ask the person what to do instead.',
  askFirst: 'Ask the person to be there, then make it again.',
  toolHeld: 'Do without it, or ask the person to review the changed tools of the server.',
  chatAccessPolicy: 'Do without MCP servers.',

  // It may come later
  waitsForRetry: 'Call again in {seconds} {seconds|second|seconds}, not before.',
  silent: 'Call again in a minute.',
  timedOut:
    'Call again once, with less to do if that is possible. Where that fails, too, tell the person.',
  hostGone: 'Call again in a few seconds.',

  // It may have happened
  callInterrupted: 'See whether the call took effect before you make it again.',
  callStopped:
    'Ask the person to start the server. See whether the call took effect before you make it again.',
  taskGone: 'See whether the call took effect before you make it again.',

  // The server speaks
  serverError: 'Where its words do not say what to change, tell the person.',
  taskFailed: 'Where its words do not say what to change, tell the person.',
};

/**
 * A reason for a model: what is the case, and what to do next. What it can do itself is said to it; where only
 * the person can do something it is told to ask them, and not to try again before.
 */
export function modelAnswer(reason: Reason): string {
  return `${sentence(reason)} ${nextStep(reason)}`.trim();
}

function nextStep(reason: Reason): string {
  const own = modelSteps[reason.code];
  if (own !== undefined) return format(own, reason.args);
  const next = nextAction(reason);
  if (!next) return '';
  return format('Only the person can do something about it, so ask them, and wait: "{next}"', {
    next: next.text,
  });
}
