import { expect, test } from 'vitest';
import { toOverviewSchema } from '../../../../src/ui/overviewPage/overviewMessages';
import { serverRows } from '../../../../src/ui/overviewPage/serversContent';
import { shownCosts } from '../../../../src/ui/costs/toolCosts';
import { costs, shop } from '../costs/shopCosts';
import { entries, now, snapshot } from '../samples';

test('a server says how it is, what helps first, and what it costs', () => {
  const shown = entries([shop], {
    till: snapshot({ kind: 'running', since: 0 }, { tools: 2 }),
    stock: snapshot({ kind: 'failed', error: { code: 'unauthorized' } }),
  });
  const servers = serverRows(shown.values(), shownCosts(costs(), 0), now);
  const message = { kind: 'servers', servers };
  expect(toOverviewSchema.parse(message)).toEqual(message);
  const [till, stock] = servers;
  expect(till).toMatchObject({
    name: 'till',
    state: { text: 'running' },
    detail: undefined,
    actions: [{ command: 'stopServer' }, { command: 'restartServer' }],
    tools: 2,
    tokens: '1300 tokens',
  });
  expect(stock?.state.text).toBe('failed');
  expect(stock?.detail).toContain('credentials');
  expect(stock?.tools).toBeUndefined();
  expect(stock?.actions.map(({ command }) => command)).toEqual([
    'openConfiguration',
    'startServer',
  ]);
});
