import dns, { type LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import net, { type TcpNetConnectOpts } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchFor, remoteAddressOf } from '../../../../../src/connection/transports/http/fetchFor';
import { serveHttp2 } from '../../../../support/http2Server';
import { HttpProxy } from '../../../../support/httpProxy';
import { serveNames } from '../../../../support/nameService';
import { servePort } from '../../../../support/secureServer';

/** Lets addresses of the internet lead to this machine; gives those that connections were opened to. */
function serveInternet(): string[] {
  const opened: string[] = [];
  const { connect } = net;
  const spy = vi.spyOn(net, 'connect').mockImplementation(((options: TcpNetConnectOpts) => {
    const { host = '', lookup = dns.lookup } = options;
    lookup(host, { all: true }, (_error, found) => {
      opened.push(...(found as LookupAddress[]).map(({ address }) => address));
    });
    return connect({ ...options, host: '127.0.0.1' });
  }) as typeof net.connect);
  onTestFinished(() => spy.mockRestore());
  return opened;
}

async function serve(answer: RequestListener) {
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
  const { origin } = await serve((_request, response) => response.end('there'));
  const answer = await fetchFor({ url: origin }, 0)(origin);
  expect(await answer.text()).toBe('there');
  expect(opened).toEqual(['8.8.8.8']);
});

test('judges every hop of a redirect', async () => {
  serveNames({ 'name.example': [['8.8.8.8'], ['127.0.0.1']] });
  const opened = serveInternet();
  const { origin, asked } = await serve((_request, response) =>
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
  const { origin, asked } = await serve((_request, response) => response.end('there'));
  const fetch = fetchFor({ url: origin });
  expect(await (await fetch(`${origin}/own`)).text()).toBe('there');
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
  const { origin } = await serve((_request, response) => response.end('there'));
  const answer = await fetchFor({ url: origin, network }, 0)(origin);
  expect(await answer.text()).toBe('there');
  expect(remoteAddressOf(answer)).toBeUndefined();
});

test('an answer tells where it comes from, over HTTP/2, too', async () => {
  serveNames({ 'name.example': [['127.0.0.1']] });
  const { origin } = await serve((_request, response) => response.writeHead(204).end());
  expect(remoteAddressOf(await fetchFor({ url: origin })(origin))).toBe('127.0.0.1');
  const { port, sessions } = await serveHttp2((_request, response) => response.end('there'));
  const url = `https://name.example:${port}/`;
  const answer = await fetchFor({ url, network: { strictTls: false } })(url);
  expect(await answer.text()).toBe('there');
  expect(remoteAddressOf(answer)).toBe('127.0.0.1');
  expect(sessions).toHaveLength(1);
});
