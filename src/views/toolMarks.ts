import { isForModels, toolStanding, type ToolPolicy } from '../config/toolPolicy';
import type { Tool } from '../contract/state';
import { ruleWords, sayTools } from './toolSetTexts';

/** Whether a box of the tree is ticked. */
export type Checkbox = 'on' | 'off';

/** How the line of a tool shows what models get of it. */
export interface ToolMark {
  readonly checkbox: Checkbox;
  /** A word for its description. */
  readonly note: string | undefined;
  /** Sentences for its tooltip. */
  readonly tips: readonly string[];
}

/** How a tool stands by the policy of its server. */
export function toolMark(policy: ToolPolicy, { name, annotations }: Tool): ToolMark {
  const { isOn, rule } = toolStanding(policy, name);
  const isDenied = rule?.effect === 'deny';
  const isDoubted = annotations?.['readOnlyHint'] === true && !policy.trustsHints;
  const isInChat = isOn && !isDenied;
  return {
    checkbox: isOn ? 'on' : 'off',
    note: isOn || isDenied ? rule && sayTools(rule.effect) : sayTools('off'),
    tips: [
      ...(rule ? [sayTools(`${rule.effect}Tip`, ruleWords(rule))] : []),
      ...(isOn || isDenied ? [] : [sayTools('offTip')]),
      ...(isInChat && isDoubted && rule?.effect !== 'ask' ? [sayTools('hintTip')] : []),
    ],
  };
}

/** How the line of a server shows what models get of its tools; `text` where that is not all. */
export interface ServerMark {
  readonly checkbox: Checkbox;
  readonly text: string | undefined;
}

/** How a server with tools stands: its box is ticked while any tool is switched on. */
export function serverMark(policy: ToolPolicy, tools: readonly Tool[]): ServerMark {
  const count = tools.length;
  const on = tools.filter(({ name }) => isForModels(policy, name)).length;
  const isOn = on > 0 || tools.some(({ name }) => toolStanding(policy, name).isOn);
  return {
    checkbox: isOn ? 'on' : 'off',
    text: on < count ? sayTools('someOn', { on, count }) : undefined,
  };
}
