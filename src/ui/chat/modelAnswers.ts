import type { Reason } from '../../base/errors';
import { sentenceWithNext } from '../reasons/sentence';

/** Generic tools that next actions may name. */
const genericTools = {
  listTool: 'roundhouse_list_servers',
  callTool: 'roundhouse_call_tool',
  searchTool: 'roundhouse_search_tools',
} as const;

/**
 * A reason for a model with the generic tools, with the next action. If only the user can act, the model is told to
 * ask them and not to retry before.
 */
export function modelAnswer(reason: Reason): string {
  return sentenceWithNext(reason, 'model', genericTools);
}
