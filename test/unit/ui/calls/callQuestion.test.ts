import { expect, test } from 'vitest';
import type { ToolPolicy } from '../../../../src/config/settings/toolPolicy';
import { pendingCall, callStep } from '../../../../src/ui/calls/callQuestion';

const rule = { tool: '*', effect: 'ask', pattern: 'till/*' } as const;
const policy: ToolPolicy = {
  set: undefined,
  rules: { own: [{ ...rule, layer: 'user' }], narrowing: [] },
  trustsHints: false,
};
const call = { id: 'user/till', tool: 'pay', arguments: { amount: 3 }, isFlagged: false };

test('a call of chat is asked about with the rule and where it stands', () => {
  const step = callStep(pendingCall({ ...call, rule: 'till/*' }, 'till', policy));
  expect(step.title).toBe('Run "pay" on till?');
  expect(step.placeholder).toBe('May chat make this call?');
  expect(step.prompt).toMatch(/The rule "till\/\*" \(.+\) asks before every call\./);
});

test('a rule that this window does not know, or knows no more, is named all the same', () => {
  const step = callStep(pendingCall({ ...call, rule: 'till/pay' }, 'till', policy));
  expect(step.prompt).toContain('The rule "till/pay" asks before every call.');
});

test('an agent is named as it calls itself, as text and nothing else', () => {
  const of = (client: string) => callStep(pendingCall({ ...call, client }, 'till', undefined));
  expect(of('Codex').placeholder).toBe('May the agent "Codex" make this call?');
  expect(of('').placeholder).toBe('May the agent make this call?');
  expect(of('[x](command:y)').placeholder).not.toContain('](');
});

test('what is suspicious is said, and where neither a rule nor that asks the claims stand alone', () => {
  expect(callStep(pendingCall({ ...call, isFlagged: true }, 'till', policy)).prompt).toContain(
    'lead models astray',
  );
  expect(callStep(pendingCall(call, 'till', policy)).prompt).toBe(
    'Its server does not say what it may touch.',
  );
});
