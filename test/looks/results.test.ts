import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import { editorForFile } from '../support/editor/fileEditor';
import { looks, reloadIn } from '../support/editor/looks';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// Each kind of result on the page of a server in light, dark and high contrast, and as wide as at 200 % zoom, for a
// person to look at.

const text = (words: string): object => ({ type: 'text', text: words });

/** A picture of 48 by 48 pixels. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><circle cx="24" cy="24" r="20" fill="teal"/></svg>`;

/** A second of silence as WAV. */
function silence(): Buffer {
  const [rate, seconds] = [8_000, 1];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]);
}

const trains = ['Aalborg', 'Bergen', 'Chur', 'Dresden'].map((place, at) => {
  return { place, platform: at + 1, delay: at * 4.5, cancelled: at === 2, note: null };
});

const markdown = `# Departures

The next train leaves from **platform 2**; see the [timetable](https://example.com/timetable).

- Bring *your own* seat
- Mind the \`gap\`

| Place | Time |
| --- | --- |
| Bergen | 10:45 |

> Closed on Sundays.

\`\`\`sh
roundhouse call station departures
\`\`\``;

const results = {
  texts: {
    content: [text(markdown), text('Plain words, in one line.\nAnd in another.'), text('')],
    isError: true,
  },
  media: {
    content: [
      {
        type: 'image',
        mimeType: 'image/svg+xml',
        data: Buffer.from(drawing).toString('base64'),
      },
      { type: 'audio', mimeType: 'audio/wav', data: silence().toString('base64') },
      { type: 'image', mimeType: 'image/png', data: 'bm90IG11Y2g=' },
      {
        type: 'resource_link',
        uri: 'file:///srv/timetable.pdf',
        name: 'timetable.pdf',
        description: 'All trains of the year, as they were planned.',
        mimeType: 'application/pdf',
      },
      { type: 'resource_link', uri: 'https://example.com/live', name: 'Live' },
      {
        type: 'resource',
        resource: { uri: 'station://rules', mimeType: 'text/markdown', text: '1. No **smoking**.' },
      },
      {
        type: 'resource',
        resource: { uri: 'station://archive', mimeType: 'application/zip', blob: 'bm90IG11Y2g=' },
      },
      { type: 'hologram', depth: 3 },
    ],
  },
  data: {
    content: [text(JSON.stringify({ station: 'Roundhouse', total: 4, trains }))],
    structuredContent: {
      station: { name: 'Roundhouse', tracks: [1, 2, 3], isOpen: true, head: null },
      staff: [{ name: 'Ada', shifts: { early: 2, late: 1 } }],
    },
    _meta: { 'example.com/cost': 3 },
  },
  changes: {
    content: [text(JSON.stringify({ station: 'Roundhouse', total: 3, trains: trains.slice(1) }))],
  },
};

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  const toolsFile = join(folder.path, 'tools.json');
  writeFileSync(toolsFile, JSON.stringify([{ name: 'show', inputSchema: { type: 'object' } }]));
  const server = serverFolder('@modelcontextprotocol/server-basic-vanillajs');
  folder.write({
    station: fakeEntry({ toolsFile }),
    clock: { command: process.execPath, args: [join(server, 'dist', 'index.js'), '--stdio'] },
  });
  return { folder, running: ['station', 'clock'] };
});
const page = new ServerPage(editor);

/** Pixels of the window: as most have it, and as at 200 % zoom. */
const widths = { wide: 1280, zoomed: 720 };

async function picture(name: string): Promise<void> {
  for (const [kind, width] of Object.entries(widths)) {
    await editor.page.setViewportSize({ width, height: 1800 });
    const hasRoom = (): Promise<boolean> =>
      page.body.evaluate(({ ownerDocument: { documentElement: all } }) => {
        return all.scrollWidth <= all.clientWidth;
      });
    await expect.poll(hasRoom, { message: `${name} ${kind}` }).toBe(true);
    await screenshot(editor.page, `results-${name}-${kind}`);
  }
  await editor.page.setViewportSize({ width: widths.wide, height: 900 });
}

async function openTool(server: string, tool: string): Promise<void> {
  await editor.tree.open();
  await page.openFrom(editor.tree.row(`${server}running`), server);
  await page.open('Tools');
  await page.choose(tool);
  await runCommand(editor.page, 'View: Close Primary Side Bar');
}

test.each(looks)('every kind of result in $name', async (look) => {
  await reloadIn(look, editor);
  await openTool('station', 'show');
  await page.button('JSON').first().click();
  const json = page.body.getByRole('textbox', { name: 'Arguments as JSON' });
  for (const [name, result] of Object.entries(results)) {
    await json.fill(JSON.stringify(result));
    await page.button('Run').click();
    const shown = { texts: 'Departures', media: 'timetable.pdf', data: 'head', changes: 'Bergen' };
    const { [name as keyof typeof results]: words } = shown;
    await page.body.locator('.result').getByText(words).first().waitFor();
    if (name === 'changes') await page.body.getByRole('button', { name: /^Changes/ }).click();
    await picture(`${name}-${look.name}`);
  }
  await openTool('clock', 'get-time');
  await page.button('Run').click();
  const app = page.body.locator('iframe[title="App of get-time"]').contentFrame();
  await app.locator('iframe').contentFrame().getByText('Get Server Time').waitFor();
  await picture(`app-${look.name}`);
});
