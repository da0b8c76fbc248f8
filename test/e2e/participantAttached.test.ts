import { beforeAll, beforeEach, expect, test } from 'vitest';
import { genericCall } from '../support/editor/chat';
import { editorForFile } from '../support/editor/fileEditor';
import type { ModelRequest } from '../support/editor/modelRequest';
import { clearNotification } from '../support/editor/notifications';
import { screenshot } from '../support/editor/screenshot';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// What goes along with a message to `@roundhouse`: images, and tools that a person names, where there are too many.

/** A red square. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';
const means = [
  'roundhouse_search_tools',
  'roundhouse_describe_tool',
  'roundhouse_call_tool',
  'roundhouse_list_servers',
  'roundhouse_read_more',
];

const editor = editorForFile(() => {
  return {
    folder: { servers: { depot: fakeEntry({ tools: ['media', 'sleep'], toolCount: 150 }) } },
    env: { ROUNDHOUSE_DEMO_BLIND: '1' },
    settings: { 'roundhouse.toolRules': { 'depot/media': 'allow' } },
    // The agent hides some of so many tools.
    agrees: false,
  };
});
const { chat, quick } = editor;

// The warning of so many tools stands where a person types to chat.
beforeAll(() => clearNotification(editor.page, '150 tools are in chat'));

beforeEach(async () => {
  await chat.open();
  await chat.closeHints();
});

const last = (): ModelRequest | undefined => editor.lastRequest;

test('a tool that the person names is the first that the model has, where there are too many', async () => {
  await chat.complete('@roundhouse call sleep {"ms": 10} by #sleep', 'sleep');
  await screenshot(editor.page, 'participant-named-tool');
  await chat.submit();
  await chat.allow();
  await chat.answerWith('Result: slept');
  const [named, ...others] = last()?.tools ?? [];
  expect(named).toMatch(/^mcp_depot\d*_sleep$/);
  expect(others).toEqual(means);
  expect(last()?.messages.at(-2)?.parts).toEqual([
    { kind: 'call', tool: named, input: { ms: 10 } },
  ]);
});

test('one of ours, too, and once', async () => {
  await chat.complete('@roundhouse look by #roundhouseDescribe', 'roundhouseDescribeTool');
  await chat.submit();
  await chat.answerWith('tools:');
  const name = 'roundhouse_describe_tool';
  expect(last()?.tools).toEqual([name, ...means.filter((one) => one !== name)]);
});

test('a whole server that the person attaches leaves the model the means to look for others', async () => {
  await chat.addContext('Tools...');
  await quick.asks('Select a tool');
  // The list has more rows than are in the page.
  await quick.box.fill('depot');
  await quick.choose('depot-·-roundhouse');
  await chat.sendTo('roundhouse', 'Which tools are there?');
  await chat.answerWith('tools:');
  expect(last()?.tools).toHaveLength(128);
  expect(last()?.tools.slice(-means.length)).toEqual(means);
});

test('an image goes to a model that takes images', async () => {
  await chat.paste(png);
  await chat.sendTo('roundhouse', 'What is this?');
  await chat.answerWith('tools:');
  expect(last()?.messages.slice(1)).toEqual([
    { role: 'user', parts: [{ kind: 'image', mimeType: 'image/png' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'What is this?' }] },
  ]);
  // Later turns are told that there was one.
  await chat.sendTo('roundhouse', 'And now?');
  await chat.answerWith('tools:');
  expect(JSON.stringify(last()?.messages[1])).toContain(
    '(pasted image is left out: image/png, 1 KB)',
  );
});

test('a model that takes none is told of it, also where a tool answers with one', async () => {
  await chat.useModel('Blind model');
  await chat.paste(png);
  await chat.sendTo('roundhouse', genericCall('depot', 'media'));
  await chat.answerWith('Result:');
  await screenshot(editor.page, 'participant-blind');
  const parts = last()?.messages.flatMap((message) => message.parts) ?? [];
  expect(parts.map(({ kind }) => kind)).not.toContain('image');
  expect(JSON.stringify(parts)).toContain('(pasted image is left out: image/png, 1 KB)');
  expect(JSON.stringify(parts)).toContain('An image is left out, as you take none');
  expect(parts.at(-1)).not.toHaveProperty('data');
  expect(editor.told()).toContain('An image is left out, as you take none');
});
