import { beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { notificationIn } from '../support/editor/notifications';
import { everythingEntry } from '../support/fakeServer/everything';

// What a server asks during a call of ours, as a person sees and answers it.

const editor = editorForFile(() => {
  const servers = { everything: everythingEntry() };
  return { folder: { servers }, settings: { 'chat.mcp.access': 'none' } };
});
const { chat, quick, tree, menu } = editor;
let allowed = false;

beforeEach(() => chat.open());

/** Has the model call a tool of the server that asks something. */
async function call(tool: string, args: object = {}): Promise<void> {
  await chat.callTool('everything', tool, args);
  // The first time lets it be called for the rest of the session.
  if (!allowed) await chat.allow();
  allowed = true;
}

/** What the server got, as it told the model. */
async function raw(): Promise<unknown> {
  await chat.answerWith('Raw result:');
  return JSON.parse(/Raw result: (\{.*\})/s.exec(editor.told())?.[1] ?? 'null');
}

async function press(key: string): Promise<void> {
  await editor.page.keyboard.press(key);
}

test('a form is filled in field by field, checked, changed and submitted', async () => {
  await call('trigger-elicitation-request');
  await quick.asks('everything asks: String (1/14)');
  await editor.page.getByText('everything asks you').waitFor();
  await press('Enter');
  await quick.asks(/This is needed/);
  await quick.answer('Ann');
  await quick.asks('everything asks: Boolean (2/14)');
  await quick.choose('Yes');
  await quick.asks(/String with default/);
  await press('Enter');
  await quick.asks(/asks: String with email format/);
  await quick.answer('ann');
  await quick.asks(/such as name@example.com/);
  await quick.answer('ann@example.com');
  await quick.asks(/uri format/);
  await quick.answer('');
  await quick.asks(/date format/);
  await quick.answer('2000-02-29');
  await quick.asks(/asks: Integer/);
  await quick.answer('101');
  await quick.asks(/100 or less/);
  await quick.answer('7');
  await quick.asks(/Number in range/);
  await press('Enter');
  await quick.asks(/asks: Untitled Single/);
  await quick.choose('Joey');
  await quick.asks(/asks: Untitled Multiple/);
  await quick.row('Piano').click();
  await press('Enter');
  await quick.asks(/asks: Titled Single/);
  await press('Enter');
  await quick.asks(/asks: Titled Multiple/);
  await press('Enter');
  await quick.asks(/asks: Legacy/);
  await quick.choose('Dogs');
  await quick.asks(/asks: Check and Submit/);
  await quick.choose('ann@example.com');
  await quick.asks(/asks: String with email format/);
  await quick.answer('bea@example.com');
  await quick.asks(/asks: Check and Submit/);
  await quick.choose('Submit');
  expect(await raw()).toEqual({
    action: 'accept',
    content: {
      name: 'Ann',
      check: true,
      firstLine: 'It was a dark and stormy night.',
      email: 'bea@example.com',
      birthdate: '2000-02-29',
      integer: 7,
      number: 3.14,
      untitledSingleSelectEnum: 'Joey',
      untitledMultipleSelectEnum: ['Guitar', 'Piano'],
      titledSingleSelectEnum: 'hero-1',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-2',
    },
  });
});

test('to decline is not to cancel', async () => {
  await call('trigger-elicitation-request');
  await quick.asks(/everything asks: String/);
  await quick.press('Decline');
  expect(await raw()).toEqual({ action: 'decline' });
  await call('trigger-elicitation-request');
  await quick.asks(/everything asks: String/);
  await press('Escape');
  expect(await raw()).toEqual({ action: 'cancel' });
});

test('whatever a server asks is declined once a person said so, until it starts anew or they want it again', async () => {
  const asked = () => quick.asks(/everything asks: String/);
  const declineAll = () => quick.press('Decline All From This Server');
  await call('trigger-elicitation-request');
  await asked();
  await declineAll();
  expect(await raw()).toEqual({ action: 'decline' });
  await call('trigger-elicitation-request');
  expect(await raw()).toEqual({ action: 'decline' });

  await menu.choose(tree.row('everythingrunning'), 'Restart Server');
  await tree.untilRunning('everything');
  await call('trigger-elicitation-request');
  await asked();
  await declineAll();
  const toast = notificationIn(
    editor.page,
    'Whatever everything asks is declined until it starts anew.',
  );
  await toast.getByRole('button', { name: 'Ask Me Again' }).click();
  expect(await raw()).toEqual({ action: 'decline' });
  await call('trigger-elicitation-request');
  await asked();
  await press('Escape');
  expect(await raw()).toEqual({ action: 'cancel' });
});

test('a question goes away with the call that it belongs to', async () => {
  await call('trigger-elicitation-request');
  await quick.asks(/everything asks: String/);
  await chat.stop();
  await quick.widget.waitFor({ state: 'hidden' });
  await editor.page.getByText('everything asks you').waitFor({ state: 'detached' });
});

test('a page is opened only once its address was shown and agreed to', async () => {
  const url = `${new URL(editor.page.url()).origin}/healthz?to=${encodeURIComponent('https://x.y/?a=b&c')}`;
  await call('trigger-url-elicitation', { url });
  await quick.asks('everything asks you to open a page');
  await quick.row(new URL(url).host).waitFor();
  // Enter alone takes nothing.
  await press('Enter');
  await quick.asks('everything asks you to open a page');
  expect(editor.page.context().pages()).toHaveLength(1);
  const opened = editor.page.context().waitForEvent('page');
  await quick.choose('Open in the Browser');
  await (await opened).waitForURL(url);
  await (await opened).close();
  expect(await raw()).toEqual({ action: 'accept' });

  await call('trigger-url-elicitation', { url });
  await quick.asks('everything asks you to open a page');
  await quick.choose('Copy the Address');
  await quick.choose('I open it myself');
  expect(await raw()).toEqual({ action: 'accept' });

  await call('trigger-url-elicitation', { url });
  await quick.asks('everything asks you to open a page');
  await quick.choose('Decline');
  expect(await raw()).toEqual({ action: 'decline' });
});
