import { memoLast } from '../../base/lazy';
import { isForModels, toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import type { Tool } from '../../ipc/state';
import { ruleWords, t } from '../toolSets/toolSetTexts';

export type Checkbox = 'on' | 'off';

/** The marks of a tool's line that show what models get of it. */
export interface ToolMark {
  readonly checkbox: Checkbox;
  /** A word for its description. */
  readonly note: string | undefined;
  /** Sentences for its tooltip. */
  readonly tips: readonly string[];
}

/** The mark of a tool by the policy of its server. */
export function toolMark(policy: ToolPolicy, { name, annotations }: Tool): ToolMark {
  const { isOn, rule } = toolDecision(policy, name);
  const isDenied = rule?.effect === 'deny';
  const isDoubted = annotations?.['readOnlyHint'] === true && !policy.trustsHints;
  const isInChat = isOn && !isDenied;
  return {
    checkbox: isOn ? 'on' : 'off',
    note: isOn || isDenied ? rule && t(rule.effect) : t('off'),
    tips: [
      ...(rule ? [t(`${rule.effect}Tip`, ruleWords(rule))] : []),
      ...(isOn || isDenied ? [] : [t('offTip')]),
      ...(isInChat && isDoubted && rule?.effect !== 'ask' ? [t('hintTip')] : []),
    ],
  };
}

/** The marks of a server's line that show what models get of its tools; `text` where that is not all. */
export interface ServerMark {
  readonly checkbox: Checkbox;
  readonly text: string | undefined;
}

interface OnCount {
  /** Models get so many. */
  readonly inChat: number;
  /** Any is switched on, if only to be denied. */
  readonly isAny: boolean;
}

/** Number of tools that are on by a policy. Cached by list and policy, because states change more often. */
export const toolsOn = memoLast((tools: readonly Tool[], policy: ToolPolicy): OnCount => {
  const inChat = tools.filter(({ name }) => isForModels(policy, name)).length;
  const isAny = inChat > 0 || tools.some(({ name }) => toolDecision(policy, name).isOn);
  return { inChat, isAny };
});

/** The mark of a server with tools: its box is ticked while any tool is switched on. */
export function serverMark(policy: ToolPolicy, tools: readonly Tool[]): ServerMark {
  const count = tools.length;
  const { inChat: on, isAny } = toolsOn(tools, policy);
  return {
    checkbox: isAny ? 'on' : 'off',
    text: on < count ? t('someOn', { on, count }) : undefined,
  };
}
