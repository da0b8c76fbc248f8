import { beforeAll, beforeEach, expect, test } from 'vitest';
import { genericCall } from '../support/editor/chat';
import { editorForFile } from '../support/editor/fileEditor';
import { clearNotification } from '../support/editor/notifications';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// More tools than a model can be given, and a window without our tools in the editor.

const editor = editorForFile(() => {
  const settings = {
    'roundhouse.genericTools': false,
    'roundhouse.toolRules': { 'depot/sleep': 'allow' },
  };
  const depot = fakeEntry({ tools: ['echo', 'sleep'], toolCount: 150 });
  const folder = workspaceFolder({ depot });
  // A workspace switches off only.
  folder.writeSettings({ 'roundhouse.genericTools': true });
  // The agent hides some of so many tools.
  return { folder, settings, running: ['depot'], agrees: false };
});
const { chat, quick } = editor;

// The warning of so many tools stands where a person types to chat.
beforeAll(() => clearNotification(editor.page, '150 tools are in chat'));

beforeEach(() => chat.open());

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
  const call = genericCall('depot', 'echo', { text: 'hi' });
  await ask(call);
  await quick.asks('May chat make this call?');
  await quick.choose('Refuse');
  await chat.answerWith('did not allow this call');
  await ask(call);
  await quick.asks('May chat make this call?');
  await quick.choose('Allow This Call');
  await chat.answerWith('Result: hi');
  expect(editor.told()).toBe('hi');
});
