import { expect, test } from 'vitest';
import { violations } from '../support/editor/accessibility';
import { editorForFile } from '../support/editor/fileEditor';
import { looksOfRun, reloadIn } from '../support/editor/looks';
import { ChatForm } from '../support/editor/referenceWindow';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// One turn of the real chat agent: its calls at two servers, and the question of one of them, on one time axis.

const entry = (...tools: string[]) => fakeEntry({ tools, readOnlyTools: tools });

const editor = editorForFile(() => ({
  folder: { servers: { till: entry('echo', 'ask_form'), stock: entry('echo', 'fail') } },
  settings: {
    // A tool that only reads is called without a question.
    'roundhouse.servers': { till: { trustHints: true }, stock: { trustHints: true } },
  },
}));
const page = new ServerPage(editor);
const form = new ChatForm(editor);
const { chat, tree } = editor;

/** The name that the model has for a tool; VS Code may put a number behind the server's. */
function nameOf(server: string, tool: string): string {
  const { tools = [] } = editor.lastRequest ?? {};
  const name = tools.find((one) => new RegExp(`^mcp_${server}\\d*_${tool}$`).test(one));
  if (name === undefined) throw new Error(`${server} has no ${tool} in chat: ${tools.join()}`);
  return name;
}

const bars = () => page.body.locator('.bar-of');
const rows = () => page.body.locator('.waterfall tbody').getByRole('row');

test('the calls of a turn are seen together, the question of a server below its call', async () => {
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');
  await chat.send(
    [
      `call ${nameOf('stock', 'echo')} {"text": "one"}`,
      `then call ${nameOf('till', 'ask_form')} {}`,
      `then call ${nameOf('till', 'echo')} {"text": "two"}`,
      `call ${nameOf('stock', 'fail')} {}`,
    ].join('\n'),
  );
  await form.asks('count');
  // The only field is sent with Enter.
  await form.answer('3');
  await chat.finished();

  await page.openFrom(tree.row('till'), 'till');
  await page.open('Traffic');
  await page.record('tools/call ask_form').first().click();
  await page.button('Show the whole turn').click();
  await expect.poll(() => rows().count()).toBe(5);
  const texts = (await rows().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts.slice(0, 3)).toEqual([
    expect.stringMatching(/^stock echo answered/),
    expect.stringMatching(/^till ask_form answered/),
    expect.stringMatching(/^till elicitation\/create ?for ask_form ?answered/),
  ]);
  // These two went off together.
  expect(texts.slice(3).toSorted()).toEqual([
    expect.stringMatching(/^stock fail error/),
    expect.stringMatching(/^till echo answered/),
  ]);
  await expect.poll(() => bars().count()).toBe(5);
  await page.body.getByText(/^5 requests to 2 servers/).waitFor();
});

test('a request of the turn is opened by keyboard, and so is the way back', async () => {
  await page.button('fail').focus();
  await editor.page.keyboard.press('Enter');
  await page.body.getByLabel('Response', { exact: true }).getByText('-32099').waitFor();
  await page.button('All messages').focus();
  await editor.page.keyboard.press('Enter');
  await page.record('tools/call ask_form').first().waitFor();
  // The page is that of one server again.
  expect(await page.record('tools/call fail').count()).toBe(0);
});

test.each(looksOfRun)('the turn in $name, for everybody', async (look) => {
  await reloadIn(look, editor);
  await page.openFrom(tree.row('till'), 'till');
  await page.open('Traffic');
  await page.record('tools/call ask_form').first().click();
  await page.button('Show the whole turn').click();
  await page.button('ask_form').click();
  await page.body.getByLabel('Request', { exact: true }).waitFor();
  await screenshot(editor.page, `traffic-turn-${look.name}`);
  expect(await violations(page.body)).toEqual([]);
});
