import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { hostsOf } from '../support/editor/openEditor';
import { repeatUntil } from '../support/editor/repeatUntil';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { toolSetItem } from '../support/editor/statusBar';
import { median } from '../bench/report';
import { readProcess } from '../support/readProcess';
import { largest, manyOf, replayedServers } from '../support/replayedServers';

// Sixty servers with 5,000 tools in a real window: what a person does with them, and how long it takes.

/** What the process of the extensions noted of itself; see `demoModel/gauge.js`. */
interface Gauged {
  readonly at: number;
  readonly stood: number;
  readonly rss: number;
  readonly heapUsed: number;
}

const lists = mkdtempDisposableSync(join(tmpdir(), 'rh-lists-'));
const gauge = join(lists.path, 'gauge.jsonl');

const editor = editorForFile(async () => ({
  folder: { servers: await replayedServers(lists.path) },
  settings: {
    // As whoever has so many: models without tool search take 128.
    'roundhouse.toolSet': 'set 0',
    'roundhouse.toolSets': Object.fromEntries(
      Array.from({ length: 10 }, (_set, at) => [`set ${at}`, ['github', `store1${at}`]]),
    ),
  },
  env: { ROUNDHOUSE_GAUGE: gauge },
  approve: false,
  // The agent hides some of so many tools.
  agrees: false,
  after: [lists],
}));
const serverPage = new ServerPage(editor);
const { tree, quick, approval } = editor;

function gauged(): Gauged[] {
  if (!existsSync(gauge)) return [];
  const lines = readFileSync(gauge, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Gauged);
}

/** How long something took, in milliseconds, and how long the extensions stood still meanwhile at most. */
async function timed(what: string, act: () => Promise<unknown>): Promise<number> {
  const begun = Date.now();
  await act();
  const took = Date.now() - begun;
  // The next line of the gauge tells of the end of this.
  await vi.waitFor(() => expect(gauged().at(-1)?.at ?? 0).toBeGreaterThan(begun + took));
  const meanwhile = gauged().filter(({ at }) => at >= begun && at <= begun + took + 300);
  const stood = Math.max(0, ...meanwhile.map((line) => line.stood));
  console.log(`${what}: ${took} ms, the extensions stood still for ${stood.toFixed(0)} ms`);
  return took;
}

async function printMemory(when: string): Promise<void> {
  const { rss = Number.NaN, heapUsed = Number.NaN } = gauged().at(-1) ?? {};
  const { memory = Number.NaN } = (await readProcess(hostsOf(editor)[0] ?? 0)) ?? {};
  const [host, all, heap] = [memory, rss, heapUsed].map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(
    `${when}: host ${host} MB, process of all extensions ${all} MB, ${heap} MB of it heap`,
  );
}

/** A line of the tree, brought to where the lines below it are in sight too: its list holds only those. */
async function scrollTo(line: string | RegExp): Promise<Locator> {
  const row = tree.row(line);
  await tree.scroll(-100_000);
  await vi.waitFor(
    async () => {
      if (!(await row.isVisible())) await tree.scroll(300);
      expect(await row.isVisible()).toBe(true);
    },
    { timeout: 30_000, interval: 50 },
  );
  await tree.scrollUp(row);
  return row;
}

/** Waits until every tool is known, as the status bar says. */
async function allKnown(): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(await toolSetItem(editor.page).getAttribute('aria-label')).toContain(
        ` of ${manyOf.tools} tools`,
      ),
    { timeout: 120_000, interval: 100 },
  );
}

test('all of them come up, and the tree shows every server', async () => {
  await timed('the page on which they are approved', async () => {
    await editor.setUp();
    await approval.primary.filter({ hasText: `Start ${manyOf.servers} Servers` }).waitFor();
  });
  await approval.approve();
  await timed('until all servers run', () => allKnown());
  await approval.cancel();
  await timed('until the tree shows it of the last one', () =>
    scrollTo(/^store01running · \d+ tools/),
  );
  await printMemory('running');
}, 300_000);

/** Ticks a box or takes its tick away, and again where the editor forgot it because it asked for the rows anew meanwhile. */
function setBox(row: Locator, ticked: boolean, inChat: number): Promise<void> {
  const told = tree.row(`${inChat} of ${manyOf.ofLargest} in chat`);
  return repeatUntil(told, () => tree.setBox(row, ticked));
}

test('the tools of a large server open, are switched and found', async () => {
  const server = await scrollTo(new RegExp(`^${largest}running`));
  const tool = tree.row(/_1(?!\d)/);
  await timed(`${manyOf.ofLargest} tools below a server`, async () => {
    await tree.expand(server);
    await tool.waitFor();
  });
  await screenshot(editor.page, 'many-tools-tree');
  await timed('the tooltip of a tool', () => tree.tooltip(tool, 'tokens of every request'));
  await timed('one tool switched on', () => setBox(tool, true, 1));
  await timed('its server switched off', () => setBox(server, false, 0));
  await timed('the search in the tree', async () => {
    // A click on its row would open its page.
    await editor.page.locator('.part.sidebar .monaco-list[role=tree]').focus();
    await editor.page.keyboard.press('ControlOrMeta+Alt+F');
    await editor.page.locator('.monaco-tree-type-filter input').fill('_498');
    await tree.row(/_498(?!\d)/).waitFor();
  });
  await editor.page.keyboard.press('Escape');
}, 120_000);

test('the choices of tools and of sets open, and one of 5,000 is found', async () => {
  const { page } = editor;
  await timed('the choice of sets', async () => {
    await toolSetItem(page).click();
    await quick.row('set 3').waitFor();
  });
  await screenshot(page, 'many-tools-sets');
  await timed('another set', async () => {
    await quick.choose('set 3');
    await toolSetItem(page).getByText('set 3', { exact: true }).waitFor();
  });
  await timed('the choice of 5,000 tools', async () => {
    await runCommand(page, 'MCP Roundhouse: List Tools');
    await quick.asks('Tools of all servers');
    await quick.row('filesystem').waitFor();
  });
  await timed('one of them is found', async () => {
    await quick.box.fill('_498');
    await quick.row(/_498(?!\d)/).waitFor();
  });
  await screenshot(page, 'many-tools-choice');
  await page.keyboard.press('Escape');
}, 120_000);

test('the page of their costs opens', async () => {
  await timed('the page of costs', async () => {
    await runCommand(editor.page, 'MCP Roundhouse: Show Tool Costs');
    await serverPage.body.getByText('20k tokens', { exact: true }).waitFor();
  });
  await screenshot(editor.page, 'many-tools-costs');
  await printMemory('after all');
});

/** Milliseconds from Enter on a choice to each of what its page shows, in their order. The page stays open. */
async function openingTimes(
  command: string,
  choice: string,
  ...shown: readonly Locator[]
): Promise<readonly number[]> {
  await runCommand(editor.page, command);
  await quick.asks(/^Which (?:page|server)\?$/);
  await quick.box.fill(choice);
  await quick.find(choice);
  const begun = performance.now();
  await editor.page.keyboard.press('Enter');
  const times: number[] = [];
  for (const one of shown) {
    await one.waitFor();
    times.push(performance.now() - begun);
  }
  return times;
}

async function closePage(shown: Locator): Promise<void> {
  await runCommand(editor.page, 'View: Close Editor');
  await shown.waitFor({ state: 'detached' });
}

const headOfLargest = (): Locator => serverPage.body.locator('header', { hasText: largest });
const tabOfTools = (): Locator =>
  serverPage.body.getByRole('tab', { name: new RegExp(`^Tools\\s*${manyOf.ofLargest}`) });

test('the page of a large server opens little later than one with nothing but a heading', async () => {
  const empty = serverPage.title.filter({ hasText: 'Empty' });
  const openServer = 'MCP Roundhouse: Open Server Page';
  const times: Record<'floor' | 'head' | 'tabs', number>[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const [floor = 0] = await openingTimes('Demo: Open Empty Page', 'empty', empty);
    await closePage(empty);
    const [head = 0, tabs = 0] = await openingTimes(
      openServer,
      largest,
      headOfLargest(),
      tabOfTools(),
    );
    await closePage(tabOfTools());
    times.push({ floor, head, tabs });
  }
  // The first page of a window loads the code of all.
  const [first, ...others] = times;
  const medianOf = (of: keyof (typeof times)[number]) => median(others.map((time) => time[of]));
  for (const of of ['floor', 'head', 'tabs'] as const)
    console.log(`${of}: first ${first?.[of].toFixed(0)} ms, then ${medianOf(of).toFixed(0)} ms`);
  expect(medianOf('head') / medianOf('floor')).toBeLessThan(2);
  expect(medianOf('tabs') / medianOf('floor')).toBeLessThan(3);
}, 120_000);

test('its tools are searched', async () => {
  await openingTimes('MCP Roundhouse: Open Server Page', largest, tabOfTools());
  await timed('its list of tools', async () => {
    await serverPage.open('Tools');
    await serverPage.body
      .getByText(/_498(?!\d)/)
      .first()
      .waitFor({ state: 'attached' });
  });
  await timed('a search in it', async () => {
    await serverPage.body.getByRole('searchbox', { name: 'Filter' }).fill('_498');
    await expect
      .poll(() => serverPage.body.getByRole('navigation').getByRole('button').count())
      .toBe(1);
  });
  await screenshot(editor.page, 'many-tools-page');
});

test('a reloaded window shows them', async () => {
  const { page } = editor;
  await page.reload();
  await timed('the first server of a reloaded window', async () => {
    await tree.open();
    await tree.row(/running · \d+ tools/).waitFor({ timeout: 60_000 });
  });
  await timed('until all its tools are known', () => allKnown());
  await printMemory('reloaded');
}, 180_000);
