import { ruleFor, type AppliedRule, type ServerRules } from './toolRules';
import { isSelected } from './toolSets';

/** The tools hidden from models until the user has seen them: none, changed ones, or new ones too. */
export const pinModes = ['off', 'changed', 'strict'] as const;
export type PinMode = (typeof pinModes)[number];

/** The user's mode, or a stricter one of the workspace. An unknown word is ignored. */
export function pinModeOf(user: unknown, ...narrowing: readonly unknown[]): PinMode {
  const said = pinModes.find((mode) => mode === user) ?? 'changed';
  const ranks = [said, ...narrowing].map((mode) => pinModes.findIndex((one) => one === mode));
  return pinModes[Math.max(...ranks)] ?? said;
}

/** The policy for the tools of one server. */
export interface ToolPolicy {
  /** See `setAt`. */
  readonly set: readonly string[] | undefined;
  readonly rules: ServerRules;
  /** The person believes what the server says of its tools. */
  readonly trustsHints: boolean;
  /** Which tools wait until the person has looked at them; `changed` where absent. */
  readonly pins?: PinMode | undefined;
}

/** The decision of a policy about one tool. */
interface ToolDecision {
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

/** True if models get the tool. */
export function isForModels(policy: ToolPolicy, tool: string): boolean {
  const { isOn, rule } = toolDecision(policy, tool);
  return isOn && rule?.effect !== 'deny';
}

/**
 * Tokens that tools may take, of a person's setting and of one that comes with a workspace and can only be
 * stricter; 0: as many as they like.
 */
export function toolBudgetOf(user: unknown, workspace: unknown, otherwise: number): number {
  const own = isBudget(user) ? user : otherwise;
  const limits = [own, workspace].filter(isBudget).filter((limit) => limit > 0);
  return limits.length > 0 ? Math.min(...limits) : 0;
}

function isBudget(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
