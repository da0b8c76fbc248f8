import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { markVariable } from '../../src/processes/processRegistry';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { readProcess, markOf } from '../support/readProcess';

// Switches of the fakes that are to make no difference to us, without any code of ours in between: where one did
// nothing, the tests that use it would pass all the same. What makes a difference is judged by those tests.

function rpc(id: number, method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id, method, params };
}
const call = (id: number, name: string, args: object = {}): object =>
  rpc(id, 'tools/call', { name, arguments: args });
const hello = rpc(0, 'initialize', { protocolVersion: '2025-11-25' });
const echo = call(1, 'echo', { text: 'ä€😀' });

/** A fake server and everything it wrote, as it came. */
function launch(options: FakeStdioOptions) {
  const { command, args, env } = fakeStdio(options);
  const child = spawn(command, args, { env: { ...env, [markVariable]: 'fake/1' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    pid: child.pid ?? 0,
    exited,
    stdout: () => Buffer.concat(out).toString(),
    stderr: () => Buffer.concat(err).toString(),
    chunks: () => out.map(String),
    /** The messages so far, where each is a line. */
    messages: () =>
      Buffer.concat(out)
        .toString()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    send: (...messages: object[]) =>
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    /** Whether something comes within a moment. */
    answer: (expected: RegExp) =>
      vi
        .waitUntil(() => expected.test(Buffer.concat(out).toString()), { timeout: 300 })
        .then(
          () => true,
          () => false,
        ),
    end: () => child.stdin.end(),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

/** Sends messages and waits until stdout has the text. */
async function talk(options: FakeStdioOptions, messages: readonly object[], text: string) {
  const server = launch(options);
  server.send(...messages);
  await vi.waitFor(() => expect(server.stdout()).toContain(text));
  return server;
}

const answered = '"vendorField"';

describe('what a fake stdio server writes', () => {
  test.each<[keyof FakeStdioOptions, RegExp]>([
    ['bom', /^\uFEFF\{/],
    ['crlf', /\}\r\n$/],
    ['answerTwice', /^(\{.*\}\n)\1$/],
    ['strayAnswers', /"id":999999.*\n.*"id":"never asked".*\n.*"id":1,/],
  ])('%s', async (option, expected) => {
    const server = await talk({ [option]: true }, [echo], answered);
    await vi.waitFor(() => expect(server.stdout()).toMatch(expected));
  });

  test('in pieces that are a message in the end', async () => {
    const server = launch({ partial: true });
    // A reader that is late gets several pieces at once, but hardly every time.
    server.send(...Array.from({ length: 10 }, (_, at) => call(at, 'echo', { text: 'ä€😀' })));
    await vi.waitFor(() => expect(server.messages()).toHaveLength(10));
    expect(server.chunks().filter((chunk) => !chunk.endsWith('\n'))).not.toEqual([]);
    expect(server.stdout().split('ä€😀')).toHaveLength(11);
  });
});

describe('what a fake server answers', () => {
  test.each<[string, FakeStdioOptions, object, RegExp]>([
    [
      'a page without an end',
      { endlessCursor: true },
      rpc(1, 'tools/list', { cursor: '7' }),
      /"8"/,
    ],
    ['the same page again', { repeatCursor: true, pages: 2 }, rpc(1, 'tools/list'), /"again"/],
    ['each tool twice', { duplicateTools: true }, rpc(1, 'tools/list'), /"echo".*"name":"echo"/],
  ])('%s', async (_what, options, message, expected) => {
    const server = launch(options);
    server.send(message);
    await vi.waitFor(() => expect(server.stdout()).toMatch(expected));
  });

  test.each<[string, FakeStdioOptions, object]>([
    ['pings', { silent: ['ping'] }, rpc(7, 'ping')],
    ['anything it does not read', { neverRead: true }, rpc(7, 'ping')],
  ])('nothing to %s', async (_what, options, message) => {
    const server = launch(options);
    server.send(message, echo);
    await expect(server.answer(/"id":(0|7)/)).resolves.toBe(false);
    expect(isRunning(server.pid)).toBe(true);
  });

  test('a storm of changes', async () => {
    const server = await talk({ tools: ['storm'] }, [call(1, 'storm', { count: 50 })], '"id":1');
    expect(server.stdout().match(/list_changed/g)).toHaveLength(50);
  });
});

describe('how a fake stdio server ends', () => {
  test('only by SIGTERM or by SIGKILL, if it is made so', async () => {
    const deaf = await talk({ ignoreStdinEnd: true }, [echo], answered);
    deaf.end();
    await vi.waitFor(() => expect(deaf.stderr()).toContain('stdin ended'));
    deaf.kill('SIGTERM');
    expect(await deaf.exited).toEqual([null, 'SIGTERM']);
    const stubborn = await talk({ hangOnClose: true, ignoreSigterm: true }, [echo], answered);
    stubborn.end();
    await vi.waitFor(() => expect(stubborn.stderr()).toContain('stdin ended'));
    stubborn.kill('SIGTERM');
    stubborn.kill('SIGKILL');
    expect(await stubborn.exited).toEqual([null, 'SIGKILL']);
  });
});

test.skipIf(process.platform === 'win32')(
  'descendants live where they should, and outlive their server',
  async () => {
    const pidFile = newPidFile();
    const descendants = ['group', 'session', 'daemon'] as const;
    const server = await talk({ descendants, pidFile }, [echo], answered);
    const pids = readPids(pidFile).descendants ?? [];
    onTestFinished(() => pids.forEach((pid) => isRunning(pid) && process.kill(pid, 'SIGKILL')));
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(server.pid)).toBe(false));
    expect(pids.map(isRunning)).toEqual([true, true, true]);
    const [inGroup, inSession, daemon] = await Promise.all(pids.map(readProcess));
    expect(inGroup?.group).not.toBe(inGroup?.pid);
    expect(inSession?.group).toBe(inSession?.pid);
    expect(daemon?.group).toBe(daemon?.pid);
    if (process.platform === 'linux') {
      expect(await Promise.all(pids.map(markOf))).toEqual(['fake/1', 'fake/1', 'fake/1']);
    }
  },
);

test.skipIf(process.platform === 'win32')('a server under a shell is not the shell', async () => {
  const pidFile = newPidFile();
  const server = await talk({ underShell: true, pidFile }, [echo], answered);
  const { pid } = readPids(pidFile);
  expect(pid).not.toBe(server.pid);
  expect((await readProcess(pid))?.parent).toBe(server.pid);
});

describe('a fake HTTP server', () => {
  /** Posts to a fake with a session; the first request has opened it. */
  async function open(options: FakeHttpOptions) {
    const server = await startFakeHttpServer(options);
    onTestFinished(() => server.close());
    const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
    const post = (message: object) =>
      fetch(server.url, {
        method: 'POST',
        body: JSON.stringify(message),
        redirect: 'manual',
        headers,
      });
    const first = await post(hello);
    await first.text();
    headers['mcp-session-id'] = first.headers.get('mcp-session-id') ?? '';
    const get = (more: Record<string, string> = {}) =>
      fetch(server.url, { headers: { ...headers, ...more } });
    return { server, post, get, first };
  }

  test('gives a dropped answer by the id of the event before, if it is resumable', async () => {
    const { post, get, server } = await open({ resumable: true });
    server.troubles.add({ what: 'droppedAfterEvent' });
    const id = /id: (.*)/.exec(await (await post(echo)).text())?.[1] ?? '';
    expect(await (await get({ 'last-event-id': id })).text()).toContain(answered);
  });

  test('redirects to itself, comes late, and says another time', async () => {
    const { post, first, server } = await open({ dateSkewMs: 86_400_000 });
    server.troubles.add({ what: 'redirectLoop' });
    server.troubles.add({ what: { headersAfterMs: 200 } });
    expect((await post(echo)).headers.get('location')).toBe('/mcp');
    expect(Date.parse(first.headers.get('date') ?? '') - Date.now()).toBeGreaterThan(80_000_000);
  });

  test('resets a connection that was used before, and no other', async () => {
    const { server } = await open({ troubles: [{ what: 'resetReused', times: 'always' }] });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const post = async (): Promise<string> => {
      const request = httpRequest(server.url, { method: 'POST', agent });
      const [response] = await once(request.end(JSON.stringify(hello)), 'response');
      return text(response as IncomingMessage);
    };
    expect(await post()).toContain('serverInfo');
    await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await post()).toContain('serverInfo');
  });
});
