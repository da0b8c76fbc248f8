import { describe, expect, test, vi } from 'vitest';
import type { Reason } from '../../src/base/errors';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';

const call = (name: string, args: Record<string, unknown> = {}): Record<string, unknown> => ({
  name,
  arguments: args,
});

describe('a stdio server', () => {
  test('is initialised and called', async () => {
    await using opened = await openConnection(fakeStdio());
    const { connection } = opened;
    expect(opened.steps).toEqual(['launching', 'initializing']);
    expect(connection.handshake).toMatchObject({
      era: 'legacy',
      serverInfo: { name: 'fake', version: '1.0.0' },
      capabilities: { tools: { listChanged: true } },
      instructions: 'Use it for tests.',
    });
    expect(connection.pid).toBeTypeOf('number');
    const result = await connection.request('tools/call', call('echo', { text: 'hello' }));
    expect(result).toEqual({
      content: [{ type: 'text', text: 'hello' }],
      vendorField: { kept: true },
    });
  });

  test('gives all its pages, as they came', async () => {
    const tools = ['echo', 'slow', 'progress', 'crash', 'huge'];
    await using opened = await openConnection(
      fakeStdio({ tools, pages: 3, malformedTool: true, prompts: ['p'], resources: ['x:y'] }),
    );
    const catalog = await opened.connection.readCatalog();
    expect(catalog.tools.map((tool) => tool.name)).toEqual(tools);
    expect(catalog.tools[0]).toMatchObject({ vendorField: 'as it came' });
    expect(catalog.prompts).toEqual([{ name: 'p' }]);
    expect(catalog.resources).toEqual([{ uri: 'x:y', name: 'x:y' }]);
    expect(catalog.dropped).toMatchObject([{ list: 'tools', name: 'malformed' }]);
  });

  test.each([{ noise: true }, { batch: true }])('is understood with %o', async (options) => {
    await using opened = await openConnection(fakeStdio(options));
    const catalog = await opened.connection.readCatalog();
    expect(catalog.tools).toHaveLength(1);
    const warnings = opened.log.filter((entry) => entry.level === 'warning');
    expect(warnings.some((entry) => entry.text.includes('plain text'))).toBe('noise' in options);
  });

  test('may send a line of twenty megabytes', async () => {
    const hugeResultBytes = 20 * 1024 * 1024;
    await using opened = await openConnection(fakeStdio({ tools: ['huge'], hugeResultBytes }));
    const result = await opened.connection.request('tools/call', call('huge'));
    expect(JSON.stringify(result).length).toBeGreaterThan(hugeResultBytes);
  });

  test('tells its logs, its other notifications and its changes', async () => {
    await using opened = await openConnection(fakeStdio({ tools: ['log', 'add_tool'] }));
    const { connection } = opened;
    const notifications: string[] = [];
    const changed: string[] = [];
    connection.onNotification(({ method }) => notifications.push(method));
    connection.onListChanged((list) => changed.push(list));
    await connection.request('tools/call', call('log'));
    await connection.request('tools/call', call('add_tool', { name: 'fresh' }));
    await vi.waitFor(() => expect(changed).toEqual(['tools']));
    expect(notifications).toEqual(['notifications/message', 'notifications/vendor/thing']);
    expect(opened.log).toContainEqual({ level: 'error', text: 'fake: it burns' });
    const names = (await connection.readCatalog()).tools.map((tool) => tool.name);
    expect(names).toContain('fresh');
  });
});

describe('a request to a stdio server', () => {
  test('hears of its progress before its answer, even in one chunk', async () => {
    await using opened = await openConnection(
      fakeStdio({ tools: ['progress'], holdNotifications: true }),
    );
    const steps: number[] = [];
    await opened.connection.request('tools/call', call('progress', { steps: 3 }), {
      onProgress: ({ progress }) => steps.push(progress),
    });
    expect(steps).toEqual([1, 2, 3]);
  });

  test('fails with the error of the server', async () => {
    await using opened = await openConnection(fakeStdio({ tools: ['fail', 'null_result'] }));
    await expect(opened.connection.request('tools/call', call('fail'))).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32099, message: 'it failed on purpose' },
    });
    await expect(
      opened.connection.request('tools/call', call('null_result')),
    ).rejects.toMatchObject({ code: 'protocolError' });
  });

  test('fails at once when the server dies', async () => {
    await using opened = await openConnection(fakeStdio({ tools: ['slow', 'crash'] }));
    const { connection } = opened;
    const lost: Reason[] = [];
    connection.onLost((reason) => lost.push(reason));
    const slow = connection.request('tools/call', call('slow'));
    const crash = connection.request('tools/call', call('crash'));
    const closed = { code: 'connectionClosed', args: { method: 'tools/call' } };
    await expect(slow).rejects.toMatchObject(closed);
    await expect(crash).rejects.toMatchObject(closed);
    await expect(connection.request('ping', {})).rejects.toMatchObject({
      code: 'connectionClosed',
    });
    expect(lost).toMatchObject([{ code: 'exited', args: { exit: 3 } }]);
  });

  test('that cannot be written settles when the server dies', async () => {
    const launch = fakeStdio({ tools: ['slow'] });
    await using opened = await openConnection(launch);
    const { connection } = opened;
    const pid = connection.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    const pending = connection.request(
      'tools/call',
      call('slow', { text: 'x'.repeat(20_000_000) }),
    );
    process.kill(pid, 'SIGKILL');
    await expect(pending).rejects.toMatchObject({ code: 'connectionClosed' });
  });
});
