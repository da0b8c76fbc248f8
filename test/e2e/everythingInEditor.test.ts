import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeEach, describe, expect, onTestFailed, test, vi } from 'vitest';
import { pricesIn, referenceWindow } from '../support/editor/referenceWindow';

// The reference server in chat: VS Code's own MCP host is the client of our gateway, a person answers its prompts.

const window = referenceWindow();
const { editor, form } = window;
const { chat, quick } = editor;
let hasFailed = false;

beforeEach(async () => {
  // One conversation for all: a new one takes longer than a call.
  if (hasFailed) await chat.open();
  hasFailed = false;
  onTestFailed(() => {
    hasFailed = true;
  });
});

test.each([
  ['echo', { message: 'from chat' }, 'Echo: from chat'],
  ['get-sum', { a: 2, b: 40 }, '42'],
  ['get-env', {}, '"PATH"'],
  ['get-structured-content', { location: 'Chicago' }, '"humidity"'],
  ['get-annotated-message', { messageType: 'error' }, 'Error: Operation failed'],
  // The editor reads what is linked, by the gateway, and gives it to the model.
  ['get-resource-links', { count: 2 }, 'Resource 1: This is a base64 blob'],
  ['toggle-simulated-logging', {}, 'Started simulated, random-leveled logging'],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 2 }, 'Resource 2: This is'],
])('%s', async (tool, args, expected) => {
  await window.call(tool, args);
  expect(await window.told()).toContain(expected);
});

test('get-tiny-image: the picture is shown', async () => {
  await window.call('get-tiny-image');
  expect(await window.told()).toContain('image you requested:');
  await chat.picture();
});

test('gzip-file-as-resource', async () => {
  const args = { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' };
  await window.call('gzip-file-as-resource', args);
  // What comes from the open world is shown before a model reads it.
  await chat.allow();
  expect(await window.told()).toContain('demo/resource/session/a.gz');
});

test('get-roots-list: the folder of the window', async () => {
  await window.call('get-roots-list');
  expect(await window.told()).toContain(`/${basename(editor.folder.path)}`);
});

test('trigger-long-running-operation: progress shows, and stopping the chat ends it', async () => {
  await window.call('trigger-long-running-operation', { duration: 6, steps: 2 });
  await chat.progresses();
  expect(await window.told()).toContain('Long running operation completed');
  await window.call('trigger-long-running-operation', { duration: 120, steps: 100 });
  await chat.progresses();
  await chat.stop();
  await window.call('echo', { message: 'still here' });
  expect(await window.told()).toContain('still here');
});

test('trigger-elicitation-request: a form, sent with a few answers or left', async () => {
  await window.call('trigger-elicitation-request');
  await form.asks('String');
  await form.answer('Ada');
  await form.asks('Boolean');
  await form.submit();
  expect(await window.answered()).toMatchObject({ action: 'accept', content: { name: 'Ada' } });
  await window.call('trigger-elicitation-request');
  await form.close();
  expect(await window.answered()).toEqual({ action: 'cancel' });
});

test('trigger-url-elicitation: a page is opened, refused, or wanted before the call', async () => {
  const url = `${new URL(editor.page.url()).origin}/healthz`;
  const button = (name: string | RegExp) =>
    editor.page.locator('.chat-confirmation-widget2').getByRole('button', { name }).last();
  await window.call('trigger-url-elicitation', { url, message: 'Sign in, please' });
  const opened = editor.page.context().waitForEvent('page');
  await button(/^Open 127/).click();
  await (await opened).waitForURL(url);
  await (await opened).close();
  await chat.allow();
  expect(await window.answered()).toEqual({ action: 'accept' });
  await window.call('trigger-url-elicitation', { url, message: 'Sign in, please' });
  await button('Cancel').click();
  expect(await window.answered()).toEqual({ action: 'decline' });
  await window.call('trigger-url-elicitation', {
    url,
    message: 'First',
    errorPath: true,
  });
  await button(/^Open modelcontextprotocol/).waitFor();
  await button('Cancel').click();
  expect(await window.told()).toContain('-32042');
});

test('trigger-sampling-request: a model is asked with the permission of the editor', async () => {
  await window.call('trigger-sampling-request', { prompt: 'Say it', maxTokens: 20 });
  await editor.page.getByRole('button', { name: 'Allow in this Session' }).click();
  await chat.allow();
  expect(await window.told()).toContain('LLM sampling result');
  expect(window.sampled()).toContain('Say it');
});

test('simulate-research-query: a task that asks in its middle', async () => {
  await window.call('simulate-research-query', { topic: 'python', ambiguous: true });
  await form.asks('Clarification');
  await form.choose('snake');
  expect(await window.told()).toContain('Research Report: python (snake)');
});

test('a template is completed and opened, and the server hears who watches', async () => {
  const id = 20;
  await window.openText(id);
  await window.showLog('everything');
  const heard = `Received Subscribe Resource request for URI: demo:// ?resource/dynamic/text/${id}`;
  await window.shows('panel', new RegExp(heard));
  await window.call('toggle-subscriber-updates');
  expect(await window.told()).toContain('Started simulated resource updated');
  await window.call('toggle-subscriber-updates');
  expect(await window.told()).toContain('Stopped simulated resource updates');
});

test('toggle-simulated-logging: the log of the editor has what the server said meanwhile', async () => {
  await window.showLog('everything');
  await window.shows('panel', /\w+[- ]level[- ]message/);
  await window.call('toggle-simulated-logging');
  expect(await window.told()).toContain('Stopped simulated');
});

describe('a prompt is a slash command', () => {
  async function start(name: string): Promise<void> {
    await chat.complete(`/mcp.everything___Roundhouse.${name}`, name);
  }

  async function value(name: string, text: string): Promise<void> {
    await quick.asks(`Value for: ${name}`);
    await quick.answer(text);
  }

  test('without arguments', async () => {
    await start('simple-prompt');
    await chat.completed(/simple\sprompt\swithout/);
    expect(await window.sent()).toContain('This is a simple prompt without arguments.');
  });

  test('with arguments', async () => {
    await start('args-prompt');
    await value('city', 'Bonn');
    await value('state', 'NRW');
    await chat.completed(/weather/);
    expect(await window.sent()).toContain("What's weather in Bonn, NRW?");
  });

  test('with completions that depend on what was chosen before', async () => {
    await start('completable-prompt');
    await quick.asks('Value for: department');
    await quick.choose('Sales');
    await quick.asks('Value for: name');
    await quick.choose('David');
    await chat.completed(/promote/);
    expect(await window.sent()).toContain('Please promote David to the head of the Sales team.');
  });

  test('with a resource, which is attached', async () => {
    await start('resource-prompt');
    await quick.asks('Value for: resourceType');
    await quick.choose('Blob');
    await value('resourceId', '3');
    await chat.completed(/includes/);
    expect(await window.sent()).toContain('Resource 3: This is a base64 blob');
  });
});

test('a resource is attached to a message', async () => {
  await window.browse('everything');
  const row = quick.row('features.md');
  await row.hover();
  await row.getByRole('button', { name: 'Attach to chat' }).click();
  await chat.type('What is this?');
  expect(await window.sent()).toContain('# Everything Server - Features');
});

test('a resource that is watched follows its server', async () => {
  await window.browse('shop');
  await quick.row('shop://prices').click();
  await window.shows('editor', 'apple,1');
  let text = 'apple,1';
  await vi.waitFor(
    async () => {
      // VS Code reads anew what has another length.
      text += '0';
      writeFileSync(pricesIn(editor.folder.path), `${text}\n`);
      expect(await window.shown('editor')).toMatch(/apple,10+/);
    },
    { timeout: 30_000, interval: 500 },
  );
});

test('the log level of the editor is the one of the server', async () => {
  await window.showLog('everything');
  await window.setLogLevel('Error');
  await window.openText(10);
  await window.setLogLevel('Info');
  await window.openText(11);
  await window.shows('panel', /dynamic\/text\/11/);
  expect(await window.shown('panel')).not.toMatch(/dynamic\/text\/10|Failed to set/);
});
