import type { AppliedRule, RuleEffect } from '../../config/settings/toolRules';
import { t } from './toolSetTexts';

/** For how long a person's word on a tool counts. */
export type RuleSpan = 'session' | 'workspace' | 'user';

/** A line of the choice of an effect; without one a person takes back what they said. */
export interface EffectPick {
  readonly label: string;
  readonly detail: string;
  readonly effect: RuleEffect | undefined;
}

/** A line of the choice how long that counts. */
export interface SpanPick {
  readonly label: string;
  readonly detail: string;
  readonly span: RuleSpan;
}

/** What may happen when a tool is called; `rule`: the one that counts now. */
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

/** The spans, shortest first. */
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
