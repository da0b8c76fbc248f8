import { beforeAll, beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { results } from '../support/editor/modelRequest';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// What the real agent gives its model of long results and of those that are no text, on both routes.

/** About 20 MB of JSON. */
const rows = { count: 105_000, needle: 77_777 };

const editor = editorForFile(() => {
  const { command, args } = fakeStdio({ tools: ['rows', 'media', 'echo'] });
  return {
    folder: { servers: { depot: { command, args } } },
    settings: {
      // The questions before calls are tested elsewhere; this one asks once for all tools.
      'roundhouse.toolRules': { depot: 'allow' },
      'chat.tools.global.autoApprove': true,
      'github.copilot.chat.virtualTools.threshold': 0,
    },
  };
});
const { tree, chat } = editor;

beforeAll(async () => {
  await tree.row('depotrunning · 3 tools').waitFor();
  await chat.enableAutoApprove('call echo {"text": "first"}');
});

beforeEach(() => chat.open());

/** What the model was sent as the answer of a tool. */
async function told(tool: string, args: object): Promise<string> {
  const before = editor.modelRequests().length;
  await chat.send(`call ${tool} ${JSON.stringify(args)}`);
  await expect
    .poll(() => results(editor.modelRequests().slice(before).at(-1)).length, { timeout: 120_000 })
    .toBeGreaterThan(0);
  return results(editor.modelRequests().at(-1)).join('\n');
}

function viaGeneric(tool: string, args: object): Promise<string> {
  return told('roundhouse_call_tool', { server: 'depot', tool, arguments: args });
}

const routes = [
  ['as a tool of its own', told],
  ['by the generic tools', viaGeneric],
] as const;

test.each(routes)('the model finds a needle in 20 MB: %s', async (_name, call) => {
  const answer = await call('rows', rows);
  expect(answer.length).toBeLessThan(8_192);
  expect(answer).toContain('"rows": [105000 × {');
  expect(answer).toContain('"name": "row 0"');
  expect(answer).toContain('"name": "row 104999"');
  const [, result = ''] = /kept as "(\w+)"/.exec(answer) ?? [];

  const found = await told('roundhouse_read_more', { result, search: 'the needle', context: 1 });
  expect(found).toContain('"name": "row 77777"');
  const [, line = ''] = /^(\d+): .*the needle/m.exec(found) ?? [];

  const misspelt = await told('roundhouse_read_more', { result, path: '$.row[0]' });
  expect(misspelt).toContain('At $ there is: rows.');
  const path = '$.rows[?@.note == "the needle"].id';
  expect(await told('roundhouse_read_more', { result, path })).toContain('$.rows[77777].id: 77777');

  // The agent passes all of it on, though it puts long texts aside.
  const lines = await told('roundhouse_read_more', { result, lines: `${Number(line) - 2}-` });
  expect(lines).toContain('the needle');
  expect(lines.length).toBeGreaterThan(30_000);
  expect(lines.length).toBeLessThan(42_000);
});

test('a name that is not there is answered with what to do', async () => {
  const answer = await told('roundhouse_read_more', { result: 'r00000000', lines: '1-2' });
  expect(answer).toContain('There is no result "r00000000".');
  expect(answer).toContain('call the tool again');
  expect(await told('roundhouse_read_more', { result: 'r00000000' })).toContain('exactly one of');
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

test('a person opens the result as a document that cannot be changed', async () => {
  await viaGeneric('rows', { count: 2_000 });
  await runCommand(editor.page, 'MCP Roundhouse: Open Last Large Result');
  const document = editor.page.locator('.monaco-editor[data-uri^="roundhouse-result:"]');
  await document.getByText('"rows"').first().waitFor({ timeout: 30_000 });
  await editor.page.getByRole('tab', { name: 'rows.json' }).first().waitFor();
  await screenshot(editor.page, 'large-result');
});
