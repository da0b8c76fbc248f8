import { getEventListeners, once } from 'node:events';
import dns, { type LookupAddress } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo, type TcpNetConnectOpts } from 'node:net';
import { text } from 'node:stream/consumers';
import { version } from '../../../../../package.json';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readBody } from '../../../../../src/connection/transports/http/body';
import { fetchFor } from '../../../../../src/connection/transports/http/fetchFor';
import { normalized } from '../../../../../src/connection/transports/http/httpRequest';
import { headerOf } from '../../../../../src/connection/transports/http/httpResponse';
import { allText } from '../../../../support/allText';
import { serveHttp2 } from '../../../../support/http2Server';
import { HttpProxy } from '../../../../support/httpProxy';
import { serveNames } from '../../../../support/nameService';
import { servePort } from '../../../../support/secureServer';

const nodeFetch = fetchFor({ url: 'http://127.0.0.1/' });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?secret=1`;
}

describe('fetch', () => {
  test('sends method, headers and body, and gives status, headers and body', async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request;
      response.writeHead(201, { 'x-answer': 'yes', 'content-type': 'application/json' });
      void text(request).then((body) =>
        response.end(JSON.stringify({ method, type: headers['content-type'], body })),
      );
    });
    const headers = { 'content-type': 'text/x-test' };
    const response = await nodeFetch(url, { method: 'POST', headers, body: 'grüße' });
    expect(response.status).toBe(201);
    expect(headerOf(response, 'x-answer')).toBe('yes');
    const answer: unknown = JSON.parse(await allText(response));
    expect(answer).toEqual({ method: 'POST', type: 'text/x-test', body: 'grüße' });
  });

  test('names its program, unless a header says otherwise', async () => {
    const url = await serve(({ headers }, response) => response.end(headers['user-agent'] ?? ''));
    const far = fetchFor({ url: 'http://elsewhere.example/', network: { httpProxy: url } });
    for (const fetch of [nodeFetch(url), far('http://elsewhere.example/')])
      expect(await allText(fetch)).toBe(`mcp-roundhouse/${version}`);
    const headers = normalized({ 'User-Agent': 'mine/1' });
    expect(await allText(nodeFetch(url, { headers }))).toBe('mine/1');
  });

  test('keeps the socket for the next request', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x');
    });
    for (let round = 0; round < 3; round++) await allText(nodeFetch(url));
    expect(ports.size).toBe(1);
  });

  test('gives the body while it comes', async () => {
    let finish = (): void => undefined;
    const url = await serve((_request, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const parts: string[] = [];
    await readBody(await nodeFetch(url), (chunk) => {
      parts.push(String(chunk));
      finish();
      return undefined;
    });
    expect(parts).toEqual(['first', 'last']);
  });

  test('returns redirects and answers without a body as they are', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.method === 'GET' ? 302 : 204, { location: '/elsewhere' }).end();
    });
    const redirect = await nodeFetch(url);
    expect([redirect.status, headerOf(redirect, 'location')]).toEqual([302, '/elsewhere']);
    const empty = await nodeFetch(url, { method: 'DELETE' });
    expect([empty.status, await allText(empty)]).toEqual([204, '']);
  });

  test('follows five redirects and returns the sixth', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      asked.push(path);
      response.writeHead(307, { location: `/${asked.length}` }).end();
    });
    const last = await nodeFetch(url);
    expect([last.status, headerOf(last, 'location')]).toEqual([307, '/6']);
    expect(asked).toEqual(['/path?secret=1', '/1', '/2', '/3', '/4', '/5']);
  });

  test('reads no endless body of a redirect', async () => {
    const gone = vi.fn<() => void>();
    const url = await serve(({ url: path }, response) => {
      if (path === '/there') return response.end('here');
      response.once('close', gone);
      response.writeHead(307, { location: '/there' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await allText(await nodeFetch(url))).toBe('here');
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  });

  test('aborts before the headers', async () => {
    const gone = vi.fn<() => void>();
    const abort = new AbortController();
    const url = await serve((_request, response) => {
      response.once('close', gone);
      abort.abort(new Error('enough'));
    });
    await expect(nodeFetch(url, { signal: abort.signal })).rejects.toThrow('enough');
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
    await expect(nodeFetch(url, { signal: abort.signal })).rejects.toThrow('enough');
  });

  test('aborts after the headers', async () => {
    const gone = vi.fn<() => void>();
    const url = await serve((_request, response) => {
      response.once('close', gone);
      response.write('part');
    });
    const abort = new AbortController();
    const response = await nodeFetch(url, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(allText(response)).rejects.toThrow('enough');
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  });

  test('leaves no listener on a signal that serves many requests', async () => {
    const url = await serve((_request, response) => response.end('x'));
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { signal } = new AbortController();
    const one = async (): Promise<string> => allText(nodeFetch(url, { signal }));
    await Promise.all(Array.from({ length: 30 }, one));
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]));
    expect(warned).not.toHaveBeenCalled();
  });

  test('says that nothing answers, without the query', async () => {
    await expect(nodeFetch('http://127.0.0.1:1/path?secret=1')).rejects.toMatchObject({
      code: 'unreachable',
      args: { url: 'http://127.0.0.1:1/path', cause: 'ECONNREFUSED' },
    });
  });

  test('fails a status that is none, and lets go of its body', async () => {
    const gone = vi.fn<() => void>();
    const url = await serve(({ socket }) => {
      socket.once('close', gone);
      socket.write('HTTP/1.1 999 Odd\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    });
    await expect(nodeFetch(url)).rejects.toMatchObject({ code: 'protocolError' });
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  });

  test('fails a body that breaks off', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => response.destroy());
    });
    const response = await nodeFetch(url);
    await expect(allText(response)).rejects.toMatchObject({ code: 'connectionClosed' });
  });
});

/** Lets addresses of the internet lead to ports of this machine; gives those that connections were opened to. */
function serveInternet(ports: Record<number, number> = {}): string[] {
  const opened: string[] = [];
  const { connect } = net;
  const spy = vi.spyOn(net, 'connect').mockImplementation(((options: TcpNetConnectOpts) => {
    const { host = '', port, lookup = dns.lookup } = options;
    lookup(host, { all: true }, (_error, found) => {
      opened.push(...(found as LookupAddress[]).map(({ address }) => address));
    });
    return connect({ ...options, host: '127.0.0.1', port: ports[port] ?? port });
  }) as typeof net.connect);
  onTestFinished(() => spy.mockRestore());
  return opened;
}

async function serveName(answer: RequestListener) {
  const asked: string[] = [];
  const port = await servePort((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  return { origin: `http://name.example:${port}`, asked };
}

test('connects to the address that was judged, whatever the name leads to by then', async () => {
  serveNames({ 'name.example': [['8.8.8.8'], ['127.0.0.1']] });
  const opened = serveInternet();
  const { origin } = await serveName((_request, response) => response.end('there'));
  const answer = await fetchFor({ url: origin }, 0)(origin);
  expect(await allText(answer)).toBe('there');
  expect(opened).toEqual(['8.8.8.8']);
});

test('follows a redirect to TLS of the same host, and to no other host', async () => {
  serveNames({ 'name.example': [['8.8.8.8']] });
  const plain = await servePort(({ url }, response) => {
    const host = url === '/there' ? 'name.example' : 'www.name.example';
    response.writeHead(308, { location: `https://${host}${url}` }).end();
  });
  const secure = await servePort((request, response) => {
    void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
  }, 'good');
  serveInternet({ 80: plain, 443: secure });
  const fetch = fetchFor({ url: 'http://name.example/', network: { strictTls: false } });
  const init = { method: 'POST', body: 'message' };
  expect(await allText(fetch('http://name.example/there', init))).toBe('POST /there message');
  expect(await fetch('http://name.example/elsewhere', init)).toMatchObject({ status: 308 });
});

test('judges every hop of a redirect', async () => {
  serveNames({ 'name.example': [['8.8.8.8'], ['127.0.0.1']] });
  const opened = serveInternet();
  const { origin, asked } = await serveName((_request, response) =>
    response.writeHead(307, { location: '/inside', connection: 'close' }).end(),
  );
  await expect(fetchFor({ url: origin }, 0)(`${origin}/first`)).rejects.toMatchObject({
    code: 'strayAddress',
    args: { url: origin + '/', address: '127.0.0.1' },
  });
  expect(asked).toEqual(['/first']);
  expect(opened).toEqual(['8.8.8.8']);
});

test('uses no connection of somebody who may go nearer', async () => {
  serveNames({ 'name.example': [['127.0.0.1']] });
  const { origin, asked } = await serveName((_request, response) => response.end('there'));
  const fetch = fetchFor({ url: origin });
  expect(await allText(fetch(`${origin}/own`))).toBe('there');
  await expect(fetchFor({ url: origin }, 1)(`${origin}/inside`)).rejects.toThrow('strayAddress');
  expect(asked).toEqual(['/own']);
});

test('asks a proxy for nothing that leads too near from here', async () => {
  serveNames({ 'near.example': [['10.0.0.1']] });
  const proxy = await new HttpProxy().listen();
  onTestFinished(() => proxy.close());
  const network = { httpProxy: proxy.url, httpsProxy: proxy.url };
  for (const url of ['http://near.example/', 'https://near.example/', 'https://10.0.0.1/']) {
    await expect(fetchFor({ url, network }, 0)(url)).rejects.toThrow('strayAddress');
  }
  expect(proxy.asked).toEqual([]);
  const { origin } = await serveName((_request, response) => response.end('there'));
  const answer = await fetchFor({ url: origin, network }, 0)(origin);
  expect(await allText(answer)).toBe('there');
  expect(answer.remoteAddress).toBeUndefined();
});

test('a proxy gets the authorization that is set, with a tunnel and without one', async () => {
  const proxy = await new HttpProxy('ann:secret').listen();
  onTestFinished(() => proxy.close());
  const bare = proxy.url.replace('ann:secret@', '');
  const proxyAuthorization = `Basic ${btoa('ann:secret')}`;
  const network = { httpProxy: bare, httpsProxy: bare, proxyAuthorization, strictTls: false };
  const answer: RequestListener = (_request, response) => void response.end('there');
  const plain = `http://name.example:${await servePort(answer)}/`;
  const secure = `https://name.example:${await servePort(answer, 'good')}/`;
  for (const url of [plain, secure])
    expect(await allText(fetchFor({ url, network })(url))).toBe('there');
});

test('an answer tells where it comes from, over HTTP/2, too', async () => {
  serveNames({ 'name.example': [['127.0.0.1']] });
  const { origin } = await serveName((_request, response) => response.writeHead(204).end());
  expect(await fetchFor({ url: origin })(origin)).toMatchObject({ remoteAddress: '127.0.0.1' });
  const { port, sessions } = await serveHttp2((_request, response) => response.end('there'));
  const url = `https://name.example:${port}/`;
  const answer = await fetchFor({ url, network: { strictTls: false } })(url);
  expect(await allText(answer)).toBe('there');
  expect(answer.remoteAddress).toBe('127.0.0.1');
  expect(sessions).toHaveLength(1);
});
