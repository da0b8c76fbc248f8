import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ModelTools } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { declarations } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/till';
const launch = fakeStdio({
  tools: ['echo', 'add', 'fail', 'log'],
  readOnlyTools: ['echo', 'log'],
});

const hosts = testHosts({ startGateway });
let window: HostClient;
let chat: Client;
let told = 0;

const configure = (models: ModelTools): Promise<void> =>
  window.declare(declarations({ [id]: launch }, { models }));
const names = async (): Promise<string[]> => (await chat.listTools()).tools.map(({ name }) => name);
const readers = async (): Promise<string[]> =>
  (await chat.listTools()).tools.flatMap(({ name, annotations }) =>
    annotations?.readOnlyHint ? [name] : [],
  );
const deny = (tool: string, pattern = `till/${tool}`) =>
  ({ tool, effect: 'deny', pattern }) as const;

async function call(tool: string, forModel: boolean): Promise<unknown> {
  const route = forModel ? 'genericTools' : 'person';
  const asked = { server: id, tool, arguments: { text: 'hi' }, gesture: false };
  const request = { ...asked, route, ...(forModel && { confirmed: {} }) } as const;
  return window.callTool(request).then(
    () => 'called',
    ({ code }: { code: string }) => code,
  );
}

beforeEach(async () => {
  window = await hosts.attach(await hosts.open(), { [id]: launch }, 30, { models: {} });
  await window.start(id, false);
  chat = await hosts.chat(window, id);
  told = 0;
  chat.setNotificationHandler(ToolListChangedNotificationSchema, () => void (told += 1));
  await names();
});

test('a set that is chosen is all that models get, and they are told', async () => {
  expect(await names()).toEqual(['echo', 'add', 'fail', 'log']);
  await configure({ set: ['*', '!fail', '!log'] });
  await vi.waitFor(() => expect(told).toBe(1));
  expect(await names()).toEqual(['echo', 'add']);
  await expect(chat.callTool({ name: 'fail' })).rejects.toMatchObject({
    code: -32602,
    data: { code: 'toolOff', args: { server: 'till', tool: 'fail' } },
  });
  expect(
    (await window.send('searchTools', { query: '', limit: 10 }))
      .map(({ tool }) => tool.name)
      .toSorted(),
  ).toEqual(['add', 'echo']);
  await expect(window.send('describeTool', { server: id, tool: 'log' })).rejects.toMatchObject({
    code: 'toolOff',
  });
  expect(await call('log', true)).toBe('toolOff');
  // A person may, and sees them all.
  expect(await call('log', false)).toBe('called');
  await vi.waitFor(() => expect(window.catalog(id).peek()?.tools).toHaveLength(4));
  await configure({});
  await vi.waitFor(() => expect(told).toBe(2));
  expect(await names()).toHaveLength(4);
});

test('what is denied is listed and called by nobody', async () => {
  await configure({ rules: [[deny('fa*')], [deny('log', 'team/log')]] });
  await vi.waitFor(() => expect(told).toBe(1));
  expect(await names()).toEqual(['echo', 'add']);
  const denied = { code: 'toolDenied', args: { server: 'till', tool: 'log', rule: 'team/log' } };
  await expect(chat.callTool({ name: 'log' })).rejects.toMatchObject({ data: denied });
  expect(await call('log', true)).toBe('toolDenied');
  expect(await call('log', false)).toBe('toolDenied');
  expect(await call('echo', true)).toBe('called');
});

test('a hint of reading reaches models where a person vouches for it and no rule asks', async () => {
  expect(await readers()).toEqual([]);
  await configure({ trustsHints: true });
  await vi.waitFor(() => expect(told).toBe(1));
  expect(await readers()).toEqual(['echo', 'log']);
  const rules = [[{ tool: 'echo', effect: 'ask', pattern: 'till/echo' } as const]];
  await configure({ trustsHints: true, rules });
  await vi.waitFor(() => expect(told).toBe(2));
  expect(await readers()).toEqual(['log']);
  expect(await names()).toHaveLength(4);
  const seen = window.catalog(id);
  await vi.waitFor(() =>
    expect(seen.peek()?.tools[0]?.annotations).toEqual({ readOnlyHint: true }),
  );
});
