import { shownCosts, toolCosts, type ToolCosts } from '../../src/ui/costs/toolCosts';
import { pageCosts } from '../../src/ui/overviewPage/costsContent';
import { toolPicks } from '../../src/ui/toolSets/toolPicks';
import { toolSetLine, toolSetPicks } from '../../src/ui/toolSets/toolSetPicks';
import { treeChanges } from '../../src/ui/tree/treeNode';
import { treeNodes, type TreeInput } from '../../src/ui/tree/treeNodes';
import { isForModels } from '../../src/config/settings/toolPolicy';
import {
  manyToolsWindow,
  withOneRestarted,
  type ManyToolsWindow,
} from '../support/manyToolsWindow';
import { Rounds } from './report';

const rounds = 15;
const sets = new Map(Array.from({ length: 10 }, (_set, at) => [`set ${at}`, [`*/get_*_${at}`]]));

/** One thing that a window does with its tools. `prepare` is not measured. */
interface Work {
  readonly name: string;
  prepare(window: ManyToolsWindow): () => unknown;
}

function costsOf(window: ManyToolsWindow): ToolCosts {
  const servers = Array.from(window.entries.values(), ({ definition }) => definition);
  return toolCosts({
    ...window,
    servers,
    isOn: (server, tool) => {
      const policy = window.policies.get(server);
      return !policy || isForModels(policy, tool);
    },
  });
}

function treeInput(window: ManyToolsWindow, costs = costsOf(window)): TreeInput {
  return { ...window, costs: shownCosts(costs, 20_000).servers, now: 0, remote: false };
}

const works: readonly Work[] = [
  {
    name: 'the tree, first',
    prepare: (window) => {
      const input = treeInput(window);
      return () => treeNodes(input);
    },
  },
  {
    name: 'the tree, one server told something',
    prepare: (window) => {
      const input = treeInput(window);
      const before = treeNodes(input);
      return () => treeChanges(before, treeNodes({ ...input, entries: withOneRestarted(window) }));
    },
  },
  {
    name: 'costs',
    prepare: (window) => () => costsOf(window),
  },
  {
    name: 'the status bar',
    prepare: (window) => () =>
      toolSetLine({ ...window, sets, active: undefined, isChanged: false }),
  },
  {
    name: 'the choice of ten sets',
    prepare: (window) => () =>
      toolSetPicks({ ...window, sets, active: undefined, isChanged: false }),
  },
  {
    name: 'the choice of tools',
    prepare: (window) => () => toolPicks(window.entries, window.catalogs),
  },
  {
    name: 'the page of costs',
    prepare: (window) => {
      const costs = costsOf(window);
      const { policies } = window;
      return () =>
        pageCosts({
          costs,
          sets,
          active: undefined,
          policies,
          uses: new Map(),
          budget: 20_000,
          isUncounted: false,
          now: 0,
        });
    },
  },
];

/** Milliseconds on tools that were not looked at before. */
function once(work: Work, tools: number): number {
  const act = work.prepare(manyToolsWindow(tools));
  globalThis.gc?.();
  const begun = performance.now();
  act();
  return performance.now() - begun;
}

const sizes = [500, 1_000, 10_000];
for (const work of works) {
  const figures = new Rounds(sizes.map((tools) => `${tools} tools`));
  for (let round = 0; round < rounds; round++)
    for (const tools of sizes) figures.add(`${tools} tools`, once(work, tools));
  figures.report({ part: 'views', name: work.name, unit: 'ms' });
}
