import { expect, test } from 'vitest';
import { resourceAddress } from '../../../../src/ui/resources/resourceAddress';
import { listedType } from '../../../../src/ui/resources/resourceItems';
import { resourceAt } from '../../../../src/ui/resources/resourceName';
import { catalog } from '../samples';

const server = 'folder:Läden/till';

test.each([
  'demo://resource/static/document/features.md',
  'file:///C:/Program%20Files/a%2Fb.txt',
  'shop://prices?day=1&q=a/b#top',
  'urn:isbn:0451450523',
  'x:../../etc/passwd',
  '..',
  '.',
  '/',
  'tree://Grüße/日本語 name.txt',
  'x:%',
  String.raw`c:\temp\a.txt`,
  `x:${'long/'.repeat(500)}`,
])('the address of %s leads back to it', (uri) => {
  const address = resourceAddress({ server, uri }, 'text/plain');
  expect(resourceAt(address)).toEqual({ server, uri });
  // The editor may lower the case of the one and resolves dots in the other.
  expect(resourceAt({ ...address, authority: address.authority.toUpperCase() })?.server).toBe(
    server,
  );
  expect(address.path.split('/')).toHaveLength(3);
  expect(address.path.split('/')).not.toContain('..');
  expect(address.path.split('/')).not.toContain('.');
});

test.each([
  ['demo://docs/features.md', 'text/markdown', 'features.md'],
  ['demo://docs/features', 'text/markdown; charset=utf-8', 'features.md'],
  ['demo://main.rs', 'text/plain', 'main.rs'],
  ['demo://text/1', 'text/plain', '1.txt'],
  ['demo://picture.jpeg', 'image/jpeg', 'picture.jpeg'],
  ['demo://picture.dat', 'image/png', 'picture.dat.png'],
  ['demo://picture', 'image/avif', 'picture.avif'],
  ['demo://picture', 'image/jpg', 'picture.jpg'],
  ['demo://picture', 'image/vnd.microsoft.icon', 'picture.ico'],
  ['demo://shapes', 'application/geo+json', 'shapes.json'],
  ['demo://notes.txt?x=1/2', undefined, 'notes.txt'],
  ['ui://shop/basket', 'text/html;profile=mcp-app', 'basket.html'],
  ['demo://a%2Fb%00c', 'text/plain', 'a_b_c.txt'],
  ['demo://', undefined, 'demo_'],
  ['///', undefined, 'resource'],
])('%s of type %s is the file %s', (uri, type, name) => {
  expect(resourceAddress({ server, uri }, type).path.split('/').at(-1)).toBe(name);
});

test.each([
  ['demo://picture', undefined, 'image/png', 'picture.png'],
  ['demo://picture', 'application/octet-stream', 'image/png', 'picture.png'],
  ['demo://guide', 'text/plain; charset=utf-8', 'text/markdown', 'guide.md'],
  ['demo://picture', 'image/gif', 'image/png', 'picture.gif'],
  ['demo://picture', 'application/octet-stream', '', 'picture.bin'],
  ['demo://picture.webp', undefined, 'application/octet-stream', 'picture.webp'],
])('%s of type %s, which is listed as %s, is the file %s', (uri, type, listed, name) => {
  expect(resourceAddress({ server, uri }, type, listed).path.split('/').at(-1)).toBe(name);
});

test('a resource has the type of its own in the list, or that of its template', () => {
  const listed = catalog({
    resources: [{ uri: 'demo://a', mimeType: 'image/png' }, { uri: 'demo://b' }],
    resourceTemplates: [{ uriTemplate: 'demo://{x}', mimeType: 'text/csv' }],
  });
  expect(listedType(listed, 'demo://a')).toBe('image/png');
  expect(listedType(listed, 'demo://b')).toBe('');
  expect(listedType(listed, 'demo://c', 'demo://{x}')).toBe('text/csv');
  expect(listedType(undefined, 'demo://a')).toBe('');
});

test.each([
  { authority: '', path: '/x/y' },
  { authority: 'zz', path: '/x/y' },
  { authority: '61', path: '/' },
  { authority: '61', path: '/x' },
  { authority: '61', path: '/%E0%A4%A/y' },
])('$authority$path is the address of nothing', (address) => {
  expect(resourceAt(address)).toBeUndefined();
});

test('half a character does not break an address', () => {
  const { path } = resourceAddress({ server, uri: 'x:\uD800' }, undefined);
  expect(path).toBe('/x:\u{FFFD}/x__');
  const long = `x:/😀${'a'.repeat(99)}`;
  const cut = resourceAddress({ server, uri: long }, undefined);
  expect(cut.path).toBe(`/x:%2F😀${'a'.repeat(99)}/\u{FFFD}${'a'.repeat(99)}`);
});
