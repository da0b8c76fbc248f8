import { expect, test, vi } from 'vitest';
import { rawName } from '../../../../src/protocol/publicNames';
import type { McpObject, ToolAddress } from '../../../../src/ipc/state';
import {
  AgentTools,
  type EditorTools,
  type ServerTools,
} from '../../../../src/ui/participant/agentTools';
import type { OfferedTool } from '../../../../src/ui/participant/agentTurn';
import { foundTools } from '../../../../src/ui/chat/chatServers';
import { offered } from './scriptedTurn';

const never = new AbortController().signal;
const generic = ['search_tools', 'describe_tool', 'call_tool', 'list_servers'].map((name) =>
  offered(`roundhouse_${name}`),
);
const reader = [offered('roundhouse_read_more')];

/** Servers with so many tools `shop_0` ... each; what is in `gone` is not there any more. */
function shop(count: number, about: { tokens?: number; isPartial?: boolean } = {}) {
  const { tokens = 10, isPartial = false } = about;
  const gone = new Set<string>();
  const toolAt = (tool: string): OfferedTool =>
    offered(`shop_${tool}`, { tokens, address: addressOf(tool) });
  const servers: ServerTools = {
    isPartial,
    all: async (most) => ({
      tools: Array.from({ length: Math.min(most, count) }, (_tool, at) => toolAt(String(at))),
      isMore: count >= most,
    }),
    these: async (addresses) =>
      addresses.filter(({ tool }) => !gone.has(tool)).map(({ tool }) => toolAt(tool)),
    meant: (_server, tool) => addressOf(tool),
    system: ({ isDeferred }) => (isDeferred ? 'look' : 'all'),
  };
  return { servers, gone };
}

function addressOf(tool: string): ToolAddress {
  return { server: 'folder:shop', tool };
}

/** A search finds the tools whose names are its words. */
function editor(named: readonly OfferedTool[] = []) {
  const invoke = vi.fn<EditorTools['invoke']>(async (name, { query }) => {
    const found = typeof query === 'string' ? query.split(' ') : [];
    const tools = found.map((tool) => ({ server: 'folder:shop', tool: { name: tool } }));
    const text = name === 'roundhouse_search_tools' ? foundTools('', tools, []) : 'done';
    return [{ kind: 'text', text }];
  });
  return { named, generic, reader, invoke };
}

async function namesOf(tools: AgentTools): Promise<string[]> {
  const { tools: some } = await tools.offer(never);
  return some.map(({ name }) => name);
}

/** Has the model call a tool. */
function call(tools: AgentTools, name: string, input: McpObject = {}) {
  return tools.call({ kind: 'call', id: '1', name, input }, never);
}

test('where they fit, all tools are there, and those that were named come first', async () => {
  const mine = offered('mcp_mine');
  const tools = new AgentTools(shop(2).servers, editor([mine]), 0);
  expect(await namesOf(tools)).toEqual(['mcp_mine', 'shop_0', 'shop_1', 'roundhouse_read_more']);
  expect((await tools.offer(never)).system).toBe('all');
});

test('servers that have told of no tools yet can be asked', async () => {
  const tools = new AgentTools(shop(1, { isPartial: true }).servers, editor(), 0);
  expect(await namesOf(tools)).toEqual([
    'shop_0',
    ...generic.map(({ name }) => name),
    'roundhouse_read_more',
  ]);
});

test('where servers have no tools, the model can find out why', async () => {
  const mine = editor([offered('mcp_mine')]);
  const tools = new AgentTools(shop(0).servers, mine, 0);
  expect(await namesOf(tools)).toEqual([
    'mcp_mine',
    ...[...generic, ...reader].map(({ name }) => name),
  ]);
});

test.each([
  ['too many', 128, {}, 0],
  ['too dear', 30, { tokens: 100 }, 2_000],
])(
  '%s are looked for; what was found is there in the next round',
  async (_name, count, about, budget) => {
    const { servers, gone } = shop(count, about);
    const mine = editor([offered('mcp_mine')]);
    const tools = new AgentTools(servers, mine, budget);
    const always = ['mcp_mine', ...[...generic, ...reader].map(({ name }) => name)];
    expect(await namesOf(tools)).toEqual(always);
    expect((await tools.offer(never)).system).toBe('look');

    await call(tools, 'roundhouse_search_tools', { query: '7 8' });
    expect(await namesOf(tools)).toEqual([...always, 'shop_7', 'shop_8']);

    await call(tools, 'roundhouse_describe_tool', { server: 'shop', tool: '9' });
    expect(await namesOf(tools)).toEqual([...always, 'shop_9', 'shop_7', 'shop_8']);

    gone.add('7');
    expect(await namesOf(tools)).toEqual([...always, 'shop_9', 'shop_8']);
  },
);

test('however much is found, a request never has more tools than models take', async () => {
  const { servers } = shop(5_000);
  const named = Array.from({ length: 100 }, (_tool, at) => offered(`mine_${at}`));
  const tools = new AgentTools(servers, editor(named), 0);
  await tools.offer(never);
  const query = Array.from({ length: 80 }, (_tool, at) => at).join(' ');
  await call(tools, 'roundhouse_search_tools', { query });
  const names = await namesOf(tools);
  expect(names).toHaveLength(128);
  expect(names.slice(105, 108)).toEqual(['shop_0', 'shop_1', 'shop_2']);
});

test('a whole server that the person named leaves room for the means to look for other tools, and for what they find', async () => {
  const named = Array.from({ length: 150 }, (_tool, at) => offered(`mine_${at}`));
  const tools = new AgentTools(shop(40).servers, editor(named), 0);
  const names = await namesOf(tools);
  expect(names).toHaveLength(128);
  const means = [...generic, ...reader].map(({ name }) => name);
  expect(names.slice(-means.length)).toEqual(means);
  await call(tools, 'roundhouse_search_tools', { query: '7' });
  expect(await namesOf(tools)).toContain('shop_7');
});

test('a call goes to the tool that has the name, by the one way of all calls', async () => {
  const mine = editor([offered('fetch')]);
  const tools = new AgentTools(shop(3).servers, mine, 0);
  await tools.offer(never);
  await call(tools, 'shop_2', { coins: 3 });
  await call(tools, 'fetch', { url: 'x' });
  expect(mine.invoke.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['roundhouse_call_tool', { server: 'folder:shop', tool: '2', arguments: { coins: 3 } }],
    ['fetch', { url: 'x' }],
  ]);
});

test('a name that the model made up is answered with what to do', async () => {
  const mine = editor();
  const tools = new AgentTools(shop(3).servers, mine, 0);
  const made = await call(tools, 'till_add');
  expect(made).toEqual([{ kind: 'text', text: expect.stringContaining('no tool "till_add"') }]);
  expect(mine.invoke).not.toHaveBeenCalled();
});

test('no tool of a server takes the place of what the person named or of ours, and a call is of what was described', async () => {
  const sly = (name: string): OfferedTool => offered(name, { address: addressOf('sly') });
  const all = [sly('mcp_mine'), sly('roundhouse_search_tools'), sly('shop_0')];
  const { servers } = shop(0);
  const mine = editor([offered('mcp_mine')]);
  const some = { ...servers, all: async () => ({ tools: all, isMore: false }) };
  const tools = new AgentTools(some, mine, 0);
  expect(await namesOf(tools)).toEqual(['mcp_mine', 'shop_0', 'roundhouse_read_more']);
  all.pop();
  for (const name of ['mcp_mine', 'shop_0', 'roundhouse_search_tools']) {
    await call(tools, name);
  }
  expect(mine.invoke.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['mcp_mine', {}],
    ['roundhouse_call_tool', { server: 'folder:shop', tool: 'sly', arguments: {} }],
  ]);
});

test('a true name that looks like the public one of another tool is not taken for it', async () => {
  const { servers } = shop(0);
  const tool = offered('shop_a', { address: addressOf('a--b') });
  const mine = editor();
  const some = { ...servers, all: async () => ({ tools: [tool], isMore: false }) };
  const tools = new AgentTools(some, mine, 0);
  await tools.offer(never);
  await call(tools, 'shop_a');
  const [[, input] = []] = mine.invoke.mock.calls;
  const named = [{ name: 'a.b' }, { name: 'a--b' }];
  expect(rawName(named, String(input?.['tool']))).toBe('a--b');
});

test('where some of the tools that were asked for are not ours, there are still more', async () => {
  const { servers } = shop(0);
  const some = { ...servers, all: async () => ({ tools: [offered('shop_0')], isMore: true }) };
  const tools = new AgentTools(some, editor(), 0);
  expect((await tools.offer(never)).system).toBe('look');
});
