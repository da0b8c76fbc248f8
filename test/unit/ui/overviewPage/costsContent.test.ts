import { expect, test } from 'vitest';
import type { ToolUse } from '../../../../src/ipc/state';
import {
  pageCosts,
  pageToolCosts,
  type CostsInput,
} from '../../../../src/ui/overviewPage/costsContent';
import { toOverviewSchema } from '../../../../src/ui/overviewPage/overviewMessages';
import { processorTime } from '../../../support/processorTime';
import { costs, stock, till, tools } from '../costs/shopCosts';
import { catalog } from '../samples';

const day = 86_400_000;
const now = 1_000 * day;
const off = costs({ isOn: (_server, tool) => tool !== 'add' });

function page(parts: Partial<CostsInput> = {}) {
  const shown = pageCosts({
    costs: costs(),
    sets: new Map(),
    active: undefined,
    policies: new Map(),
    uses: new Map(),
    budget: 0,
    isUncounted: false,
    now,
    ...parts,
  });
  expect(toOverviewSchema.parse({ kind: 'costs', costs: shown })).toEqual({
    kind: 'costs',
    costs: shown,
  });
  return shown;
}

test('sums, sets and servers, the dearest first', () => {
  const sets = new Map([['small', ['till/pay']]]);
  const shown = page({ costs: off, sets, active: 'small', budget: 20_000 });
  expect(shown).toMatchObject({
    total: { text: '1050 tokens', tokens: 1_050 },
    budget: { text: '20k tokens', tokens: 20_000 },
    servers: [
      { id: till, name: 'till', on: 1, tools: 2, tokens: 1_000, text: '1000 tokens' },
      { id: stock, name: 'stock', on: 1, tools: 1, tokens: 50, text: '50 tokens' },
    ],
  });
  expect(shown.sets.map(({ title, isActive }) => [title, isActive])).toEqual([
    ['All tools', false],
    ['small (active)', true],
  ]);
  expect(shown.note).toContain('o200k');
  expect(page().budget).toBeUndefined();
});

test('says that there is nothing, or that nothing can be counted', () => {
  expect(page({ costs: costs({ catalogs: new Map() }) }).note).toBe(
    'No server has told its tools yet.',
  );
  expect(page({ isUncounted: true }).note).toContain('this editor runs no workers');
});

test('the tools of a server, with what is known of each', () => {
  const [server] = off.servers;
  if (!server) throw new Error('no server');
  const use: ToolUse = { since: now - day, calls: { pay: now - 3 * day } };
  const shown = pageToolCosts(
    server,
    { policy: undefined, vetted: { held: ['add'], fresh: [], flagged: {} }, use },
    now,
  );
  expect(shown).toEqual([
    {
      name: 'pay',
      isOn: true,
      canSwitch: true,
      tokens: 1_000,
      text: '1000 tokens',
      notes: ['last called 3 days ago'],
    },
    {
      name: 'add',
      isOn: false,
      canSwitch: false,
      tokens: 300,
      text: '300 tokens',
      notes: ['waits for review'],
    },
  ]);
});

test('5,000 tools take less than a second', () => {
  const many = tools(...Array.from({ length: 5_000 }, (_, at) => `tool_${at}`));
  const taken = processorTime();
  const all = costs({ catalogs: new Map([[till, catalog({ tools: many })]]) });
  page({ costs: all });
  const [server] = all.servers;
  const knowledge = { policy: undefined, vetted: undefined, use: undefined };
  expect(server && pageToolCosts(server, knowledge, now)).toHaveLength(5_000);
  expect(taken()).toBeLessThan(1_000);
});
