import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { readCatalog } from '../../../src/connection/readCatalog';
import type { RpcError } from '../../../src/protocol/jsonRpc';
import type { McpObject } from '../../../src/ipc/state';
import { sentence } from '../../../src/ui/reasons/sentence';
import { httpRefusal } from '../../support/memoryServer';

type Answers = Record<string, (cursor: string | undefined) => McpObject>;

function sender(answers: Answers): (method: string, params: McpObject) => Promise<McpObject> {
  return async (method, params) => {
    const answer = answers[method];
    if (!answer) throw new UserError('serverError', { code: -32601, message: `no ${method}` });
    return answer(params['cursor'] as string | undefined);
  };
}

const everything = { tools: {}, prompts: {}, resources: {} };

describe('readCatalog', () => {
  test('asks only for what is declared', async () => {
    const catalog = await readCatalog(
      sender({ 'tools/list': () => ({ tools: [{ name: 'a' }] }) }),
      {
        tools: {},
      },
    );
    expect(catalog).toEqual({
      tools: [{ name: 'a' }],
      prompts: [],
      resources: [],
      resourceTemplates: [],
      dropped: [],
    });
  });

  test('knows again what stayed equal, and still looks at it', async () => {
    const lists = {
      'tools/list': () => ({ tools: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] }),
      'prompts/list': () => ({ prompts: [{ name: 'p' }, 5] }),
    };
    const capabilities = { tools: {}, prompts: {} };
    const known = await readCatalog(sender(lists), capabilities);
    expect(known.dropped).toHaveLength(2);
    expect(await readCatalog(sender(lists), capabilities, undefined, known)).toBe(known);
    const more = { ...lists, 'prompts/list': () => ({ prompts: [{ name: 'q' }, { name: 'p' }] }) };
    const refused = ({ name }: McpObject) =>
      name === 'b' ? { code: 'headerRepeated' } : undefined;
    const now = await readCatalog(sender(more), capabilities, refused, known);
    expect(now.tools).toEqual([{ name: 'a' }]);
    expect(now.tools[0]).toBe(known.tools[0]);
    expect(now.prompts[1]).toBe(known.prompts[0]);
    expect(now.resources).toBe(known.resources);
    expect(now.dropped.map(({ reason }) => reason.code)).toEqual([
      'headerRepeated',
      'itemRepeated',
    ]);
  });

  test('follows cursors, the empty one included', async () => {
    const pages: Record<string, McpObject> = {
      first: { tools: [{ name: 'a' }], nextCursor: '' },
      '': { tools: [{ name: 'b' }], nextCursor: 'x' },
      x: { tools: [{ name: 'c' }] },
    };
    const send = sender({ 'tools/list': (cursor) => pages[cursor ?? 'first'] ?? {} });
    const catalog = await readCatalog(send, { tools: {} });
    expect(catalog.tools.map((tool) => tool.name)).toEqual(['a', 'b', 'c']);
    expect(catalog.dropped).toEqual([]);
  });

  test('stops at a cursor that repeats, and says so', async () => {
    let page = 0;
    const tools = (): McpObject[] => [{ name: `t${page++}` }];
    const send = sender({ 'tools/list': () => ({ tools: tools(), nextCursor: 'again' }) });
    const catalog = await readCatalog(send, { tools: {} });
    expect(catalog.tools).toHaveLength(2);
    expect(catalog.dropped).toMatchObject([{ list: 'tools', name: 'tools/list' }]);
  });

  const large = 'x'.repeat(1_000_000);

  test.each<readonly [string, number, (page: number) => McpObject]>([
    ['a thousand pages', 1_000, (page) => ({ tools: [{ name: `t${page}` }] })],
    ['fifty pages without a tool', 50, () => ({ tools: [] })],
    ['16 MB of whatever', 16, (page) => ({ tools: [{ name: `t${page}` }], large })],
  ])('stops after %s, and says so', async (_what, count, content) => {
    let page = 0;
    const send = sender({
      'tools/list': () => ({ ...content(page), nextCursor: String(page++) }),
    });
    const catalog = await readCatalog(send, { tools: {} });
    expect(page).toBe(count);
    expect(catalog.dropped).toMatchObject([{ list: 'tools', name: 'tools/list' }]);
  });

  test.each([
    ['on one page', 1],
    ['on many', 30],
  ])(
    'looks through the first 20,000 items, and says that there are more: %s',
    async (_name, count) => {
      const all = Array.from({ length: 30_000 }, (_item, at) => ({ name: `t${at}` }));
      const size = all.length / count;
      let asked = 0;
      const send = sender({
        'tools/list': (cursor = '0') => {
          asked += 1;
          const start = Number(cursor);
          const end = start + size;
          return {
            tools: all.slice(start, end),
            ...(end < all.length && { nextCursor: String(end) }),
          };
        },
      });
      const catalog = await readCatalog(send, { tools: {} });
      expect(catalog.tools).toEqual(all.slice(0, 20_000));
      expect(asked, 'and asks for no more of them').toBe(Math.ceil((count * 2) / 3));
      const reason = { code: 'itemsTooMany', args: { count: 20_000 } };
      expect(catalog.dropped).toEqual([{ list: 'tools', name: 'tools/list', reason }]);
    },
  );

  test('drops what is malformed and keeps the rest as it came', async () => {
    const odd = { name: 'odd', inputSchema: { type: 'object' }, vendor: [1] };
    const send = sender({
      'tools/list': () => ({
        tools: [{ name: 'bad', inputSchema: 'x' }, odd, { title: 'y' }, null],
      }),
      'prompts/list': () => ({ prompt: [] }),
      'resources/list': () => ({ resources: [{ name: 'no uri' }] }),
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'a:{b}' }] }),
    });
    const catalog = await readCatalog(send, everything);
    expect(catalog.tools).toEqual([odd]);
    expect(catalog.tools[0]).toBe(odd);
    expect(catalog.resourceTemplates).toEqual([{ uriTemplate: 'a:{b}' }]);
    const names = catalog.dropped.map(({ list, name }) => `${list} ${name}`).sort();
    expect(names).toEqual([
      'prompts prompts/list',
      'resources no uri',
      'tools ?',
      'tools bad',
      'tools null',
    ]);
    const bad = catalog.dropped.find(({ name }) => name === 'bad');
    expect(bad?.reason).toEqual({
      code: 'itemMalformed',
      args: { problem: expect.stringContaining('inputSchema') },
    });
  });

  test('of those with one name the first stays, and what is refused says why', async () => {
    const first = { name: 'a', description: 'first' };
    const send = sender({
      'tools/list': (cursor) =>
        cursor === undefined
          ? { tools: [first, { name: 'a' }, { name: 'odd' }], nextCursor: '2' }
          : { tools: [{ name: 'a' }, { name: 'b' }] },
      'resources/list': () => ({ resources: [{ uri: 'x:1' }, { uri: 'x:1' }] }),
      'resources/templates/list': () => ({ resourceTemplates: [{ name: 'no template' }] }),
    });
    const capabilities = { tools: {}, resources: {} };
    const catalog = await readCatalog(send, capabilities, ({ name }) =>
      name === 'odd' ? { code: 'headerRepeated', args: { name } } : undefined,
    );
    expect(catalog.tools).toEqual([first, { name: 'b' }]);
    expect(catalog.tools[0]).toBe(first);
    expect(catalog.resources).toHaveLength(1);
    expect(catalog.resourceTemplates).toEqual([]);
    expect(catalog.dropped.map(({ list, name }) => `${list} ${name}`)).toEqual([
      'tools a',
      'tools odd',
      'resources x:1',
      'resourceTemplates no template',
    ]);
    expect(catalog.dropped[1]?.reason.args).toEqual({ name: 'odd' });
  });

  test('a cursor that is not known any more begins the list anew, once', async () => {
    let failures = 0;
    const stale = (cursor: string | undefined): McpObject => {
      if (cursor === undefined) return { tools: [{ name: 'a' }], nextCursor: '2' };
      failures += 1;
      if (failures > 1) return { tools: [{ name: 'b' }] };
      throw new UserError('serverError', { code: -32602, message: 'Invalid cursor' });
    };
    const catalog = await readCatalog(sender({ 'tools/list': stale }), { tools: {} });
    expect(catalog.tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(catalog.dropped).toEqual([]);
    const always = (cursor: string | undefined): McpObject => {
      if (cursor === undefined) return { tools: [], nextCursor: '2' };
      throw new UserError('serverError', { code: -32602, message: 'Invalid cursor' });
    };
    await expect(
      readCatalog(sender({ 'tools/list': always }), { tools: {} }),
    ).rejects.toMatchObject({ args: { code: -32602 } });
  });

  test('survives lists that are declared and fail, but not without tools', async () => {
    const tools = { 'tools/list': () => ({ tools: [] }) };
    const catalog = await readCatalog(sender(tools), everything);
    expect(catalog.dropped.map(({ name }) => name).sort()).toEqual([
      'prompts/list',
      'resources/list',
    ]);
    expect(catalog.dropped[0]?.reason).toMatchObject({
      code: 'serverError',
      args: { code: -32601 },
    });
    await expect(readCatalog(sender({}), everything)).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32601 },
    });
  });

  test.each<[number, RpcError | undefined, string[]]>([
    [
      400,
      { code: -32601, message: 'none' },
      ['prompts/list', 'resources/list'].map(
        (method) => `${method} The server answered with error -32601: none`,
      ),
    ],
    [
      501,
      undefined,
      ['prompts/list', 'resources/list', 'resources/templates/list'].map(
        (method) => `${method} The server answered "${method}" with HTTP 501.`,
      ),
    ],
    [503, undefined, []],
  ])('a list that is refused by %i (%j) leaves %j out', async (status, cause, dropped) => {
    const send = async (method: string): Promise<McpObject> => {
      if (method === 'tools/list') return { tools: [] };
      throw httpRefusal(status, cause);
    };
    const read = readCatalog(send, everything);
    if (dropped.length === 0) {
      await expect(read).rejects.toMatchObject({ code: 'httpError', args: { status } });
    } else {
      const said = (await read).dropped.map(({ name, reason }) => `${name} ${sentence(reason)}`);
      expect(said).toEqual(dropped);
    }
  });

  const own = (code: number): UserError =>
    new UserError('serverError', { code, message: `error ${code}` });

  test.each<[string, boolean, Error]>([
    ['an error of the server', true, own(-32603)],
    ['a silent server', true, new UserError('timedOut')],
    ['HTTP 429', true, httpRefusal(429)],
    ['an unknown method', false, own(-32601)],
    ['HTTP 404', false, httpRefusal(404)],
    ['HTTP 405', false, httpRefusal(405)],
  ])('after %s on a later page the known items stay: %j', async (_what, stays, error) => {
    const lists: Answers = {
      'tools/list': () => ({ tools: [] }),
      'prompts/list': () => ({ prompts: [{ name: 'p' }] }),
      'resources/list': (cursor) => ({
        resources: [{ uri: `x:${cursor ?? 1}` }],
        ...(cursor === undefined && { nextCursor: '2' }),
      }),
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'x:{a}' }] }),
    };
    const known = await readCatalog(sender(lists), everything);
    const fail = (cursor: string | undefined): McpObject => {
      if (cursor === undefined) return { resources: [{ uri: 'x:0' }], nextCursor: '2' };
      throw error;
    };
    const failing = sender({ ...lists, 'resources/list': fail });
    const now = await readCatalog(failing, everything, undefined, known);
    expect(now.resources).toEqual(stays ? known.resources : []);
    expect(now).toEqual({ ...known, resources: now.resources, dropped: now.dropped });
    expect(now.dropped.map(({ name, unread = false }) => [name, unread])).toEqual([
      ['resources/list', stays],
    ]);
    expect(await readCatalog(failing, everything, undefined, now)).toBe(now);
    const later = await readCatalog(sender(lists), everything, undefined, now);
    expect(later).toEqual(known);
  });

  test('leaves out a tool of more levels than anything that reads it can take', async () => {
    let inputSchema: object = { type: 'object' };
    for (let level = 0; level < 5_000; level++) inputSchema = { not: inputSchema };
    const send = sender({
      'tools/list': () => ({ tools: [{ name: 'deep', inputSchema }, { name: 'flat' }] }),
    });
    const { tools, dropped } = await readCatalog(send, { tools: {} });
    expect(tools).toEqual([{ name: 'flat' }]);
    expect(dropped).toMatchObject([{ name: 'deep' }]);
  });

  test('does not survive the end of the connection', async () => {
    const send = sender({
      'tools/list': () => ({ tools: [] }),
      'prompts/list': () => {
        throw new UserError('connectionClosed');
      },
    });
    await expect(readCatalog(send, everything)).rejects.toMatchObject({ code: 'connectionClosed' });
  });
});
