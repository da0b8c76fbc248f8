import { beforeAll, expect, test } from 'vitest';
import type { Chat } from '../support/editor/chat';
import { results } from '../support/editor/modelRequest';
import type { TestEditor } from '../support/editor/openEditor';
import { participantWindow } from '../support/editor/participantWindow';
import { QuickInput } from '../support/editor/quickInput';
import { screenshot } from '../support/editor/screenshot';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// More tools than a model can be given, and a window without our tools in the editor.

const open = participantWindow();
let editor: TestEditor;
let chat: Chat;

beforeAll(async () => {
  const { command, args } = fakeStdio({ tools: ['echo', 'sleep'], toolCount: 150 });
  const settings = {
    'roundhouse.genericTools': false,
    'roundhouse.toolRules': { 'depot/sleep': 'allow' },
  };
  const opened = await open({ depot: { command, args } }, { settings });
  ({ editor, chat } = opened);
  await opened.tree.untilRunning('depot');
}, 240_000);

const ask = (text: string): Promise<void> => chat.sendTo('roundhouse', text);

test('where there are too many, the model looks for tools and then has those that it found', async () => {
  const search = { query: 'sleep' };
  await ask(
    `call roundhouse_search_tools ${JSON.stringify(search)}\nthen call depot_sleep {"ms": 10}`,
  );
  await chat.answerWith('Result: slept');
  await chat.closeHints();
  await screenshot(editor.page, 'participant-deferred');
  const rounds = editor.modelRequests().slice(-3);
  const generic = [
    'roundhouse_search_tools',
    'roundhouse_describe_tool',
    'roundhouse_call_tool',
    'roundhouse_list_servers',
    'roundhouse_read_more',
  ];
  expect(rounds.map(({ tools }) => tools)).toEqual([
    generic,
    [...generic, 'depot_sleep'],
    [...generic, 'depot_sleep'],
  ]);
  expect(JSON.stringify(rounds[0]?.messages[0])).toContain('Look for what you need');
});

test('where the editor does not have our tools, we ask before a call', async () => {
  const call = { server: 'depot', tool: 'echo', arguments: { text: 'hi' } };
  await ask(`call roundhouse_call_tool ${JSON.stringify(call)}`);
  const quick = new QuickInput(editor.page);
  await quick.asks('May chat make this call?');
  await quick.choose('Refuse');
  await chat.answerWith('did not allow this call');
  await ask(`call roundhouse_call_tool ${JSON.stringify(call)}`);
  await quick.asks('May chat make this call?');
  await quick.choose('Allow This Call');
  await chat.answerWith('Result: hi');
  expect(results(editor.modelRequests().at(-1))).toEqual(['hi']);
});
