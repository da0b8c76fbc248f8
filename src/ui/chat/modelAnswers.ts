import type { Reason, ReasonArguments } from '../../base/errors';
import { nextAction, sentence } from '../text/strings';

/** Our tools that a step may name to models that have them. */
const genericTools = {
  listTool: 'roundhouse_list_servers',
  callTool: 'roundhouse_call_tool',
  searchTool: 'roundhouse_search_tools',
} as const;

/**
 * A reason for a model that has our generic tools: what is the case, and what to do next. What it can do itself is
 * said to it; where only the person can do something it is told to ask them, and not to try again before.
 */
export function modelAnswer(reason: Reason): string {
  return answer(reason, genericTools);
}

/** The same for a model behind the gateway, which has the tools of servers alone. */
export function gatewayAnswer(reason: Reason): string {
  return answer(reason, {});
}

function answer(reason: Reason, means: ReasonArguments): string {
  return `${sentence(reason)} ${nextAction(reason, 'model', means)?.text ?? ''}`.trim();
}
