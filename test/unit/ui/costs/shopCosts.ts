import type { Tool } from '../../../../src/ipc/state';
import { serversInChat, toolCosts, type CostInput } from '../../../../src/ui/costs/toolCosts';
import { catalog, entries, shopFile } from '../samples';

export const shop = shopFile(
  '{"servers": {"till": {"command": "till"}, "stock": {"command": "stock"}}}',
);
export const [till, stock] = ['folder:shop/till', 'folder:shop/stock'];
export const tools = (...names: string[]): Tool[] => names.map((name) => ({ name }));

/** Costs of the shop's tools, unless other facts are given. */
export function costs(parts: Partial<CostInput> = {}) {
  return toolCosts({
    servers: serversInChat(entries([shop])),
    catalogs: new Map([
      [till, catalog({ tools: tools('add', 'pay') })],
      [stock, catalog({ tools: tools('count') })],
    ]),
    counts: new Map([
      [
        till,
        new Map([
          ['add', 300],
          ['pay', 1_000],
        ]),
      ],
      [stock, new Map([['count', 50]])],
    ]),
    isOn: () => true,
    ...parts,
  });
}
