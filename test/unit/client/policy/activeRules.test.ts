import { computed, signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import type { Definition } from '../../../../src/config/definition';
import { ruleFor } from '../../../../src/config/settings/toolRules';
import type { LayeredSetting } from '../../../../src/client/configuredServers';
import { ActiveRules } from '../../../../src/client/policy/activeRules';
import { configFile, said } from '../../../support/openWorkspace';
import { MemoryKeyValueStore } from '../memoryStores';

const { definitions } = configFile({ servers: { till: { command: 'x' } } }).parsed;
const [till] = definitions as readonly [Definition];

function opened(setting: LayeredSetting, store = new MemoryKeyValueStore()) {
  const rules = new ActiveRules(signal(setting), store);
  const rule = computed(() => ruleFor(rules.of(till, false, new Set()), 'put'));
  return { rules, store, now: () => [rule.value?.effect, rule.value?.layer] };
}

test('decisions for the session go before those for the workspace, and these before the settings', async () => {
  const { rules, store, now } = opened(said({ user: { 'till/put': 'deny' } }));
  expect(now()).toEqual(['deny', 'user']);
  await rules.decide(till.id, undefined, 'ask', 'workspace');
  expect(now()).toEqual(['ask', 'choice']);
  await rules.decide(till.id, 'put', 'allow', 'session');
  expect(now()).toEqual(['allow', 'session']);
  expect(opened(said({}), store).now()).toEqual(['ask', 'choice']);
  await rules.decide(till.id, 'put', undefined, 'session');
  expect(now()).toEqual(['ask', 'choice']);
  await rules.decide(till.id, undefined, undefined, 'workspace');
  expect(now()).toEqual(['deny', 'user']);
  expect([...store.values.values()]).toEqual([{}]);
});

test('a decision for the workspace ends that of the session', async () => {
  const { rules, now } = opened(said({}));
  await rules.decide(till.id, 'put', 'allow', 'session');
  await rules.decide(till.id, 'put', 'deny', 'workspace');
  expect(now()).toEqual(['deny', 'choice']);
});

test('a decision is no way round the settings of the workspace', async () => {
  const { rules, now } = opened(said({ workspace: { '*/put': 'ask' } }));
  await rules.decide(till.id, 'put', 'allow', 'workspace');
  expect(now()).toEqual(['ask', 'workspace']);
});

test('what is kept and is not understood counts for nothing', () => {
  const store = new MemoryKeyValueStore();
  for (const kept of ['x', [1], { 'till/put': 7 }]) {
    store.values.set('toolRules', kept);
    expect(opened(said({}), store).now()).toEqual([undefined, undefined]);
  }
});

test('rules for a server of the person’s own only make stricter what a namesake does', () => {
  const { rules } = opened(
    said({
      user: {
        till: 'allow',
        'till/drop': 'deny',
        [`${till.id}/get`]: 'allow',
        '*/list': 'allow',
      },
    }),
  );
  const effects = (isNamesake: boolean) =>
    ['put', 'drop', 'get', 'list'].map(
      (tool) => ruleFor(rules.of(till, isNamesake, new Set()), tool)?.effect,
    );
  expect(effects(false)).toEqual(['allow', 'deny', 'allow', 'allow']);
  expect(effects(true)).toEqual([undefined, 'deny', 'allow', 'allow']);
});
