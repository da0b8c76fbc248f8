import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { mcpTools } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// A server that describes a tool otherwise once it is trusted; what the model was really sent is looked at.

const louder = 'Says it back, but\u200B louder';

const editor = editorForFile(() => {
  const settings = { 'roundhouse.toolRules': { till: 'allow' } };
  return { folder: { servers: { till: fakeEntry({ tools: ['echo', 'rewrite'] }) } }, settings };
});
const serverPage = new ServerPage(editor);
const { tree, chat, quick, menu } = editor;
/** What the page shows of the tool. */
const review = () => serverPage.body.locator('.review').filter({ hasText: 'echo' });

async function offered(): Promise<string[]> {
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');
  return [...mcpTools(editor.lastRequest).values()].flat();
}

async function order(tool: string, input: object): Promise<string> {
  await chat.open();
  await chat.send(`call ${tool} ${JSON.stringify(input)}`);
  await chat.answerWith('Result:');
  return editor.told();
}

/** Whether any request so far had this among the definitions of tools. */
const wasSent = (text: string): boolean =>
  editor.modelRequests().some(({ definitions }) => JSON.stringify(definitions).includes(text));

test('a tool that is described otherwise reaches the model on no route, until a person has seen it', async () => {
  const { page } = editor;
  await expect.poll(offered).toEqual(['echo', 'rewrite']);
  expect(wasSent('The tool echo')).toBe(true);

  await order('roundhouse_call_tool', {
    server: 'till',
    tool: 'rewrite',
    arguments: { name: 'echo', description: louder },
  });
  await tree.row('1 held back').waitFor();
  const told = page.locator('.notification-list-item', { hasText: 'till changed 1 tool' });
  await told.waitFor();
  await expect.poll(offered).toEqual(['rewrite']);
  const echo = { server: 'till', tool: 'echo' };
  expect(await order('roundhouse_search_tools', { query: 'echo' })).not.toContain('"tool":"echo"');
  expect(await order('roundhouse_describe_tool', echo)).toContain('is held back until');
  expect(await order('roundhouse_call_tool', { ...echo, arguments: {} })).toContain(
    'is held back until',
  );
  expect(wasSent('louder')).toBe(false);
  await tree.expand(tree.row('till'));
  await tree.row('echoheld back').waitFor();
  await screenshot(page, 'pins-held');
});

test('what changed is shown line by line, and accepted it is in chat again', async () => {
  const { page } = editor;
  await menu.choose(tree.row('echoheld back'), 'Review Tool Changes');
  await review().locator('del').getByText('The tool echo').waitFor();
  // What is not seen is shown, and said.
  await review().locator('ins').getByText('Says it back, but\\u{200b} louder').waitFor();
  await review().getByText('characters that you do not see').waitFor();
  await chat.closeHints();
  await screenshot(page, 'pins-review');
  await serverPage.button('Accept echo').click();
  await page.getByText('Chat now gets 1 tool of till as shown.', { exact: true }).waitFor();
  await tree.row('echolooks suspicious').waitFor();
  await expect.poll(offered).toEqual(['echo', 'rewrite']);
  expect(wasSent('louder')).toBe(true);

  // The rule allows it without a question, but not what looks suspicious.
  await chat.open();
  await chat.callTool('till', 'echo', { text: 'hi' });
  await quick.asks('May chat make this call?');
  await quick.choose('Allow This Call');
  await chat.answerWith('Result: hi');
});

test('what changes behind a page that is open is not accepted with it; then the page shows how it is now', async () => {
  const { page } = editor;
  const describe = (name: string, description: string) =>
    order('roundhouse_call_tool', {
      server: 'till',
      tool: 'rewrite',
      arguments: { name, description },
    });
  await describe('echo', 'Says it twice');
  await menu.choose(tree.row('echoheld back'), 'Review Tool Changes');
  await review().getByText('Says it twice').waitFor();
  await describe('echo', 'Says it thrice');
  // Once this one is held back, the other change has been heard of.
  await describe('rewrite', 'Changes more');
  await tree.row('2 held back').waitFor();

  const accept = serverPage.button('Accept echo');
  expect(await review().getByText('Says it twice').count()).toBe(1);
  await accept.click();
  await page.getByText('The tools are not as the page showed them any more').first().waitFor();
  await review().getByText('Says it thrice').waitFor();
  await expect.poll(offered).toEqual([]);
  for (const unseen of ['Says it thrice', 'Changes more']) expect(wasSent(unseen)).toBe(false);
  await screenshot(page, 'pins-meanwhile');
  await accept.click();
  await expect.poll(offered).toEqual(['echo']);
  expect(wasSent('Says it twice')).toBe(false);
  expect(wasSent('Says it thrice')).toBe(true);
});
