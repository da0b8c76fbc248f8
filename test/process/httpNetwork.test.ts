import { once } from 'node:events';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Network } from '../../src/network/network';
import { fetchFor } from '../../src/connection/transports/http/fetchFor';
import { HttpProxy } from '../support/httpProxy';
import { SocksProxy } from '../support/socksProxy';
import { allText } from '../support/allText';
import { serveHttp2 } from '../support/http2Server';
import { certificateFile, servePort } from '../support/secureServer';

const trusting: Network = { caFiles: [certificateFile('authority')] };
const echo: RequestListener = (request, response) => {
  void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
};

function fetchOver(network: Network, url = 'http://server.test/mcp'): ReturnType<typeof fetchFor> {
  return fetchFor({ url, network });
}

async function proxy(credentials?: string): Promise<HttpProxy> {
  const opened = await new HttpProxy(credentials).listen();
  onTestFinished(() => opened.close());
  return opened;
}

describe('a proxy', () => {
  test('is asked for the whole address of plain HTTP, with its credentials', async () => {
    const port = await servePort(echo);
    const through = await proxy('user:secret');
    const fetch = fetchOver({ httpProxy: through.url });
    const url = `http://server.test:${port}/mcp?a=1`;
    for (const body of ['one', 'two']) {
      const response = await fetch(url, { method: 'POST', body });
      expect(await allText(response)).toBe(`POST /mcp?a=1 ${body}`);
    }
    expect(through.asked).toEqual([`POST ${url}`, `POST ${url}`]);
  });

  test('is asked for a tunnel to HTTPS, and never sees what is sent', async () => {
    const port = await servePort(echo, 'other');
    const through = await proxy('user:secret');
    const fetch = fetchOver({ ...trusting, httpsProxy: through.url });
    const url = `https://shop.example:${port}/mcp`;
    const response = await fetch(url, { method: 'POST', body: 'x' });
    expect(await allText(response)).toBe('POST /mcp x');
    expect(through.asked).toContain(`CONNECT shop.example:${port}`);
  });

  test('that refuses is named with its status, and without its credentials', async () => {
    const through = await proxy('user:secret');
    const wrong = through.url.replace('secret', 'wrong');
    const host = new URL(wrong).host;
    const tunnelled = fetchOver({ httpsProxy: wrong })('https://server.test/');
    await expect(tunnelled).rejects.toMatchObject({
      code: 'proxyRefused',
      args: { proxy: host, status: 407 },
    });
    const forwarded = fetchOver({ httpProxy: wrong })('http://server.test/');
    await expect(forwarded).rejects.toMatchObject({
      code: 'proxyRefused',
      args: { proxy: host, status: 407 },
    });
  });

  test('that is not there is named', async () => {
    const network = { httpProxy: 'http://127.0.0.1:1', httpsProxy: '127.0.0.1:1' };
    for (const scheme of ['http', 'https']) {
      await expect(fetchOver(network)(`${scheme}://server.test/`)).rejects.toMatchObject({
        code: 'proxyUnreachable',
        args: { proxy: '127.0.0.1:1', cause: 'ECONNREFUSED' },
      });
    }
  });

  test('is left out for this machine and for what is exempt', async () => {
    const port = await servePort(echo);
    const through = await proxy();
    const near = await fetchOver({ httpProxy: through.url })(`http://127.0.0.1:${port}/`);
    expect(await allText(near)).toBe('GET / ');
    const exempt = fetchOver({ httpProxy: through.url, noProxy: '.test' });
    await expect(exempt(`http://server.test:${port}/`)).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect(through.asked).toEqual([]);
  });
});

describe('a SOCKS proxy', () => {
  async function socks(credentials?: string): Promise<SocksProxy> {
    const opened = await new SocksProxy(credentials).listen();
    onTestFinished(() => opened.close());
    return opened;
  }

  test('carries HTTP and HTTPS, and resolves the name', async () => {
    const [port, secure] = [await servePort(echo), await servePort(echo, 'other')];
    const through = await socks('user:secret');
    const fetch = fetchOver({ ...trusting, httpProxy: through.url, httpsProxy: through.url });
    for (const body of ['one', 'two']) {
      const response = await fetch(`http://server.test:${port}/mcp?a=1`, { method: 'POST', body });
      expect(await allText(response)).toBe(`POST /mcp?a=1 ${body}`);
    }
    expect(await allText(fetch(`https://shop.example:${secure}/mcp`))).toBe('GET /mcp ');
    expect(new Set(through.asked)).toEqual(
      new Set([`server.test:${port}`, `shop.example:${secure}`]),
    );
  });

  test.each(['10.1.2.3', '[fd00::1:2]', '[1:2:3:4:5:6:7:8]', '[::a]'])(
    'is given the address %s',
    async (host) => {
      const port = await servePort(echo);
      const through = await socks();
      const fetch = fetchOver({ httpProxy: through.url });
      expect(await allText(fetch(`http://${host}:${port}/`))).toBe('GET / ');
      const [asked = ''] = through.asked;
      const at = asked.lastIndexOf(':');
      const address = asked.slice(0, at);
      expect(new URL(`http://${address.includes(':') ? `[${address}]` : address}`).hostname).toBe(
        host,
      );
    },
  );

  test.each(['socks', 'socks5h'])('is understood as %s, too', async (kind) => {
    const port = await servePort(echo);
    const through = await socks();
    const fetch = fetchOver({ httpProxy: through.url.replace('socks5', kind) });
    expect(await allText(fetch(`http://server.test:${port}/`))).toBe('GET / ');
  });

  test('that refuses is named, and so is one that is not there', async () => {
    const through = await socks('user:secret');
    const wrong = through.url.replace('secret', 'wrong');
    const { host } = new URL(wrong);
    const refused = {
      code: 'proxyRefused',
      args: { proxy: host, cause: 'EAUTH' },
    };
    await expect(fetchOver({ httpProxy: wrong })('http://server.test/')).rejects.toMatchObject(
      refused,
    );
    const open = await socks();
    const forbidden = fetchOver({ httpProxy: open.url })('http://forbidden.test/');
    await expect(forbidden).rejects.toMatchObject({ code: 'proxyRefused' });
    const closed = fetchOver({ httpProxy: through.url.replace('user:secret@', '') });
    await expect(closed('http://server.test/')).rejects.toMatchObject({
      code: 'proxyRefused',
      args: { cause: 'EAUTH' },
    });
    const gone = fetchOver({ httpProxy: 'socks5://127.0.0.1:1' })('http://server.test/');
    await expect(gone).rejects.toMatchObject({
      code: 'proxyUnreachable',
      args: { proxy: '127.0.0.1:1', cause: 'ECONNREFUSED' },
    });
  });

  test('that closes before it has answered ends the request', async () => {
    const closing = net.createServer((socket) => void socket.once('data', () => socket.end()));
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    onTestFinished(() => void closing.close());
    const { port } = closing.address() as AddressInfo;
    const fetch = fetchOver({ httpProxy: `socks5://127.0.0.1:${port}` });
    await expect(fetch('http://server.test/')).rejects.toMatchObject({
      code: 'proxyUnreachable',
      args: { cause: 'ECONNRESET' },
    });
  });

  test('is not asked for a name that does not fit, whose end would be another message', async () => {
    const through = await socks();
    const long = `10.0.0.1zz${'a'.repeat(50)}.${`${'b'.repeat(60)}.`.repeat(4)}example`;
    await expect(fetchOver({ httpProxy: through.url })(`http://${long}/`)).rejects.toMatchObject({
      code: 'unreachable',
      args: { cause: 'ENAMETOOLONG' },
    });
    expect(through.asked).toEqual([]);
  });

  test('that does not find the server is not what failed', async () => {
    const through = await socks();
    const fetch = fetchOver({ httpProxy: through.url, httpsProxy: through.url });
    for (const scheme of ['http', 'https']) {
      await expect(fetch(`${scheme}://unknown.test/`)).rejects.toMatchObject({
        code: 'unreachable',
        args: { cause: 'EHOSTUNREACH' },
      });
    }
  });
});

describe('certificates', () => {
  test('are trusted by the files of the launch, and by nothing else', async () => {
    const port = await servePort(echo, 'good');
    const url = `https://localhost:${port}/`;
    await expect(fetchOver({})(url)).rejects.toMatchObject({
      code: 'unreachable',
      args: { cause: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
    expect(await allText(fetchOver(trusting)(url))).toBe('GET / ');
    expect(await allText(fetchOver({ strictTls: false })(url))).toBe('GET / ');
    const missing = { caFiles: ['/nowhere/ca.pem'] };
    await expect(fetchOver(missing)(url)).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('are read again after a failure', async () => {
    const port = await servePort(echo, 'good');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'ca-')), 'ca.pem');
    const url = `https://localhost:${port}/`;
    const fetch = fetchOver({ caFiles: [file] });
    await expect(fetch(url)).rejects.toMatchObject({ code: 'unreachable' });
    copyFileSync(certificateFile('authority'), file);
    expect(await allText(fetch(url))).toBe('GET / ');
  });
});

describe('HTTP/2', () => {
  test('carries all requests over one connection', async () => {
    const server = await serveHttp2((request, response) => {
      void text(request).then((body) => response.end(`${request.httpVersion} ${body}`));
    });
    const fetch = fetchOver(trusting);
    const url = `https://localhost:${server.port}/mcp`;
    const one = async (_: unknown, index: number): Promise<string> =>
      allText(fetch(url, { method: 'POST', body: String(index), headers: { host: 'x' } }));
    const answers = await Promise.all(Array.from({ length: 20 }, one));
    expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => `2.0 ${index}`));
    expect(server.sessions).toHaveLength(1);
  });

  test('is opened anew after the server has left', async () => {
    const server = await serveHttp2((_request, response) => response.end('here'));
    const fetch = fetchOver({ ...trusting, noProxy: 'anew' });
    const url = `https://localhost:${server.port}/`;
    expect(await allText(fetch(url))).toBe('here');
    server.sessions[0]?.goaway();
    server.sessions[0]?.close();
    expect(await allText(fetch(url))).toBe('here');
    server.sessions[1]?.destroy();
    await vi.waitFor(async () => expect(await allText(fetch(url))).toBe('here'));
  });

  test('ends one stream by its signal, and breaks off as HTTP/1.1 does', async () => {
    const gone = vi.fn<() => void>();
    const server = await serveHttp2((request, response) => {
      response.stream.once('close', gone);
      response.write('part');
      const code = /^\/cut(\d)/.exec(request.url)?.[1];
      if (code !== undefined) setImmediate(() => response.stream.close(Number(code)));
      if (request.url === '/lost') setImmediate(() => response.stream.session?.destroy());
    });
    const fetch = fetchOver({ ...trusting, noProxy: 'aborts' });
    const origin = `https://localhost:${server.port}`;
    const abort = new AbortController();
    const response = await fetch(origin, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(allText(response)).rejects.toThrow('enough');
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
    // An internal error, and a cancellation.
    for (const path of ['/cut2', '/cut8'])
      await expect(allText(fetch(origin + path))).rejects.toMatchObject({
        code: 'connectionClosed',
      });
    expect(server.sessions).toHaveLength(1);
    await expect(allText(fetch(`${origin}/lost`))).rejects.toMatchObject({
      code: 'connectionClosed',
    });
  });

  test('gives a body that is over before it is read', async () => {
    const server = await serveHttp2((_request, response) => void response.writeHead(401).end());
    const answer = await fetchOver({ ...trusting, noProxy: 'early' })(
      `https://localhost:${server.port}/`,
    );
    if (!answer.body.closed) await once(answer.body, 'close');
    expect([answer.status, await allText(answer)]).toEqual([401, '']);
  });
});

const compressors: [string, (text: string) => Buffer][] = [
  ['gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['br', zlib.brotliCompressSync],
  ...(typeof zlib.zstdCompressSync === 'function'
    ? [['zstd', zlib.zstdCompressSync] as [string, (text: string) => Buffer]]
    : []),
];

describe('compressed bodies', () => {
  test.each(compressors)('come out of %s', async (encoding, compress) => {
    const content = 'grüße '.repeat(20_000);
    const port = await servePort((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(content));
    });
    expect(await allText(fetchOver({})(`http://127.0.0.1:${port}/`))).toBe(content);
  });

  test('that end early or are none fail', async () => {
    const whole = zlib.gzipSync('x'.repeat(100_000));
    const port = await servePort(({ url }, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(url === '/cut' ? whole.subarray(0, whole.length - 20) : 'plain text');
    });
    const get = async (path: string): Promise<string> =>
      allText(fetchOver({})(`http://127.0.0.1:${port}${path}`));
    await expect(get('/cut')).rejects.toMatchObject({ code: 'connectionClosed' });
    await expect(get('/plain')).rejects.toMatchObject({ code: 'protocolError' });
  });

  test('are asked for only where the way is long', async () => {
    const port = await servePort((request, response) =>
      response.end(request.headers['accept-encoding'] ?? 'none'),
    );
    const through = await proxy();
    const fetch = fetchOver({ httpProxy: through.url });
    expect(await allText(fetch(`http://127.0.0.1:${port}/`))).toBe('none');
    expect(await allText(fetch(`http://server.test:${port}/`))).toContain('gzip');
  });
});

describe('redirects', () => {
  const target: RequestListener = (request, response) => {
    const status = Number(request.url?.slice(1));
    if (status) response.writeHead(status, { location: '/there' }).end();
    else echo(request, response);
  };

  test('within the origin are followed, with the message where it stays one', async () => {
    const port = await servePort(target);
    const go = async (status: number, method: string): Promise<string> => {
      const body = method === 'POST' ? 'message' : undefined;
      const url = `http://127.0.0.1:${port}/${status}`;
      const response = await fetchOver({})(url, { method, body });
      return `${response.status} ${await allText(response)}`;
    };
    expect(await go(307, 'POST')).toBe('200 POST /there message');
    expect(await go(308, 'POST')).toBe('200 POST /there message');
    expect(await go(302, 'GET')).toBe('200 GET /there ');
    expect(await go(302, 'POST')).toBe('302 ');
  });

  test('to another origin are returned', async () => {
    const asked = vi.fn<() => void>();
    const elsewhere = await servePort((_request, response) => {
      asked();
      response.end();
    });
    const port = await servePort((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere}/` }).end();
    });
    const headers = { authorization: 'Bearer secret' };
    const response = await fetchOver({})(`http://127.0.0.1:${port}/`, { headers });
    expect(response.status).toBe(307);
    expect(asked).not.toHaveBeenCalled();
  });
});

test('a kept connection that the server has closed costs nothing', async () => {
  const server = createServer(echo);
  server.keepAliveTimeout = 20;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const fetch = fetchOver({});
  for (let round = 0; round < 10; round++) {
    const opened = once(server, 'connection') as Promise<[Socket]>;
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
    expect(await allText(response)).toBe('POST / x');
    // The next request is sent in the turn in which the server has closed.
    const [socket] = await opened;
    if (!socket.destroyed) await once(socket, 'close');
  }
});
