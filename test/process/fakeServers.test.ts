import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { markVariable } from '../../src/processes/processRegistry';
import { startFakeHttpProcess } from '../support/fakeServer/fakeHttpProcess';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import {
  isRunning,
  newJournal,
  newPidFile,
  readJournal,
  readPids,
} from '../support/fakeServer/processes';
import { markOf } from '../support/markOf';
import { readProcess } from '../support/readProcess';

// What a fault shows of us is worth as much as the fault is real: here the switches of the fakes are
// looked at without any code of ours in between.

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
    ['contentLength', /^Content-Length: \d+\r\n\r\n\{.*\}$/],
    ['batch', /^\[\{.*\}\]\n$/],
    ['noise', /plain text\r\n\{/],
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

  test('half of a message, and then the end', async () => {
    const server = launch({ tools: ['cut'] });
    server.send(call(1, 'cut'));
    expect(await server.exited).toEqual([9, null]);
    expect(server.stdout()).toMatch(/^\{"jsonrpc"/);
    expect(() => server.messages()).toThrow();
  });

  test('a flood on stderr, in lines or in one, and last words', async () => {
    const lines = launch({ stderrBytes: 300_000, exitAtStart: 1, stderrTail: 'last words' });
    expect(await lines.exited).toEqual([1, null]);
    expect(lines.stderr()).toHaveLength(300_000 + 'last words'.length);
    expect(lines.stderr().split('\n').length).toBeGreaterThan(2_900);
    expect(lines.stderr()).toMatch(/last words$/);
    const unbroken = await talk(
      { tools: ['flood'], stderrUnbroken: true },
      [call(1, 'flood')],
      '}',
    );
    await vi.waitFor(() => expect(unbroken.stderr()).toHaveLength(1_000_000));
    expect(unbroken.stderr()).not.toContain('\n');
  });
});

describe('what a fake server answers', () => {
  test.each<[string, FakeStdioOptions, object, RegExp]>([
    ['another version', { protocolVersion: '1999-01-01' }, hello, /"protocolVersion":"1999-01-01"/],
    ['a refusal', { failing: ['initialize'], failure: 'not today' }, hello, /-32601.*not today/],
    [
      'a page without an end',
      { endlessCursor: true },
      rpc(1, 'tools/list', { cursor: '7' }),
      /"8"/,
    ],
    ['the same page again', { repeatCursor: true, pages: 2 }, rpc(1, 'tools/list'), /"again"/],
    ['each tool twice', { duplicateTools: true }, rpc(1, 'tools/list'), /"echo".*"name":"echo"/],
    ['many tools', { toolCount: 10_000 }, rpc(1, 'tools/list'), /filler_9999/],
    ['a tool that is none', { malformedTool: true }, rpc(1, 'tools/list'), /not a schema/],
  ])('%s', async (_what, options, message, expected) => {
    const server = launch(options);
    server.send(message);
    await vi.waitFor(() => expect(server.stdout()).toMatch(expected));
  });

  test.each<[string, FakeStdioOptions, object]>([
    ['the handshake', { hangInitialize: true }, hello],
    ['pings', { silent: ['ping'] }, rpc(7, 'ping')],
    ['anything it does not read', { neverRead: true }, rpc(7, 'ping')],
    ['a call once it is muted', { tools: ['mute', 'echo'] }, call(7, 'mute')],
    ['a call of slow', { tools: ['slow'] }, call(7, 'slow')],
  ])('nothing to %s', async (_what, options, message) => {
    const server = launch(options);
    server.send(message, echo);
    await expect(server.answer(/"id":(0|7)/)).resolves.toBe(false);
    expect(isRunning(server.pid)).toBe(true);
  });

  test('nothing any more while it hangs, and everything after it was busy', async () => {
    const busy = launch({ tools: ['echo', 'busy'] });
    busy.send(call(2, 'busy', { ms: 400 }), echo);
    const start = performance.now();
    await vi.waitFor(() => expect(busy.messages()).toHaveLength(2));
    expect(performance.now() - start).toBeGreaterThan(300);
    const hung = await talk({ hangAfterCalls: 1 }, [echo], answered);
    hung.send(rpc(2, 'ping'));
    hung.kill('SIGTERM');
    await hung.exited;
    expect(hung.messages()).toHaveLength(1);
  });

  test('a call that was cancelled, only if it ignores that', async () => {
    const messages = [
      call(2, 'sleep', { ms: 50 }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
      call(3, 'sleep', { ms: 100 }),
    ];
    const obedient = await talk({ tools: ['sleep'] }, messages, '"id":3');
    expect(obedient.stdout()).not.toContain('"id":2');
    const deaf = await talk({ tools: ['sleep'], ignoreCancel: true }, messages, '"id":3');
    expect(deaf.stdout()).toContain('"id":2');
  });

  test('progress without an end', async () => {
    const forever = rpc(1, 'tools/call', { name: 'forever', _meta: { progressToken: 'p' } });
    const server = await talk({ tools: ['forever'] }, [forever], '"progress":5');
    expect(server.stdout()).not.toContain('"id":1');
  });

  test('a line of ten megabytes', async () => {
    const server = await talk({ tools: ['huge'] }, [call(1, 'huge', { bytes: 1e7 })], '\n');
    expect(server.stdout().length).toBeGreaterThan(1e7);
    expect(server.messages()).toHaveLength(1);
  });

  test('a storm of changes', async () => {
    const server = await talk({ tools: ['storm'] }, [call(1, 'storm', { count: 50 })], '"id":1');
    expect(server.stdout().match(/list_changed/g)).toHaveLength(50);
  });
});

describe('how a fake stdio server ends', () => {
  test.each<[string, FakeStdioOptions, object[], [number | null, NodeJS.Signals | null]]>([
    ['with a code at its start', { exitAtStart: 4 }, [], [4, null]],
    ['by a signal at its start', { killedAtStart: 'SIGKILL' }, [], [null, 'SIGKILL']],
    ['by itself after a while', { exitAfterMs: 50 }, [], [0, null]],
    ['after the handshake', { exitAfterInitialize: 2 }, [hello], [2, null]],
    ['after a call', { exitAfterCalls: 1 }, [echo], [7, null]],
    ['in a call', { tools: ['crash'] }, [call(1, 'crash', { code: 5 })], [5, null]],
    [
      'by a signal in a call',
      { tools: ['crash'] },
      [call(1, 'crash', { signal: 'SIGABRT' })],
      [null, 'SIGABRT'],
    ],
  ])('%s', async (_how, options, messages, end) => {
    const server = launch(options);
    server.send(...messages);
    expect(await server.exited).toEqual(end);
  });

  test('only before the start that is good', async () => {
    const options = { exitAtStart: 1, goodFromStart: 2, journal: newJournal() };
    expect(await launch(options).exited).toEqual([1, null]);
    const second = await talk(options, [echo], answered);
    second.end();
    expect(await second.exited).toEqual([0, null]);
    expect(readJournal(options.journal)).toHaveLength(4);
  });

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

  test('has a trouble for the requests that are to have it', async () => {
    const busy = { status: 503, headers: { 'retry-after': '1' } };
    const { post } = await open({
      troubles: [{ on: 'tools/call', after: 1, times: 2, what: busy }],
    });
    const statuses: [number, string | null][] = [];
    for (let count = 0; count < 4; count++) {
      const { status, headers } = await post(echo);
      statuses.push([status, headers.get('retry-after')]);
    }
    expect(statuses).toEqual([
      [200, null],
      [503, '1'],
      [503, '1'],
      [200, null],
    ]);
  });

  test.each(['reset', 'half'] as const)('%s breaks the connection', async (what) => {
    const { post, server } = await open({});
    server.troubles.add({ what });
    await expect(post(echo).then((response) => response.text())).rejects.toThrow();
    expect(await (await post(echo)).text()).toContain(answered);
  });

  test.each([
    ['halfEnded', /^event: message\ndata: \{"json[^}]*$/],
    ['dropped', /^$/],
    ['droppedAfterEvent', /^id: .*\nretry: 10\ndata: \n\n$/],
    ['page', /^<h1>/],
  ] as const)('%s ends without an answer', async (what, expected) => {
    const { post, server } = await open({});
    server.troubles.add({ what });
    expect(await (await post(echo)).text()).toMatch(expected);
  });

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

  test('drops its stream, forgets its session, and comes back on its port', async () => {
    const { post, get, server } = await open({ dropStreamMs: 20, forgetAfter: 3 });
    await expect(get().then((response) => response.text())).rejects.toThrow();
    expect((await post(echo)).status).toBe(200);
    expect((await post(echo)).status).toBe(200);
    expect((await post(echo)).status).toBe(404);
    const { url } = server;
    await server.restart();
    expect(server.url).toBe(url);
    // Connections that were kept from before have to fail first.
    await vi.waitFor(async () => expect((await post(hello)).status).toBe(200));
  });

  test('can be a process that is killed and started again on its port', async () => {
    const server = await startFakeHttpProcess({});
    onTestFinished(() => server.close());
    const { url } = server.launch();
    const post = () => fetch(url, { method: 'POST', body: JSON.stringify(hello) });
    expect((await post()).status).toBe(200);
    const before = server.pid;
    await server.kill('SIGKILL');
    await expect(post()).rejects.toThrow();
    await server.start();
    expect(server.launch().url).toBe(url);
    expect(server.pid).not.toBe(before);
    await vi.waitFor(async () => expect((await post()).status).toBe(200));
  });
});
