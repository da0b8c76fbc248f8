import { beforeAll, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { screenshot } from '../support/editor/screenshot';
import { changeSettings } from '../support/editor/changeSettings';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// Images that come along with a server and its tools are shown, and nothing is fetched for them.

const svg = (colour: string): string => {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="7" fill="${colour}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
};
const [light, dark] = [svg('navy'), svg('gold')];
const icons = [
  { src: 'https://icons.example/tool.png' },
  { src: light, theme: 'light' },
  { src: dark, theme: 'dark' },
];

const editor = editorForFile(() => ({ folder: { servers: { painted: fakeEntry({ icons }) } } }));
const { tree } = editor;

beforeAll(() => tree.expand(tree.row('painted')));

test.each([
  { name: 'light', theme: 'Default Light Modern', shownBy: 'vs', src: light },
  { name: 'dark', theme: 'Default Dark Modern', shownBy: 'vs-dark', src: dark },
])('a tool and its server have their image, in a $name theme', async (row) => {
  const { page } = editor;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await changeSettings(editor, { 'workbench.colorTheme': row.theme });
  await page.locator(`.monaco-workbench.${row.shownBy}`).waitFor();
  const icon = tree.row('echo').locator('.custom-view-tree-node-item-icon');
  await expect.poll(() => icon.getAttribute('style')).toContain(`url("${row.src}")`);
  const image = page.locator('.workbench-hover img');
  const pointedAt = async () => {
    await page.mouse.move(0, 0);
    await tree.tooltip(tree.row('paintedrunning'), 'painted · running');
    return image.getAttribute('src');
  };
  // What a person has pointed at is kept for a while.
  await expect.poll(pointedAt, { timeout: 40_000, interval: 1_000 }).toBe(row.src);
  const width = () =>
    image.evaluate((element) => (element as { naturalWidth?: number }).naturalWidth);
  await expect.poll(width).toBe(16);
  await screenshot(page, `icons-${row.name}`);
  await page.mouse.move(0, 0);
  expect(fetched.filter((url) => url.includes('icons.example'))).toEqual([]);
});
