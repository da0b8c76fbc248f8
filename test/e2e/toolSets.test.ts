import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { mcpTools } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { toolSetItem } from '../support/editor/statusBar';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// A person chooses what chat gets; what the model was really sent is looked at.

const tools = ['echo', 'fail', 'log', 'progress'];

const editor = editorForFile(() => {
  const till = fakeEntry({ tools, readOnlyTools: ['echo'] });
  const servers = { till, stock: fakeEntry({ tools: ['storm'] }) };
  const settings = { 'roundhouse.toolSets': { counter: ['till', '!till/fail'] } };
  return { folder: { servers }, settings };
});
const { tree, chat, quick, menu } = editor;

/** The tools of our servers that the model is sent. VS Code keeps the first name for the copy it does not run. */
async function offered(): Promise<Record<string, string[]>> {
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');
  const servers = mcpTools(editor.lastRequest);
  return Object.fromEntries(Array.from(servers, ([name, own]) => [name.replace(/\d$/, ''), own]));
}

/** The editor hears of a change of the list, and reads it anew. */
async function offers(wanted: Record<string, string[]>): Promise<void> {
  await expect.poll(offered).toEqual(wanted);
}

test('a set is chosen in the status bar, a tool unticked in the tree: chat gets exactly the rest', async () => {
  const { page } = editor;
  await offers({ mcp_till: tools, mcp_stock: ['storm'] });
  await toolSetItem(page).getByText('All Tools', { exact: true }).click();
  await quick.asks('Which tools does chat get?');
  await quick.row('counter').getByText('3 of 5 tools').waitFor();
  await screenshot(page, 'tool-sets-choice');
  await quick.choose('counter');
  await toolSetItem(page).getByText('counter', { exact: true }).waitFor();
  await tree.expand(tree.row('tillrunning'));
  await tree.row('failoff').waitFor();
  await tree.setBox(tree.row('log'), false);
  await tree.row('logoff').waitFor();
  await toolSetItem(page).getByText('counter *', { exact: true }).waitFor();
  await tree.row('2 of 4 in chat').waitFor();
  await screenshot(page, 'tool-sets-tree');
  await offers({ mcp_till: ['echo', 'progress'] });
});

test('a tool that is denied is gone on the native route, and refused on the other without a question', async () => {
  const { page } = editor;
  const call = (tool: string) => chat.callTool('till', tool, { text: 'hi' });
  await chat.open();
  await call('echo');
  await chat.asks('Run "echo" on till?');
  await chat.asks('it only reads');
  await chat.closeHints();
  await screenshot(page, 'tool-rules-confirmation');
  await chat.allow();
  await chat.answerWith('Result: hi');

  await menu.choose(tree.row('echo'), 'Allow, Ask or Deny in Chat...');
  await quick.choose('Deny in Chat');
  await quick.choose('This Session');
  await tree.row('echodenied').waitFor();
  await offers({ mcp_till: ['progress'] });
  await call('echo');
  await chat.answerWith('Result:');
  expect(editor.told()).toContain('is denied by the rule "folder:');
  await call('log');
  await chat.answerWith('is switched off');
});

test('where a rule asks, nothing that was allowed earlier answers for the person', async () => {
  const { page } = editor;
  const call = () => chat.callTool('till', 'progress', { steps: 1 });
  const decide = async (effect: string, span: string, shown: string): Promise<void> => {
    await menu.choose(tree.row('progress'), 'Allow, Ask or Deny in Chat...');
    await quick.choose(effect);
    await quick.choose(span);
    await tree.row(`progress${shown}`).waitFor();
  };
  await decide('Ask in Chat', 'This Workspace', 'asks first');
  for (const [answer, told] of [
    ['Refuse', 'did not allow this call'],
    ['Allow This Call', 'Result: done'],
  ] as const) {
    await call();
    await quick.asks('May chat make this call?');
    await quick.row('"steps": 1').waitFor();
    await screenshot(page, 'tool-rules-asked');
    await quick.choose(answer);
    await chat.answerWith(told);
  }
  await decide('Allow in Chat', 'This Session', 'allowed');
  await call();
  await chat.answerWith('Result: done');
});

test('what is switched on is saved as a set, and all tools come back', async () => {
  const { page } = editor;
  await toolSetItem(page).click();
  await quick.choose('Save Selection as Set...');
  await quick.asks('A name for what is switched on now');
  await quick.answer('mine');
  await quick.choose('My User Settings');
  await toolSetItem(page).getByText('mine', { exact: true }).waitFor();
  await toolSetItem(page).click();
  await quick.row('mine').getByText('1 of 5 tools · active').waitFor();
  await quick.choose('All Tools');
  await toolSetItem(page).getByText('All Tools', { exact: true }).waitFor();
  await offers({ mcp_till: ['fail', 'log', 'progress'], mcp_stock: ['storm'] });
});
