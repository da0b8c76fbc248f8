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

/** What a policy decides about one tool. */
export interface ToolDecision {
  /** It is in the active set. */
  readonly isOn: boolean;
  readonly rule: AppliedRule | undefined;
}

const known = new WeakMap<ToolPolicy, Map<string, ToolDecision>>();

/** The decision about a tool, computed once for a policy. */
export function toolDecision(policy: ToolPolicy, tool: string): ToolDecision {
  const decisions = known.get(policy) ?? new Map<string, ToolDecision>();
  known.set(policy, decisions);
  const decision = decisions.get(tool) ?? {
    isOn: isSelected(policy.set, tool),
    rule: ruleFor(policy.rules, tool),
  };
  decisions.set(tool, decision);
  return decision;
}

/** Whether the policy lets models have a tool. */
export function isForModels(policy: ToolPolicy, tool: string): boolean {
  const { isOn, rule } = toolDecision(policy, tool);
  return isOn && rule?.effect !== 'deny';
}
