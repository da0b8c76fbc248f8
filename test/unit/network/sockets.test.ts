import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPath, openSocket, proxyCredentials } from '../../../src/network/sockets';

test.each([
  ['http://proxy', undefined],
  ['http://me:p%40ss@proxy', 'me:p@ss'],
  ['http://me:50%@proxy', 'me:50%'],
  ['http://me:a%zz@proxy', 'me:a%zz'],
])('%s is known by %s', (proxy, wanted) => {
  const { 'proxy-authorization': header } = proxyCredentials(new URL(proxy));
  const pair = header && Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  expect(pair).toBe(wanted);
});

test('what is set for proxies comes before the credentials of an address', () => {
  const { 'proxy-authorization': header } = proxyCredentials(
    new URL('http://me:p@proxy'),
    'Bearer x',
  );
  expect(header).toBe('Bearer x');
});

test('a server far away has more time for each of its addresses than Node gives', async () => {
  const connect = vi.spyOn(net, 'connect').mockReturnValue(new net.Socket());
  const abort = new AbortController();
  const opening = openSocket({ host: 'far.example', port: 80 }, abort.signal);
  abort.abort(new Error('enough'));
  await expect(opening).rejects.toThrow('enough');
  const expected = { host: 'far.example', autoSelectFamilyAttemptTimeout: 1_000 };
  expect(connect).toHaveBeenCalledWith(expect.objectContaining(expected));
  connect.mockRestore();
});

test('a tunnel that a proxy does not answer for is left by an abort', async () => {
  const proxy = net.createServer();
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as net.AddressInfo;
  const abort = new AbortController();
  const path = {
    url: new URL('https://far.example'),
    address: { host: 'far.example', port: 443 },
    proxy: new URL(`http://127.0.0.1:${port}`),
    options: {},
  };
  const opening = openPath(path, abort.signal);
  const [socket] = (await once(proxy, 'connection')) as [net.Socket];
  await once(socket, 'data');
  abort.abort(new Error('enough'));
  await expect(opening).rejects.toThrow('enough');
  await once(socket, 'close');
});
