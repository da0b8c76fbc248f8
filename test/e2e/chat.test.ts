import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { mcpTools, results } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import {
  everythingEntry,
  everythingStdio,
  startEverythingHttp,
} from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';

// The whole way on real parts: servers that are not ours over stdio and Streamable HTTP, our host, the
// real chat agent with the scripted model. The fake server shows what those do not tell.

/** In the order of their names. */
const fewTools = ['echo', 'get-sum', 'toggle-simulated-logging', 'trigger-long-running-operation'];

const editor = editorForFile(async () => {
  const http = await startEverythingHttp();
  const servers = {
    everything: everythingEntry(),
    'everything-http': { type: 'http', url: http.url },
    fake: fakeEntry({ tools: ['cancelled', 'progress'] }),
  };
  const settings = {
    // The agent hides some of too many tools behind one that brings them up.
    'roundhouse.servers': {
      everything: { trustHints: true },
      'everything-http': { tools: { allow: fewTools }, trustHints: true },
    },
  };
  return { folder: { servers }, settings, running: [], after: [http] };
});
const { tree, chat } = editor;
/** By server, the names that the model has for its tools begin with this. */
const prefixes = new Map<string, string>();

test('the tree shows the servers running with their tools', async () => {
  await tree.untilRunning('everything', 'everything-http', 'fake');
});

test('the model is offered every tool of every server once, by a readable name', async () => {
  const capabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };
  const client = { capabilities, answer: async () => ({}) };
  await using opened = await openConnection(everythingStdio(), { client });
  const { tools } = await opened.connection.readCatalog();
  const names = tools.map(({ name }) => name).toSorted();
  await chat.open();
  await chat.send('Which tools are there?');
  await chat.answerWith('tools:');

  const offered = mcpTools(editor.lastRequest);
  expect([...offered.values()].toSorted((a, b) => b.length - a.length)).toEqual([
    names,
    fewTools,
    ['cancelled', 'progress'],
  ]);
  for (const prefix of offered.keys()) {
    expect(prefix).toMatch(/^mcp_(everything-h|everything|fake)\d?$/);
    prefixes.set(prefix.replace(/^mcp_(.*?)\d?$/, '$1'), prefix);
  }
  expect([...prefixes.keys()].toSorted()).toEqual(['everything', 'everything-h', 'fake']);
});

test.each([
  ['stdio', 'everything'],
  ['Streamable HTTP', 'everything-h'],
])(
  'a tool is called over %s after the confirmation, and its result reaches the next turn',
  async (transport, server) => {
    const tool = `${prefixes.get(server)}_toggle-simulated-logging`;
    await chat.open();
    const before = editor.modelRequests().length;
    await chat.send(`call ${tool} {}`);
    await chat.asks('Run Toggle Simulated Logging');
    await chat.closeHints();
    await screenshot(editor.page, `chat-confirmation-${server}`);
    expect(editor.modelRequests()).toHaveLength(before + 1);
    await chat.allow();
    await chat.answerWith('Result: Started simulated');
    await screenshot(editor.page, `chat-result-${server}`);

    const [asked, told] = editor.modelRequests().slice(before);
    expect(asked?.answer).toMatchObject({ kind: 'call', tool });
    expect(results(told)).toEqual([expect.stringContaining('Started simulated')]);
    // Over stdio the server has no session, over HTTP it has one: so it is the right one of the two.
    expect(results(told)[0]?.includes('session undefined')).toBe(transport === 'stdio');
  },
);

test('a tool that only reads is called without a question', async () => {
  await chat.open();
  await chat.send(`call ${prefixes.get('everything')}_get-sum {"a": 2, "b": 40}`);
  await chat.answerWith('Result:');
  expect(results(editor.lastRequest)).toEqual([expect.stringContaining('42')]);
});

test.each(['everything', 'everything-h'])('the progress of a tool of %s shows', async (server) => {
  await chat.open();
  const tool = `${prefixes.get(server)}_trigger-long-running-operation`;
  await chat.send(`call ${tool} {"duration": 6, "steps": 2}`);
  await chat.progresses();
  await chat.answerWith('Result: Long running operation completed');
});

test('the words of progress show, and stopping the chat cancels the call at the server', async () => {
  const fake = prefixes.get('fake');
  await chat.open();
  await chat.send(`call ${fake}_progress {"steps": 100, "interval": 200}`);
  await chat.allow();
  await chat.answerWith('step ');
  await screenshot(editor.page, 'chat-progress');
  await chat.stop();
  await chat.send(`call ${fake}_cancelled {}`);
  await chat.allow();
  await chat.answerWith('Result:');
  expect(results(editor.lastRequest)).toEqual([expect.stringMatching(/^\[\d+\]$/)]);
});
