import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../../../src/connection/transports/http/endpoint';

describe('endpointOf', () => {
  it.each([
    ['http://a:1/x?y#z', 'linux', 'http://a:1/x?y#z', undefined],
    ['unix:///tmp/s.sock#/mcp/v1?k=1', 'linux', 'http://localhost/mcp/v1?k=1', '/tmp/s.sock'],
    ['unix:///tmp/s.sock', 'linux', 'http://localhost/', '/tmp/s.sock'],
    ['unix:///tmp/a%20b.sock#mcp', 'darwin', 'http://localhost/mcp', '/tmp/a b.sock'],
    ['unix:///s#//evil.example/x', 'linux', 'http://localhost//evil.example/x', '/s'],
    ['unix:///s#@evil.example/x', 'linux', 'http://localhost/@evil.example/x', '/s'],
    ['pipe:///pipe/mine#/mcp', 'win32', 'http://localhost/mcp', '\\\\.\\pipe\\mine'],
    ['pipe:///pipe/mine#/mcp', 'linux', 'http://localhost/mcp', '/pipe/mine'],
  ] as const)('takes %s on %s apart', (text, platform, url, socketPath) => {
    const endpoint = endpointOf(text, platform);
    expect([endpoint.url.href, endpoint.socketPath]).toEqual([url, socketPath]);
  });

  it.each(['', 'tmp/s.sock', 'unix:///%E0%A4%A'])('refuses %j', (text) => {
    expect(() => endpointOf(text)).toThrow();
  });
});
