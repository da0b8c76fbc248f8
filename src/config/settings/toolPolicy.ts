import { BoundedMap } from '../../base/bounded';
import { ruleFor, type AppliedRule, type ServerRules, type ToolRule } from './toolRules';
import { isSelected } from './toolSets';
import { memo } from '../../base/lazy';

/** Tools that are held back until a person has seen them: none, changed ones, or new ones too. */
export const pinModes = ['off', 'changed', 'strict'] as const;
export type PinMode = (typeof pinModes)[number];

/** The mode of the user settings, unless those of the workspace are stricter; unknown modes are ignored. */
export function pinModeOf(user: unknown, ...narrowing: readonly unknown[]): PinMode {
  const own = pinModes.find((mode) => mode === user) ?? 'changed';
  const ranks = [own, ...narrowing].map((mode) => pinModes.findIndex((one) => one === mode));
  return pinModes[Math.max(...ranks)] ?? own;
}

/** The policy for the tools of one server. A window knows the layer of each rule, its host does not. */
export interface ToolPolicy<R extends ToolRule = AppliedRule> {
  /** See `setAt`; `undefined` means all tools. */
  readonly set: readonly string[] | undefined;
  readonly rules: ServerRules<R>;
  /** The person believes the server's hints about its tools. */
  readonly trustsHints: boolean;
  /** `changed` where absent. */
  readonly pins?: PinMode | undefined;
}

/** The outcome of a policy for one tool. */
interface ToolDecision<R extends ToolRule = AppliedRule> {
  /** It is in the active set. */
  readonly isOn: boolean;
  /** The rule that counts; without one the server and the editor decide. */
  readonly rule: R | undefined;
  /** Its `readOnlyHint` is believed, unless its definition is suspicious. */
  readonly believesHint: boolean;
}

/** Decisions that a policy remembers, because models may ask for any name. */
const mostDecisions = 20_000;

const decisionsOf = memo(
  (_policy: object) => new BoundedMap<string, ToolDecision<ToolRule>>(mostDecisions),
);

/** Decides about one tool; window and host evaluate policies by this function alone. */
export function toolDecision<R extends ToolRule>(
  policy: ToolPolicy<R>,
  tool: string,
): ToolDecision<R> {
  const decisions = decisionsOf(policy);
  const known = decisions.get(tool) as ToolDecision<R> | undefined;
  if (known) return known;
  const rule = ruleFor(policy.rules, tool);
  const decision = {
    isOn: isSelected(policy.set, tool),
    rule,
    believesHint: policy.trustsHints && rule?.effect !== 'ask',
  };
  decisions.set(tool, decision);
  return decision;
}

/** True if models get a tool by the policy. */
export function isForModels(policy: ToolPolicy<ToolRule>, tool: string): boolean {
  const { isOn, rule } = toolDecision(policy, tool);
  return isOn && rule?.effect !== 'deny';
}

/** The token limit for tools. A workspace can only lower the person's number; 0 means no limit. */
export function toolBudgetOf(user: unknown, workspace: unknown, otherwise: number): number {
  const own = isBudget(user) ? user : otherwise;
  const limits = [own, workspace].filter(isBudget).filter((limit) => limit > 0);
  return limits.length > 0 ? Math.min(...limits) : 0;
}

function isBudget(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
