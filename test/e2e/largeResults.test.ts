import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { results } from '../support/editor/modelRequest';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// What the page of a server shows of long results, and what the real agent gives its model of long results, of those that are no text, and of errors, on both routes.

/** About 20 MB of JSON. */
const rows = { count: 105_000, needle: 77_777 };

const tools = [
  {
    name: 'echo',
    description: 'Says it back.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, times: { type: 'integer' } },
      required: ['text'],
      additionalProperties: false,
    },
  },
  ...['rows', 'media', 'fail'].map((name) => ({ name, inputSchema: { type: 'object' } })),
];

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  const toolsFile = join(folder.path, 'tools.json');
  writeFileSync(toolsFile, JSON.stringify(tools));
  folder.write({ depot: fakeEntry({ toolsFile }) });
  return {
    folder,
    running: ['depot'],
    settings: {
      // The questions before calls are tested elsewhere; this one asks once for all tools.
      'roundhouse.toolRules': { depot: 'allow' },
      'chat.tools.global.autoApprove': true,
      'github.copilot.chat.virtualTools.threshold': 0,
    },
  };
});
const { chat, quick, tree } = editor;
const page = new ServerPage(editor);

beforeAll(() => chat.enableAutoApprove('call echo {"text": "first"}'));

beforeEach(() => chat.open());

/** What the model was sent as the answer of a tool. */
async function told(tool: string, args: object): Promise<string> {
  const before = editor.modelRequests().length;
  await chat.send(`call ${tool} ${JSON.stringify(args)}`);
  await vi.waitFor(
    async () => {
      // VS Code may ask for a call that no rule is about.
      if (await chat.confirmation.isVisible()) await chat.allow();
      expect(results(editor.modelRequests().slice(before).at(-1)).length).toBeGreaterThan(0);
    },
    { timeout: 120_000, interval: 200 },
  );
  await chat.finished();
  return editor.told();
}

function viaGeneric(tool: string, args: object): Promise<string> {
  return told('roundhouse_call_tool', { server: 'depot', tool, arguments: args });
}

const routes = [
  ['as a tool of its own', told],
  ['by the generic tools', viaGeneric],
] as const;

test('of 20 MB the model is told the shape, and reads a part that the agent passes on whole', async () => {
  const answer = await told('rows', rows);
  expect(answer.length).toBeLessThan(8_192);
  expect(answer).toContain('"rows": [105000 × {');
  const [, result = ''] = /kept as "(\w+)"/.exec(answer) ?? [];
  const found = await told('roundhouse_read_more', { result, search: 'the needle', context: 1 });
  expect(found).toContain('"name": "row 77777"');
  const [, line = ''] = /^(\d+): .*the needle/m.exec(found) ?? [];

  // The agent passes all of it on, though it puts long texts aside.
  const lines = await told('roundhouse_read_more', { result, lines: `${Number(line) - 2}-` });
  expect(lines).toContain('the needle');
  expect(lines.length).toBeGreaterThan(30_000);
  expect(lines.length).toBeLessThan(42_000);
});

test.each(routes)('what is no text is there or announced: %s', async (_name, call) => {
  const answer = await call('media', { error: true });
  expect(answer).toMatch(/^The tool reported an error[.:]\s+Here it is\./);
  expect(answer).toContain('(audio audio/wav, 1 KB, is ');
  expect(answer).toContain('(fake://archive application/zip, 1 KB, is ');
  expect(answer).toContain('linked');
  expect(answer).toContain('a note');
  expect(answer).not.toContain('"shown"');
});

test.each([
  // VS Code looks at the arguments of its own tools itself, and the server never sees them.
  ['as a tool of its own', told, "must have required property 'text'"],
  ['by the generic tools', viaGeneric, 'Correct the arguments, then call it again.'],
] as const)('wrong arguments are corrected as the answer says: %s', async (_name, call, taught) => {
  expect(await call('echo', { txt: 'hi', times: 'many' })).toContain(taught);
  expect(await call('echo', { text: 'hi', times: 2 })).toBe('hi');
});

test.each(routes)('an error that the server answers with is told: %s', async (_name, call) => {
  expect(await call('fail', {})).toContain('-32099: it failed on purpose');
});

test('a person opens the result as a document that cannot be changed', async () => {
  await viaGeneric('rows', { count: 2_000 });
  await runCommand(editor.page, 'MCP Roundhouse: Open Last Large Result');
  const document = editor.page.locator('.monaco-editor[data-uri^="roundhouse-result:"]');
  await document.getByText('"rows"').first().waitFor({ timeout: 30_000 });
  await editor.page.getByRole('tab', { name: 'rows.json' }).first().waitFor();
  await screenshot(editor.page, 'large-result');
});

test('the page of a server has the beginning of 20 MB, stays usable, and saves it all', async () => {
  await tree.open();
  await page.openFrom(tree.row('depotrunning'), 'depot');
  await page.open('Tools');
  await page.choose('rows');
  await page.button('JSON').first().click();
  const json = page.body.getByRole('textbox', { name: 'Arguments as JSON' });
  await json.fill(JSON.stringify(rows));
  await page.button('Run').click();
  await page.body
    .getByText(/^The result has \d+\.\d MB\. Only its beginning/)
    .waitFor({ timeout: 60_000 });
  await page.body.getByText('row 0', { exact: false }).first().waitFor();
  await screenshot(editor.page, 'large-result-page');
  await page.button('Save Result…').click();
  await quick.asks(/Save Result/);
  const file = join(editor.folder.path, 'rows.json');
  // The editor's own dialog puts its proposal there once it has looked into the folder.
  await vi.waitFor(async () => expect(await quick.box.inputValue()).toMatch(/\.json$/));
  await quick.answer(file);
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000 });
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('the needle');
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { rows: unknown[] };
  expect(saved.rows).toHaveLength(rows.count);
});
