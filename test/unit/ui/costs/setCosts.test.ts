import { expect, test } from 'vitest';
import type { ToolPolicy } from '../../../../src/config/settings/toolPolicy';
import { serverRules } from '../../../../src/config/settings/toolRules';
import { setCosts } from '../../../../src/ui/costs/toolCosts';

const id = 'folder:shop/till';
const each = [
  { tool: { name: 'add' }, tokens: 300, isOn: true },
  { tool: { name: 'pay' }, tokens: 50, isOn: false },
  { tool: { name: 'wipe' }, tokens: 7, isOn: false },
];
const servers = [{ id, name: 'till', each, tools: 1, tokens: 300, isWhole: true }];
const rules = serverRules({ user: { 'till/wipe': 'deny' } }, { id, name: 'till' });
const policies = new Map<string, ToolPolicy>([[id, { set: ['add'], rules, trustsHints: false }]]);

test('each set is counted as it is written, without what a rule denies', () => {
  const sets = new Map([
    ['paying', ['till/pay', 'mail']],
    ['no adding', ['!till/add']],
  ]);
  expect(setCosts({ servers, sets, active: 'paying', policies })).toEqual([
    { name: undefined, isActive: false, tools: 2, tokens: 350, isWhole: true },
    { name: 'paying', isActive: true, tools: 1, tokens: 50, isWhole: true },
    { name: 'no adding', isActive: false, tools: 1, tokens: 50, isWhole: true },
  ]);
});

test('without sets there is nothing to compare', () => {
  expect(setCosts({ servers, sets: new Map(), active: undefined, policies })).toEqual([]);
});
