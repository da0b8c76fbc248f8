import { expect, test } from 'vitest';
import { policyRefusal } from '../../../../src/client/launch/serverLists';
import { definitionOf } from '../memoryStores';

const remote = (url: string) => definitionOf({ url });
const local = definitionOf({ command: 'npx', args: ['-y', 'till'], env: { KEY: '${input:key}' } });

const denied = { code: 'serverDenied' };
const notAllowed = { code: 'serverNotAllowed' };

test.each([
  [undefined, undefined, undefined],
  [null, null, undefined],
  [undefined, [{ serverName: 's' }], denied],
  [undefined, [{ serverName: 'S' }], undefined],
  [undefined, [{ serverCommand: ['npx', '-y', 'till'] }], denied],
  [undefined, [{ serverCommand: ['npx', '-y'] }], undefined],
  [[], undefined, notAllowed],
  [[{ serverName: 's' }], undefined, undefined],
  [[{ serverName: 's' }], [{ serverName: 's' }], denied],
  [[{ serverName: 'other' }, { serverCommand: ['npx', '-y', 'till'] }], undefined, undefined],
  [[{ serverUrl: '*' }], undefined, notAllowed],
  // Elements that name a server in no way or in two are none.
  [['s', {}, { serverName: 's', serverUrl: '*' }], undefined, notAllowed],
  [undefined, [{ serverName: 's', serverCommand: ['npx', '-y', 'till'] }], undefined],
])('with %j allowed and %j denied a local server: %j', (allowed, out, reason) => {
  expect(policyRefusal(local, { allowed, denied: out })).toEqual(reason);
});

test.each([
  ['https://shop.test/mcp', 'https://shop.test/mcp', true],
  ['https://SHOP.test:443/mcp', 'https://shop.test/MCP#a', true],
  ['https://shop.test/mcp', 'https://shop.test/mcp?x=1', false],
  ['https://shop.test', 'https://ann:secret@shop.test/', true],
  ['https://*.shop.test/*', 'https://eu.shop.test/mcp', true],
  ['https://*.shop.test/*', 'https://shop.test/mcp', false],
  ['https://*.shop.test/*', 'https://evil.test/.shop.test/mcp', false],
  ['https://*.shop.test/*', 'https://evil.test/?x=a.shop.test/mcp', false],
  ['https://*.shop.test', 'https://eu.shop.test/', true],
  ['http://127.0.0.1:*/*', 'http://127.0.0.1:8080/mcp', true],
  ['http://127.0.0.1:*/*', 'http://127.0.0.1/mcp', true],
  ['https://ann@shop.test:443/*', 'https://shop.test/mcp', true],
  ['http://[::1]:*/*', 'http://[::1]:80/mcp', true],
  ['http://[::1/*', 'http://[::1]/mcp', false],
  ['https://shop.test?x=*', 'https://shop.test/?x=1', true],
  ['*', 'https://shop.test/mcp', false],
  ['*://*/*', 'https://shop.test/mcp', true],
  ['shop.test', 'https://shop.test/', false],
  ['unix:///run/*', 'unix:///run/till.sock', true],
  ['not an address', 'unix:///run/till.sock', false],
])('the address %s means %s: %s', (serverUrl, url, means) => {
  const refused = policyRefusal(remote(url), { allowed: undefined, denied: [{ serverUrl }] });
  expect(refused !== undefined).toBe(means);
});

test('an address with variables may be an allowed one until it is filled', () => {
  const open = remote('https://${input:host}/mcp');
  const lists = { allowed: [{ serverUrl: 'https://shop.test/*' }], denied: [{ serverUrl: '*' }] };
  expect(policyRefusal(open, lists)).toBeUndefined();
  const filled = { type: 'http', url: 'https://evil.test/mcp', headers: {} } as const;
  expect(policyRefusal(open, lists, filled)).toEqual(notAllowed);
  expect(policyRefusal(open, lists, { ...filled, url: 'https://shop.test/mcp' })).toBeUndefined();
  expect(policyRefusal(open, { ...lists, allowed: [{ serverCommand: ['npx'] }] })).toEqual(
    notAllowed,
  );
  expect(policyRefusal(open, { ...lists, denied: [{ serverName: 's' }] })).toEqual(denied);
});
