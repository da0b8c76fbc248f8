import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { results } from '../support/editor/modelRequest';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { fakeStdio } from '../support/fakeServer/fakeServer';

// A model that is wrong is told what is right, does that, and gets what it wanted: what it was sent is looked at.

const tools = [
  {
    name: 'echo',
    description: 'Says it back.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, times: { type: 'integer' } },
      required: ['text'],
      additionalProperties: false,
    },
  },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' } },
];

const editor = editorForFile(() => {
  const folder = workspaceFolder({});
  const toolsFile = join(folder.path, 'tools.json');
  writeFileSync(toolsFile, JSON.stringify(tools));
  const { command, args } = fakeStdio({ toolsFile });
  folder.write({ till: { command, args }, broken: { command: 'no-such-command' } });
  return {
    folder,
    running: ['till'],
    settings: {
      'roundhouse.toolRules': { till: 'allow' },
      'chat.tools.global.autoApprove': true,
    },
  };
});
const { chat } = editor;

beforeAll(() => chat.enableAutoApprove('call echo {"text": "first"}'));

beforeEach(() => chat.open());

/** What the model was sent as the answer of a tool. */
async function told(tool: string, args: object): Promise<string> {
  const before = editor.modelRequests().length;
  await chat.send(`call ${tool} ${JSON.stringify(args)}`);
  await vi.waitFor(
    async () => {
      // VS Code may ask for a call that no rule is about.
      if (await chat.confirmation.isVisible()) await chat.allow();
      expect(results(editor.modelRequests().slice(before).at(-1)).length).toBeGreaterThan(0);
    },
    { timeout: 90_000, interval: 200 },
  );
  await chat.finished();
  return results(editor.modelRequests().at(-1)).join('\n');
}

function viaGeneric(tool: string, args: object, server = 'till'): Promise<string> {
  return told('roundhouse_call_tool', { server, tool, arguments: args });
}

const routes = [
  ['as a tool of its own', told],
  ['by the generic tools', viaGeneric],
] as const;

test.each([
  // VS Code looks at the arguments of its own tools itself, and the server never sees them.
  ['as a tool of its own', told, "must have required property 'text'"],
  ['by the generic tools', viaGeneric, 'Correct the arguments, then call it again.'],
] as const)('wrong arguments are corrected as the answer says: %s', async (_name, call, taught) => {
  const wrong = await call('echo', { txt: 'hi', times: 'many' });
  expect(wrong).toContain('text');
  expect(wrong).toContain(taught);
  expect(await call('echo', { text: 'hi', times: 2 })).toBe('hi');
});

test.each(routes)('an error that the server answers with is told: %s', async (_name, call) => {
  expect(await call('fail', {})).toContain('-32099: it failed on purpose');
});

test('from a name that is not there a model comes to the one that is', async () => {
  const server = await viaGeneric('ecko', { txt: 'hi' }, 'tull');
  expect(server).toContain('till');
  const tool = await viaGeneric('ecko', { txt: 'hi' });
  expect(tool).toContain('echo');
  expect(await viaGeneric('echo', { txt: 'hi' })).toContain('"text"');
  expect(await viaGeneric('echo', { text: 'hi' })).toBe('hi');
  await screenshot(editor.page, 'teaching');
});

test('a server that does not come up is explained, with what the person can do', async () => {
  const answer = await viaGeneric('anything', {}, 'broken');
  expect(answer).toContain('no-such-command');
  expect(answer).toContain('A person must start it again in the MCP Roundhouse view');
});
