import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { readCatalog } from '../../../src/connection/readCatalog';
import type { McpObject } from '../../../src/contract/state';

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
    const send = sender({ 'tools/list': () => ({ tools: [{ name: 'a' }], nextCursor: 'again' }) });
    const catalog = await readCatalog(send, { tools: {} });
    expect(catalog.tools).toHaveLength(2);
    expect(catalog.dropped).toMatchObject([{ list: 'tools', name: 'tools/list' }]);
  });

  test('stops after a thousand pages, and says so', async () => {
    let page = 0;
    const send = sender({ 'tools/list': () => ({ tools: [], nextCursor: String(page++) }) });
    const catalog = await readCatalog(send, { tools: {} });
    expect(page).toBe(1000);
    expect(catalog.dropped).toMatchObject([{ list: 'tools', name: 'tools/list' }]);
  });

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
    expect(bad?.message).toContain('inputSchema');
  });

  test('survives lists that are declared and fail, but not without tools', async () => {
    const tools = { 'tools/list': () => ({ tools: [] }) };
    const catalog = await readCatalog(sender(tools), everything);
    expect(catalog.dropped.map(({ name }) => name).sort()).toEqual([
      'prompts/list',
      'resources/list',
    ]);
    expect(catalog.dropped[0]?.message).toContain('no ');
    await expect(readCatalog(sender({}), everything)).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32601 },
    });
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
