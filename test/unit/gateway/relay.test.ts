import type { Abortable } from '../../../src/base/abort';
import { describe, expect, it, vi } from 'vitest';
import { raceAbort } from '../../../src/base/abort';
import { UserError } from '../../../src/base/errors';
import { publicName } from '../../../src/protocol/publicNames';
import type { McpObject, Tool } from '../../../src/ipc/state';
import type { ToolRefusal } from '../../../src/servers/modelCatalog';
import { openGateway } from '../../support/gateway/openGateway';
import { eventsOf, messageOf, rpc, type RawResponse } from '../../support/gateway/rawClient';
import { catalogOf, handshake, type TestServer } from '../../support/gateway/testServer';

type Opened = Awaited<ReturnType<typeof openGateway>>;

async function ask({ client }: Opened, ...messages: object[]): Promise<RawResponse> {
  const headers = await client.session();
  return client.send({ headers, body: messages.length === 1 ? messages[0] : messages });
}

/** The server's own way to a connection, which leaves its catalog unknown. */
function unlisted(server: TestServer): TestServer['connection'] {
  const connection = server.connection.bind(server);
  return async () => {
    const made = await connection();
    server.catalog.value = undefined;
    return made;
  };
}

describe('answers of the gateway', () => {
  it('greets and lists an idle server without starting it', async () => {
    await using opened = await openGateway();
    const { catalog, server } = { catalog: opened.server.catalog.peek(), server: opened.server };
    const greeted = await opened.client.initialize('2025-06-18');
    expect(messageOf(greeted)).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'one', title: 'one' } },
    });
    expect(messageOf(await ask(opened, rpc('a', 'tools/list')))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { tools: catalog?.tools },
    });
    for (const [method, key] of [
      ['prompts/list', 'prompts'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
    ] as const) {
      expect(messageOf(await ask(opened, rpc(0, method)))).toMatchObject({ result: { [key]: [] } });
    }
    expect(messageOf(await ask(opened, rpc(0, 'ping')))).toMatchObject({ id: 0, result: {} });
    expect(server.starts).toBe(0);
  });

  it('offers tasks to every client but a chat', async () => {
    await using opened = await openGateway();
    const tasks = { requests: { tools: { call: {} } } };
    opened.server.handshake.value = { ...handshake, capabilities: { tools: {}, tasks } };
    const body = rpc(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const offered = async (headers: Record<string, string>): Promise<unknown> =>
      messageOf(await opened.client.send({ headers, body }));
    expect(await offered({})).toHaveProperty('result.capabilities.tasks', tasks);
    const toChat = await offered({ 'Roundhouse-Client': 'chat' });
    expect(toChat).toHaveProperty('result.capabilities.tools');
    expect(toChat).not.toHaveProperty('result.capabilities.tasks');
  });

  it('promises chat no structured content, unless a page shows it', async () => {
    await using opened = await openGateway();
    const outputSchema = { type: 'object' };
    const page = { ui: { resourceUri: 'ui://clock' } };
    opened.server.catalog.value = {
      ...catalogOf(),
      tools: [
        { name: 'plain', inputSchema: { type: 'object' }, outputSchema },
        { name: 'clock', inputSchema: { type: 'object' }, outputSchema, _meta: page },
      ],
    };
    const own = await opened.client.session();
    const promised = async (headers: Record<string, string>): Promise<unknown> => {
      const { result } = await opened.client.ask(headers, 'tools/list');
      const tools: Tool[] = result.tools;
      return tools.filter((tool) => 'outputSchema' in tool).map(({ name }) => name);
    };
    expect(await promised(own)).toEqual(['plain', 'clock']);
    expect(await promised({ ...own, 'Roundhouse-Client': 'chat' })).toEqual(['clock']);
  });

  it('gives chat titles that it cannot take for Markdown, and others those of the server', async () => {
    await using opened = await openGateway();
    const title = '[Read](command:evil) *all* ![](https://a.b/p.png)';
    const annotations = { title, readOnlyHint: true };
    const schema = { inputSchema: { type: 'object' } };
    opened.server.catalog.value = {
      ...catalogOf(),
      tools: [
        { name: 'both', title, annotations, ...schema },
        { name: 'marks', title: '**', annotations: { title: 7 }, ...schema },
        { name: 'good', title: 'Add numbers', ...schema },
        { name: 'x](command:evil)', ...schema },
      ],
    };
    const own = await opened.client.session();
    const titles = async (headers: Record<string, string>): Promise<unknown> => {
      const tools: Tool[] = (await opened.client.ask(headers, 'tools/list')).result.tools;
      return tools.map((tool) => [tool.title, tool.annotations]);
    };
    const shown = 'Read (command:evil) all ! (https //a.b/p.png)';
    expect(await titles({ ...own, 'Roundhouse-Client': 'chat' })).toEqual([
      [shown, { title: shown, readOnlyHint: true }],
      [undefined, {}],
      ['Add numbers', undefined],
      ['x (command:evil)', undefined],
    ]);
    expect(await titles(own)).toEqual([
      [title, annotations],
      ['**', {}],
      ['Add numbers', undefined],
      [undefined, undefined],
    ]);
  });

  it('starts a server of which nothing is known, which goes first only where it is used', async () => {
    await using opened = await openGateway();
    opened.server.handshake.value = undefined;
    opened.server.catalog.value = undefined;
    const greeted = await opened.client.initialize();
    expect(messageOf(greeted)).toMatchObject({ result: { serverInfo: { version: '3.2.1' } } });
    expect(opened.server.starts).toBe(1);
    opened.server.catalog.value = undefined;
    const listed = await ask(opened, rpc(2, 'tools/list'));
    expect(messageOf(listed)).toMatchObject({ result: { tools: [{ name: 'first' }] } });
    await ask(opened, rpc(3, 'tools/call', { name: 'first' }));
    expect(opened.server.urgencies).toEqual(['background', 'background', 'awaited']);
  });

  it('says why a server cannot be greeted, and keeps no session', async () => {
    await using opened = await openGateway();
    opened.server.handshake.value = undefined;
    opened.server.failure = new UserError('notApproved', { server: 'one' });
    const { status, body, headers } = await opened.client.initialize();
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32603,
        message: 'Because of notApproved.',
        data: { code: 'notApproved', args: { server: 'one' } },
      },
    });
    const again = { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
    expect((await opened.client.send({ headers: again, body: rpc(2, 'ping') })).status).toBe(404);
  });

  it.each([[['-rf', '/']], ['all'], [false]])(
    'sends no arguments but an object: %j',
    async (given) => {
      await using opened = await openGateway();
      const call = rpc(2, 'tools/call', { name: 'first', arguments: given });
      expect(messageOf(await ask(opened, call))).toMatchObject({ error: { code: -32602 } });
      expect(opened.server.asked).toEqual([]);
    },
  );

  it('records a call that no server takes', async () => {
    await using opened = await openGateway();
    const { server } = opened;
    server.route = () => {
      throw new UserError('unknownTool', { server: 'one', tool: 'steal' });
    };
    await ask(opened, rpc(2, 'tools/call', { name: 'steal', arguments: { all: true } }));
    expect(server.guarded.calls).toMatchObject([
      {
        tool: 'steal',
        route: 'agent',
        arguments: '{"all":true}',
        outcome: { kind: 'refused', reason: { code: 'unknownTool' } },
      },
    ]);
  });

  it.each<ToolRefusal>([
    { code: 'toolHidden' },
    { code: 'toolOff' },
    { code: 'toolHeld' },
    { code: 'toolDenied', rule: '*/first' },
  ])('never lists or calls a tool that is kept back, whatever is known: %j', async (refusal) => {
    await using opened = await openGateway();
    opened.server.refusals.set('first', refusal);
    const refused = await ask(opened, rpc(2, 'tools/call', { name: 'first' }));
    const { code, ...args } = refusal;
    expect(messageOf(refused)).toMatchObject({
      error: { code: -32602, data: { code, args: { server: 'one', tool: 'first', ...args } } },
    });
    expect(opened.server.starts).toBe(0);
    opened.server.connection = unlisted(opened.server);
    opened.server.catalog.value = undefined;
    expect(messageOf(await ask(opened, rpc(3, 'tools/list')))).toMatchObject({
      result: { tools: [] },
    });
  });

  it('names tools for models as every provider takes it, and calls them by their own names', async () => {
    await using opened = await openGateway();
    opened.server.catalog.value = catalogOf('get item', 'admin.list', 'admin_list');
    const forModels = {
      ...(await opened.client.session()),
      'Roundhouse-Client': 'chat',
    };
    const { client } = opened;
    const named = await client.ask(forModels, 'tools/list');
    const hashed = expect.stringMatching(/^get_item_[0-9a-f]{16}$/);
    expect(named.result.tools).toMatchObject([
      { name: hashed, title: 'get item' },
      { name: 'admin--list', title: 'admin.list' },
      { name: 'admin_list' },
    ]);
    await client.ask(forModels, 'tools/call', { name: named.result.tools[1].name });
    await client.ask(forModels, 'tools/call', { name: 'admin_list' });
    // What chat has from before is its server's own name.
    await client.ask(forModels, 'tools/call', { name: 'get item' });
    const others = await opened.client.session();
    const raw = await client.ask(others, 'tools/list');
    expect(raw.result.tools).toMatchObject([{ name: 'get item' }, { name: 'admin.list' }, {}]);
    await client.ask(others, 'tools/call', { name: 'get item' });
    const called = opened.server.asked.map(({ params }) => params['name']);
    expect(called).toEqual(['admin.list', 'admin_list', 'get item', 'get item']);
    // The names of models are no names of other clients.
    const { name } = named.result.tools[0];
    expect(await client.ask(others, 'tools/call', { name })).toMatchObject({
      error: {
        code: -32602,
        data: { code: 'unknownTool', args: { valid: expect.arrayContaining(['get item']) } },
      },
    });
    expect(opened.server.asked).toHaveLength(4);
  });

  it('knows no cursors, since its lists are whole', async () => {
    await using opened = await openGateway();
    const answer = await ask(opened, rpc(2, 'tools/list', { cursor: 'x' }));
    expect(messageOf(answer)).toMatchObject({ error: { code: -32602 } });
  });

  it('lists for a client that gives params or the cursor as null', async () => {
    await using opened = await openGateway();
    for (const params of [null, { cursor: null }]) {
      const body = { jsonrpc: '2.0', id: 2, method: 'tools/list', params };
      expect(messageOf(await ask(opened, body))).toMatchObject({
        result: { tools: [{ name: 'first' }] },
      });
    }
  });
});

describe('what is passed on', () => {
  it.each(['tools/call', 'prompts/get'])('has no arguments where %s gives null', async (method) => {
    await using opened = await openGateway();
    const answer = await ask(opened, rpc(1, method, { name: 'first', arguments: null }));
    expect(messageOf(answer)).toHaveProperty('result');
    expect(opened.server.asked).toEqual([{ method, params: { name: 'first' } }]);
  });

  it('has the limits of the gateway, or the silence that the server is given', async () => {
    await using opened = await openGateway({ limits: { idle: 1_000, total: 5_000 } });
    const limits: unknown[] = [];
    opened.server.respond = async (_params, { idleTimeout, totalTimeout }) => {
      limits.push([idleTimeout, totalTimeout]);
      return {};
    };
    for (const seconds of [undefined, 2, 60]) {
      opened.server.callTimeoutSeconds = seconds;
      await ask(opened, rpc(1, 'tools/call', { name: 'first' }));
    }
    expect(limits).toEqual([
      [1_000, 5_000],
      [2_000, 5_000],
      [60_000, 60_000],
    ]);
  });

  it('goes with every field but the progress token, and comes back with every field', async () => {
    await using opened = await openGateway();
    const params = { name: 'first', arguments: { a: [null] }, vendor: { b: 1 } };
    const meta = { 'vscode.conversationId': 'c', traceparent: '00' };
    opened.server.respond = async () => ({ content: [], vendorField: { kept: true } });
    const answer = await ask(
      opened,
      rpc(7, 'tools/call', { ...params, _meta: { ...meta, progressToken: 4 } }),
    );
    expect(messageOf(answer)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [], vendorField: { kept: true } },
    });
    await ask(opened, rpc(8, 'vendor/thing', { _meta: { progressToken: 5 } }));
    expect(opened.server.asked).toEqual([
      { method: 'tools/call', params: { ...params, _meta: meta } },
      { method: 'vendor/thing', params: {} },
    ]);
  });

  it('refuses what no list has, once it is known, and tells the nearest names', async () => {
    await using opened = await openGateway();
    const wrong = rpc(2, 'tools/call', { name: 'frist' });
    const refusal = {
      error: { code: -32602, data: { code: 'unknownTool', args: { valid: ['first'] } } },
    };
    expect(messageOf(await ask(opened, wrong))).toMatchObject(refusal);
    // The names of a server that never ran come with its start.
    opened.server.catalog.value = undefined;
    expect(messageOf(await ask(opened, wrong))).toMatchObject(refusal);
    expect(opened.server.asked).toEqual([]);
    expect(opened.server.guarded.calls.map(({ outcome }) => outcome.kind)).toEqual([
      'refused',
      'refused',
    ]);
  });

  it('takes the names of models for what they are once the server has told them', async () => {
    await using opened = await openGateway();
    const { server } = opened;
    const known = catalogOf('get item');
    server.catalog.value = undefined;
    const connection = server.connection.bind(server);
    server.connection = async () => {
      server.catalog.value = known;
      return connection();
    };
    const headers = { ...(await opened.client.session()), 'Roundhouse-Client': 'chat' };
    const name = publicName('get item');
    await opened.client.send({ headers, body: rpc(2, 'tools/call', { name }) });
    expect(server.asked).toMatchObject([{ params: { name: 'get item' } }]);
  });

  it('asks again what may be called where the server came up with other tools', async () => {
    await using opened = await openGateway();
    const { server } = opened;
    const connection = server.connection.bind(server);
    server.connection = async () => {
      server.refusals.set('first', { code: 'toolHeld' });
      server.catalog.value = catalogOf();
      return connection();
    };
    const refused = await ask(opened, rpc(2, 'tools/call', { name: 'first' }));
    expect(messageOf(refused)).toMatchObject({ error: { data: { code: 'toolHeld' } } });
    expect(server.starts).toBe(1);
    expect(server.asked).toEqual([]);
  });

  it('never passes on a name that only a server would take for one', async () => {
    await using opened = await openGateway();
    opened.server.refusals.set('first', { code: 'toolOff' });
    const refused = await ask(opened, rpc(2, 'tools/call', { name: ['first'] }));
    expect(messageOf(refused)).toMatchObject({ error: { code: -32602 } });
    expect(opened.server.starts).toBe(0);
  });

  it('tells progress under the client’s token, on the stream of the call', async () => {
    await using opened = await openGateway();
    opened.server.respond = async (_params, { onProgress }) => {
      onProgress?.({ progress: 1, total: 2, message: 'half' });
      return { done: true };
    };
    const call = rpc(1, 'tools/call', { name: 'first', _meta: { progressToken: 'mine' } });
    const answer = await ask(opened, call);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(eventsOf(answer)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progress: 1, total: 2, message: 'half', progressToken: 'mine' },
      },
      { jsonrpc: '2.0', id: 1, result: { done: true } },
    ]);
    const silent = await ask(opened, rpc(1, 'tools/call', { name: 'first' }));
    expect(silent.headers['content-type']).toBe('application/json');
  });

  it('passes errors of the server with code and data, ours with their reason', async () => {
    await using opened = await openGateway();
    const args = { code: -32042, message: 'Open the page' };
    const cause = Object.assign(new Error('x'), { data: { elicitations: [1] } });
    opened.server.respond = () => Promise.reject(new UserError('serverError', args, { cause }));
    expect(messageOf(await ask(opened, rpc(1, 'tools/call', { name: 'first' })))).toMatchObject({
      error: { ...args, data: { elicitations: [1] } },
    });
    opened.server.respond = () => Promise.reject(new UserError('timedOut', { seconds: 9 }));
    expect(messageOf(await ask(opened, rpc(1, 'tools/call', { name: 'first' })))).toMatchObject({
      error: { code: -32603, data: { code: 'timedOut', args: { seconds: 9 } } },
    });
    opened.server.respond = () => Promise.reject(new Error('a bug'));
    expect(messageOf(await ask(opened, rpc(1, 'tools/call', { name: 'first' })))).toMatchObject({
      error: { code: -32603, message: 'Because of unexpected.' },
    });
  });

  it('is aborted by a cancel, which gets no answer, and not by a closed response', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    const signals: Abortable[] = [];
    opened.server.respond = (_params, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal) signals.push(signal);
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const call = opened.client.call(headers, undefined, 'call');
    await expect.poll(() => signals.length).toBe(1);
    const leaving = new AbortController();
    const left = fetch(opened.gateway.origin + opened.client.path, {
      method: 'POST',
      headers: {
        ...headers,
        Authorization: `Bearer ${opened.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(rpc('left', 'tools/call', { name: 'first' })),
      signal: leaving.signal,
    }).catch(() => 'left');
    await expect.poll(() => signals.length).toBe(2);
    leaving.abort();
    expect(await left).toBe('left');
    const cancel = rpc(undefined, 'notifications/cancelled', { requestId: 'call' });
    expect((await opened.client.send({ headers, body: cancel })).status).toBe(202);
    expect((await call).body).toBe('');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('is no stream for who takes none, not even where it was cancelled', async () => {
    await using opened = await openGateway();
    const headers = { ...(await opened.client.session()), Accept: 'application/json' };
    opened.server.respond = (_params, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const call = opened.client.call(headers, undefined, 1);
    await expect.poll(() => opened.server.asked.length).toBe(1);
    const cancel = rpc(undefined, 'notifications/cancelled', { requestId: 1 });
    await opened.client.send({ headers, body: cancel });
    const { status, headers: got, body } = await call;
    expect([status, got['content-type'], body]).toEqual([202, undefined, '']);
  });

  it('becomes a stream that stays alive when the answer takes long', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    let answer: (result: McpObject) => void = () => undefined;
    opened.server.respond = () => new Promise((resolve) => (answer = resolve));
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
    try {
      const begun = opened.client.begin({ headers, body: rpc(1, 'tools/call', { name: 'first' }) });
      while (opened.server.asked.length === 0) await new Promise(setImmediate);
      vi.advanceTimersByTime(10_000);
      const { end } = await begun;
      vi.advanceTimersByTime(15_000);
      answer({ late: true });
      const { body } = await end;
      expect(body).toMatch(/^: .*\n\n/);
      expect(eventsOf(await end)).toEqual([{ jsonrpc: '2.0', id: 1, result: { late: true } }]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for no start when it is cancelled', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    opened.server.connection = (signal = new AbortController().signal) => {
      opened.server.starts += 1;
      return raceAbort(new Promise(() => undefined), signal);
    };
    const call = opened.client.call(headers, undefined, 1);
    await expect.poll(() => opened.server.starts).toBe(1);
    const cancel = rpc(undefined, 'notifications/cancelled', { requestId: 1 });
    await opened.client.send({ headers, body: cancel });
    expect((await call).body).toBe('');
  });

  it('needs an id that is free', async () => {
    await using opened = await openGateway();
    opened.server.respond = () => new Promise(() => undefined);
    const headers = await opened.client.session();
    const first = opened.client.call(headers, undefined, 1).catch(() => 'cut');
    await expect.poll(() => opened.server.asked.length).toBe(1);
    const second = await opened.client.send({ headers, body: rpc(1, 'ping') });
    expect(messageOf(second)).toMatchObject({ id: 1, error: { code: -32600 } });
    await opened.gateway.stop();
    expect(await first).toBe('cut');
  });
});
