import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { choicesOf } from '../../src/ui/registry/registryChoice';
import { searchRegistry } from '../../src/ui/registry/registryClient';
import { RegistrySearch } from '../../src/ui/registry/registrySearch';
import { draftOf } from '../../src/ui/registry/serverDraft';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';
import { localEntry, remoteEntry } from '../support/registryCatalogue';
import {
  startRegistry,
  type RegistryMode,
  type RegistryOptions,
  type RegistryServer,
} from '../support/registryServer';

async function registry(options?: RegistryOptions): Promise<RegistryServer> {
  const server = await startRegistry(options);
  onTestFinished(() => server.close());
  return server;
}

const names = (page: { servers: readonly { name: string }[] }): readonly string[] =>
  page.servers.map(({ name }) => name);

describe('a search', () => {
  test('lists the latest of what was not deleted, and sends no credentials', async () => {
    const server = await registry();
    const page = await searchRegistry(server.url, { query: '' });
    expect(names(page)).toEqual([
      'com.example.shop/till',
      'com.example.weather/weather-mcp',
      'com.example.files/files',
      'com.example.weather/old-weather',
      'com.example.bundle/editor',
    ]);
    expect(page).toMatchObject({ dropped: [], nextCursor: undefined });
    expect(page.servers[3]).toMatchObject({
      status: 'deprecated',
      statusMessage: 'Use weather-mcp.',
    });
    expect(server.requests).toEqual(['/v0.1/servers?version=latest&limit=30']);
    expect(server.headers).not.toHaveProperty('authorization');
    expect(server.headers).not.toHaveProperty('cookie');
  });

  test('sends the words, and walks the pages', async () => {
    const server = await registry({ pageSize: 1 });
    const first = await searchRegistry(server.url, { query: ' weather ' });
    expect(names(first)).toEqual(['com.example.weather/weather-mcp']);
    const second = await searchRegistry(server.url, { query: 'weather', cursor: first.nextCursor });
    expect(names(second)).toEqual(['com.example.weather/old-weather']);
    expect(second.nextCursor).toBeUndefined();
    expect(server.requests[0]).toContain('search=weather&');
  });

  test.each([
    { base: '/team', asked: ['/team/v0.1/servers'] },
    { base: '/team/', asked: ['/team/v0.1/servers'] },
    { base: '/team/v0', asked: ['/team/v0/servers'] },
    { base: '/team/v0.1/servers/', asked: ['/team/v0.1/servers'] },
  ])('takes the base $base', async ({ base, asked }) => {
    const server = await registry({ prefix: '/team' });
    const page = await searchRegistry(new URL(base, server.url).href, { query: '' });
    expect(page.servers).toHaveLength(5);
    expect(server.requests.map((url) => url.replace(/\?.*/, ''))).toEqual(asked);
  });

  test('falls back to the older version of the API', async () => {
    const server = await registry({ versions: ['v0'] });
    expect((await searchRegistry(server.url, { query: '' })).servers).toHaveLength(5);
    expect(server.requests).toHaveLength(2);
  });

  test('follows a redirect', async () => {
    const server = await registry();
    server.mode = 'redirect';
    expect((await searchRegistry(server.url, { query: '' })).servers).toHaveLength(5);
  });

  test('names bad elements and keeps the good ones', async () => {
    const server = await registry();
    server.mode = 'oneBad';
    const page = await searchRegistry(server.url, { query: '' });
    expect(page.servers).toHaveLength(5);
    expect(page.dropped).toEqual(['com.example.bad/bad', '#3']);
  });
});

describe('an answer that is none', () => {
  test.each<{ mode: RegistryMode; code: string; args?: object }>([
    { mode: 'html', code: 'registryNotJson' },
    { mode: 'wrongShape', code: 'registryMalformed' },
    { mode: 'error', code: 'registryError', args: { status: 500 } },
    { mode: 'huge', code: 'registryTooLarge', args: { megabytes: 10 } },
    { mode: 'cut', code: 'registryUnreachable' },
    { mode: 'redirectLoop', code: 'registryUnreachable' },
  ])('$mode is $code', async ({ mode, code, args = {} }) => {
    const server = await registry();
    server.mode = mode;
    const url = `${server.url}/v0.1/servers`;
    await expect(searchRegistry(server.url, { query: 'private words' })).rejects.toMatchObject({
      name: 'UserError',
      code,
      args: { url, ...args },
    });
    await vi.waitFor(() => expect(server.open).toBe(0));
  });

  test.each<RegistryMode>(['silent', 'stuck'])('%s is given up after a time', async (mode) => {
    const server = await registry();
    server.mode = mode;
    await expect(searchRegistry(server.url, { query: '', timeout: 200 })).rejects.toMatchObject({
      code: 'registryTimedOut',
      args: { seconds: 0.2 },
    });
    await vi.waitFor(() => expect(server.open).toBe(0));
  });

  test('nobody there is unreachable', async () => {
    const server = await registry();
    await server.close();
    await expect(searchRegistry(server.url, { query: '' })).rejects.toMatchObject({
      code: 'registryUnreachable',
      args: { cause: 'ECONNREFUSED' },
    });
  });

  test('a path without a registry is an error of that path', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(searchRegistry(`http://127.0.0.1:${port}`, { query: '' })).rejects.toMatchObject({
      code: 'registryError',
      args: { url: `http://127.0.0.1:${port}/v0/servers`, status: 404 },
    });
  });

  test('a caller who aborts gets the reason back, and the request ends', async () => {
    const server = await registry();
    server.mode = 'stuck';
    const abort = new AbortController();
    const search = searchRegistry(server.url, { query: '', signal: abort.signal });
    await vi.waitFor(() => expect(server.open).toBe(1));
    abort.abort();
    await expect(search).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await vi.waitFor(() => expect(server.open).toBe(0));
  });

  test.each(['', 'registry.example', 'ftp://registry.example', 'file:///etc/passwd'])(
    'the base %j is refused',
    async (base) => {
      await expect(searchRegistry(base, { query: '' })).rejects.toMatchObject({
        code: 'registryUrlInvalid',
      });
    },
  );

  test('a base with credentials is refused, and the error does not tell them', async () => {
    await expect(
      searchRegistry('https://me:geheim@registry.example', { query: '' }),
    ).rejects.toMatchObject({
      code: 'registryUrlInvalid',
      args: { url: 'https://registry.example' },
    });
  });
});

describe('what is found', () => {
  async function install(server: RegistryServer): Promise<unknown> {
    const [found] = (await searchRegistry(server.url, { query: '' })).servers;
    const [choice] = found ? choicesOf(found) : [];
    if (!found || !choice) throw new Error('nothing found');
    return draftOf(found, choice, { name: 'it', answers: new Map(), taken: [] }).entry;
  }

  test('runs as a program of this machine', async () => {
    const { args, ...rest } = fakeStdio({ tools: ['echo'] });
    const command = 'node';
    const entry = await install(
      await registry({ entries: [localEntry('com.example/local', command, args)] }),
    );
    expect(entry).toEqual({ type: 'stdio', command, args });
    await using opened = await openConnection({
      ...rest,
      ...(entry as { type: 'stdio'; command: string; args: string[] }),
    });
    expect((await opened.connection.readCatalog()).tools).toMatchObject([{ name: 'echo' }]);
  });

  test('is reached at its address', async () => {
    const mcp = await startFakeHttpServer({ tools: ['echo'] });
    onTestFinished(() => mcp.close());
    const entry = await install(
      await registry({ entries: [remoteEntry('com.example/remote', mcp.url)] }),
    );
    expect(entry).toEqual({ type: 'http', url: mcp.url });
    await using opened = await openConnection(mcp.launch());
    expect((await opened.connection.readCatalog()).tools).toMatchObject([{ name: 'echo' }]);
  });
});

describe('a search while a person types', () => {
  async function searching(options?: RegistryOptions) {
    const server = await registry(options);
    const search = new RegistrySearch((query, cursor, signal) =>
      searchRegistry(server.url, { query, cursor, signal }),
    );
    onTestFinished(() => search.dispose());
    const idle = (): Promise<void> => vi.waitFor(() => expect(search.state.value.busy).toBe(false));
    return { server, search, idle };
  }

  test('asks once for a word typed letter by letter, and shows the last one only', async () => {
    const { server, search, idle } = await searching();
    search.search('');
    await idle();
    for (const typed of ['w', 'we', 'wea', 'weather']) search.search(typed);
    expect(search.state.value).toMatchObject({ query: 'weather', busy: true });
    await idle();
    expect(names(search.state.value)).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  test('ends the request that nobody waits for any more', async () => {
    const { server, search, idle } = await searching();
    server.mode = 'stuck';
    search.search('');
    await vi.waitFor(() => expect(server.open).toBe(1));
    server.mode = 'good';
    search.search('files');
    await vi.waitFor(() => expect(server.open).toBe(0));
    await idle();
    expect(names(search.state.value)).toEqual(['com.example.files/files']);
  });

  test('adds pages, keeps them through a failure and asks for the same page again', async () => {
    const { server, search, idle } = await searching({ pageSize: 3 });
    search.search('');
    await idle();
    expect(search.state.value).toMatchObject({ more: true, servers: { length: 3 } });
    server.mode = 'error';
    search.more();
    await idle();
    expect(search.state.value).toMatchObject({
      error: { code: 'registryError' },
      servers: { length: 3 },
    });
    server.mode = 'good';
    search.more();
    await idle();
    expect(search.state.value).toMatchObject({ more: false, servers: { length: 5 } });
    expect(search.state.value.error).toBeUndefined();
  });

  test('shows nothing of another query after a failure, and asks again from the start', async () => {
    const { server, search, idle } = await searching({ pageSize: 1 });
    search.search('');
    await idle();
    server.mode = 'html';
    search.search('weather');
    await idle();
    expect(search.state.value).toMatchObject({
      servers: [],
      more: false,
      error: { code: 'registryNotJson' },
    });
    server.mode = 'good';
    search.more();
    await idle();
    expect(names(search.state.value)).toEqual(['com.example.weather/weather-mcp']);
  });
});
