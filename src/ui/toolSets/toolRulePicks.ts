import type { AppliedRule, RuleEffect } from '../../config/settings/toolRules';
import { t } from './toolSetTexts';

/** How long a decision on a tool applies. */
export type RuleSpan = 'session' | 'workspace' | 'user';

/** A choice of effect; without one the user's rule is removed. */
export interface EffectPick {
  readonly label: string;
  readonly detail: string;
  readonly effect: RuleEffect | undefined;
}

/** A choice of duration. */
export interface SpanPick {
  readonly label: string;
  readonly detail: string;
  readonly span: RuleSpan;
}

/** Effects of a tool call; `rule`: the current one. */
export function effectPicks(rule: AppliedRule | undefined): readonly EffectPick[] {
  const pick = (
    key: 'effectAllow' | 'effectAsk' | 'effectDeny',
    effect: RuleEffect,
  ): EffectPick => ({
    label: `${rule?.effect === effect ? '$(check) ' : ''}${t(key)}`,
    detail: t(`${key}Detail`),
    effect,
  });
  return [
    pick('effectAllow', 'allow'),
    pick('effectAsk', 'ask'),
    pick('effectDeny', 'deny'),
    { label: t('effectNone'), detail: t('effectNoneDetail'), effect: undefined },
  ];
}

/** Durations, shortest first. */
export function spanPicks(): readonly SpanPick[] {
  return [
    { label: t('spanSession'), detail: t('spanSessionDetail'), span: 'session' },
    {
      label: t('spanWorkspace'),
      detail: t('spanWorkspaceDetail'),
      span: 'workspace',
    },
    { label: t('spanAlways'), detail: t('spanAlwaysDetail'), span: 'user' },
  ];
}
