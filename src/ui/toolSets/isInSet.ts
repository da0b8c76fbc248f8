import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import { isSelected } from '../../config/settings/toolSets';

/** True if models would get the tool with another set active. `globs`: see `setAt`. */
export function isInSet(
  policy: ToolPolicy,
  globs: readonly string[] | undefined,
  tool: string,
): boolean {
  return isSelected(globs, tool) && toolDecision(policy, tool).rule?.effect !== 'deny';
}
