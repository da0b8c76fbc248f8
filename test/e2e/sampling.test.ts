import { beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { changeSettings } from '../support/editor/changeSettings';
import { everythingEntry } from '../support/fakeServer/everything';

// A server that asks the person's model, which here is the scripted one.

const demoOnly = { models: ['roundhouse-demo/*'] };

let allowed = false;

const editor = editorForFile(() => {
  const settings = { 'roundhouse.sampling': demoOnly };
  return { folder: { servers: { everything: everythingEntry() } }, settings };
});
const { chat, quick } = editor;

beforeEach(() => chat.open());

/** Has the server ask the model. */
async function sample(prompt: string): Promise<void> {
  const tool = 'trigger-sampling-request';
  await chat.callTool('everything', tool, { prompt, maxTokens: 10 });
  // The first time lets it be called for the rest of the session.
  if (!allowed) await chat.allow();
  allowed = true;
}

/** What the server told of the answer that it got. */
async function told(text: string): Promise<string> {
  await chat.answerWith(text);
  return editor.told();
}

function configure(sampling: object): Promise<void> {
  return changeSettings(editor, { 'roundhouse.sampling': sampling });
}

test('a server asks a model once the person has read what and allowed it', async () => {
  await sample('How far is it to the till?');
  await quick.asks(/everything wants to use/);
  await quick.asks(/How far is it to the till\?/);
  // Enter alone shows what is asked and allows nothing.
  await editor.page.keyboard.press('Enter');
  await editor.page.locator('.tab', { hasText: 'What everything Asks' }).waitFor();
  await quick.asks(/everything wants to use/);
  await screenshot(editor.page, 'sampling-question');
  await quick.choose('Allow in This Session');
  const result = await told('LLM sampling result');
  expect(result).toContain('"model": "demo"');
  expect(result).toContain('"stopReason": "maxTokens"');
  const asked = editor.modelRequests().find(({ tools }) => tools.length === 0);
  expect(asked?.messages).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'You are a helpful test server.' }] },
    {
      role: 'user',
      parts: [{ kind: 'text', text: expect.stringContaining('How far is it') as unknown }],
    },
  ]);
  await editor.page
    .locator('.tab', { hasText: 'What everything Asks' })
    .waitFor({ state: 'detached' });

  // Allowed in this session: nobody is asked again.
  await sample('And back?');
  await told('LLM sampling result');
  await runCommand(editor.page, 'MCP Roundhouse: Show Sampling Requests');
  const page = editor.page.locator('.monaco-editor', { hasText: 'Sampling Requests' });
  await page.getByText('And back?').waitFor();
  await page.getByText('How far is it to the till?').waitFor();
  await screenshot(editor.page, 'sampling-page');
});

test('the budget and what is never allowed are refusals that the server gets to read', async () => {
  await configure({ ...demoOnly, requestsPerHour: 0 });
  await sample('Once more?');
  await told('The hourly limit of requests is reached');
  await configure({ models: [] });
  await sample('Once more?');
  await told('There is no language model that this server may use');

  await configure(demoOnly);
  await runCommand(editor.page, 'MCP Roundhouse: Forget Sampling Permissions');
  await quick.choose('everything');
  await sample('Once more?');
  await quick.asks(/everything wants to use/);
  await quick.choose('Refuse');
  await told('The person rejected the request');
  await sample('Once more?');
  await quick.asks(/everything wants to use/);
  await quick.choose('Never Allow');
  await told('The person lets this server use no model');
  await sample('Once more?');
  await told('The person lets this server use no model');
  // Refusals are recorded as well.
  await runCommand(editor.page, 'MCP Roundhouse: Show Sampling Requests');
  const page = editor.page.locator('.monaco-editor', { hasText: 'Sampling Requests' });
  await page.getByText('refused: The person rejected the request').first().waitFor();
  await chat.open();
});

test('a question goes away with the call that it belongs to', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Forget Sampling Permissions');
  await quick.choose('everything');
  await sample('Are you there?');
  await quick.asks(/everything wants to use/);
  await chat.stop();
  await quick.widget.waitFor({ state: 'hidden' });
});
