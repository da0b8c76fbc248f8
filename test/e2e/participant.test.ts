import { beforeEach, expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { results, said, type ModelRequest } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { ServerPage } from '../support/editor/serverPage';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';

// `@roundhouse`: its commands, what it sends its model, and what a person sees of it.

const editor = editorForFile(() => {
  const tools = ['media', 'echo', 'sleep', 'cancelled', 'rewrite'];
  const servers = {
    depot: fakeEntry({ tools, readOnlyTools: ['cancelled'] }),
    everything: everythingEntry(),
    broken: { command: 'no-such-command' },
  };
  const settings = {
    'roundhouse.participantRounds': 3,
    'roundhouse.toolRules': {
      'depot/media': 'allow',
      'depot/rewrite': 'allow',
      'depot/sleep': 'allow',
      'depot/cancelled': 'allow',
      'everything/get-sum': 'allow',
      'everything/get-env': 'deny',
    },
  };
  // The model takes images.
  const env = { ROUNDHOUSE_DEMO_BLIND: '1' };
  return { folder: { servers }, env, settings, running: ['depot', 'everything'] };
});
const { tree, chat, quick } = editor;

beforeEach(async () => {
  await chat.open();
  await chat.closeHints();
});

const last = (): ModelRequest | undefined => editor.lastRequest;

const ask = (text: string): Promise<void> => chat.sendTo('roundhouse', text);

/** Gives orders, waits until all is done, and gives what the model read of the last round. */
async function order(...lines: readonly string[]): Promise<string> {
  await ask(lines.join('\n'));
  await chat.answerWith('Result:');
  return editor.told();
}

test('/servers says how each is, why, and what can be done', async () => {
  await tree.row('brokenfailed').waitFor();
  await ask('/servers');
  const answer = await chat.answerWith('no-such-command');
  expect(answer).toMatch(/everything running · \d+ tools/);
  expect(answer).toContain('broken failed');
  await screenshot(editor.page, 'participant-servers');
  await editor.page.getByRole('link', { name: 'Why?' }).click();
  await editor.page
    .getByRole('tab', { name: /broken/ })
    .first()
    .waitFor();
  expect(editor.modelRequests()).toHaveLength(0);
});

test('/tools lists them with what they cost, and finds some by words', async () => {
  await ask('/tools');
  const answer = await chat.answerWith('get-sum');
  expect(answer).toMatch(/Chat gets \d+ tools · .* tokens\./);
  await ask('/tools add two numbers');
  await chat.answerWith('best first:');
  await chat.answerWith('get-sum of everything');
  await screenshot(editor.page, 'participant-tools');
  await editor.page.getByRole('link', { name: 'get-sum' }).last().click();
  await new ServerPage(editor).body.getByRole('heading', { name: 'get-sum' }).waitFor();
});

test('/prompt lists the prompts; one is picked, asked for its arguments, and the model gets its messages', async () => {
  await ask('/prompt');
  await chat.answerWith('everything/args-prompt');
  await screenshot(editor.page, 'participant-prompts');
  await chat.followUp('everything/args-prompt');
  await quick.asks('city');
  await quick.answer('Oslo');
  await quick.asks('state');
  await editor.page.keyboard.press('Enter');
  await chat.answerWith('tools:');
  expect(said(last())).toContain('Oslo');

  await ask('/prompt args-prompt city=Bergen');
  await expect.poll(() => said(last())).toContain('Bergen');
  await ask('/prompt nonsense');
  await chat.answerWith('No server has a prompt nonsense.');
});

test('stopped while a prompt asks for its arguments, no model is asked, then or later', async () => {
  const before = editor.modelRequests().length;
  await ask('/prompt args-prompt');
  await quick.asks('city');
  await chat.stop();
  await quick.widget.waitFor({ state: 'hidden' });
  expect(editor.modelRequests()).toHaveLength(before);

  await ask('Which tools are there?');
  await chat.answerWith('tools:');
  const [, ...messages] = last()?.messages ?? [];
  expect(editor.modelRequests()).toHaveLength(before + 1);
  expect(messages).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'Which tools are there?' }] },
  ]);
});

test('left by Escape, a prompt is not run, and the answer says so', async () => {
  const before = editor.modelRequests().length;
  await ask('/prompt args-prompt');
  await quick.asks('city');
  await quick.box.press('Escape');
  await chat.answerWith('You gave no arguments, so "args-prompt" was not run.');
  expect(editor.modelRequests()).toHaveLength(before);
});

test('a call that the person skips is an answer that the model reads', async () => {
  await ask('call echo {"text": "no"}');
  await chat.skip();
  await chat.answerWith('Result:');
  expect(editor.told()).toContain('chose to skip the tool call');
});

test('the model has the tools of all servers that a person lets it have, and calls them after the question', async () => {
  await ask('Which tools are there?');
  await chat.answerWith('tools:');
  const { tools = [], messages = [] } = last() ?? {};
  expect(tools).toEqual(
    expect.arrayContaining(['depot_media', 'everything_get-sum', 'roundhouse_read_more']),
  );
  expect(tools).not.toContain('everything_get-env');
  expect(said({ ...last(), messages: messages.slice(0, 1) } as ModelRequest)).toMatch(
    /^You are @roundhouse.*What the server depot says about its use:\n```\nUse it for tests\./s,
  );
  expect(said(last())).toBe('Which tools are there?');

  await ask('call echo {"text": "hello"}');
  await chat.asks('Run "echo" on depot?');
  await chat.closeHints();
  await screenshot(editor.page, 'participant-confirmation');
  await chat.allow();
  await chat.answerWith('Result: hello');
  // The turn before is known.
  expect(last()?.messages.map(({ role }) => role)).toEqual([
    'user',
    'user',
    'other',
    'user',
    'other',
    'user',
  ]);
  await ask('And now?');
  await chat.answerWith('tools:');
  const past = last()?.messages.flatMap(({ parts }) => parts) ?? [];
  expect(past).toContainEqual({ kind: 'call', tool: 'depot_echo', input: { text: 'hello' } });
  expect(past).toContainEqual({ kind: 'result', text: 'hello' });
});

test('every kind of result reaches the model, or is announced', async () => {
  const answer = await order('call media {"error": true}');
  expect(answer).toMatch(/^The tool reported an error[.:]\s+Here it is\./);
  expect(answer).toContain('(audio audio/wav, 1 KB, is ');
  expect(answer).toContain('a note');
  expect(answer).not.toContain('"shown"');
  const [part] = last()?.messages.at(-1)?.parts ?? [];
  expect(part).toMatchObject({ kind: 'result', data: ['image/png'] });
});

test('several calls of one round are answered in their order', async () => {
  const answer = await order('call sleep {"ms": 300}', 'call get-sum {"a": 1, "b": 2}');
  expect(answer).toMatch(/^slept\n.*3/);
});

test('the model follows a teaching answer to success', async () => {
  await order('call get-sum {"a": 1}', 'then call get-sum {"a": 1, "b": 2}');
  const told = last()?.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'result' ? part.text : [])),
  );
  expect(told).toEqual([
    expect.stringContaining('Correct the arguments, then call it again.'),
    expect.stringContaining('sum of 1 and 2 is 3'),
  ]);
});

test('stopped, the server is told that the call is cancelled', async () => {
  await ask('call sleep {"ms": 120000}');
  await editor.page.getByText('Running "sleep" on depot').first().waitFor({ timeout: 60_000 });
  await chat.stop();
  expect(await order('call cancelled {}')).toMatch(/^\[.+\]$/);
  // The next turn knows of the call that was stopped.
  const told = last()?.messages.flatMap(({ parts }) => parts) ?? [];
  expect(told).toContainEqual({
    kind: 'result',
    text: expect.stringContaining('may have taken effect'),
  });
});

test('after the last round it asks whether to go on', async () => {
  await ask('always call get-sum {"a": 2, "b": 2}');
  await chat.answerWith('I stopped after 3 rounds');
  const before = editor.modelRequests().length;
  await chat.followUp('Continue');
  await expect.poll(() => editor.modelRequests().length).toBe(before + 1);
  expect(said(last())).toBe('Continue');
  expect(results({ ...last(), messages: last()?.messages.slice(0, -1) } as ModelRequest)).toEqual([
    expect.stringContaining('is 4'),
  ]);
});

test('a model that fails is told of, with what to do', async () => {
  await ask('fail Blocked');
  await chat.answerWith('takes no more requests now');
  expect(await chat.lastResponse()).toContain('choose another model');
});

test('a tool that is described otherwise is not offered in the next round', async () => {
  const other = { name: 'echo', description: 'Says it back, but louder' };
  await order(`call rewrite ${JSON.stringify(other)}`, 'then call get-sum {"a": 1, "b": 1}');
  await editor.page.getByRole('button', { name: 'Later' }).click();
  await ask('Which tools are there?');
  await chat.answerWith('tools:');
  expect(last()?.tools).not.toContain('depot_echo');
  const wasSent = editor
    .modelRequests()
    .some(({ definitions }) => JSON.stringify(definitions).includes('louder'));
  expect(wasSent).toBe(false);
});
