import type { PinMode } from './pinMode';
import { ruleFor, type AppliedRule, type ServerRules } from './toolRules';
import { isSelected } from './toolSets';

/** What is to be done with the tools of one server. */
export interface ToolPolicy {
  /** See `setAt`. */
  readonly set: readonly string[] | undefined;
  readonly rules: ServerRules;
  /** The person believes what the server says of its tools. */
  readonly trustsHints: boolean;
  /** Which tools wait until the person has looked at them; `changed` where absent. */
  readonly pins?: PinMode | undefined;
}

/** How one tool stands. */
export interface ToolStanding {
  /** It is in the active set. */
  readonly isOn: boolean;
  readonly rule: AppliedRule | undefined;
}

const known = new WeakMap<ToolPolicy, Map<string, ToolStanding>>();

/** How a tool stands by the policy of its server, worked out once for a policy. */
export function toolStanding(policy: ToolPolicy, tool: string): ToolStanding {
  const standings = known.get(policy) ?? new Map<string, ToolStanding>();
  known.set(policy, standings);
  const standing = standings.get(tool) ?? {
    isOn: isSelected(policy.set, tool),
    rule: ruleFor(policy.rules, tool),
  };
  standings.set(tool, standing);
  return standing;
}

/** Whether the policy lets models have a tool. */
export function isForModels(policy: ToolPolicy, tool: string): boolean {
  const { isOn, rule } = toolStanding(policy, tool);
  return isOn && rule?.effect !== 'deny';
}
