import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import { isSelected } from '../../config/settings/toolSets';

/** Whether models would get a tool by a policy if another set were active: its `globs` are those of `setAt`. */
export function isInSet(
  policy: ToolPolicy,
  globs: readonly string[] | undefined,
  tool: string,
): boolean {
  return isSelected(globs, tool) && toolDecision(policy, tool).rule?.effect !== 'deny';
}
