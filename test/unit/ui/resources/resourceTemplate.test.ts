import { expect, test } from 'vitest';
import { expandTemplate, templateVariables } from '../../../../src/ui/resources/resourceTemplate';

const values = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  empty: '',
  half: '50%',
  list: 'red,green,blue',
  name: 'Fred',
  emoji: 'ü😀',
};

// Examples of RFC 6570, sections 1.2 and 3.2, and what servers write beyond them.
test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['{x,y}', '1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['?{x,empty}', '?1024,'],
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{emoji:1}', '%C3%BC'],
  ['{emoji}', '%C3%BC%F0%9F%98%80'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+half}', '50%25'],
  ['{+path}/here', '/foo/bar/here'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{#hello}', '#Hello%20World!'],
  ['{#path,x}', '#/foo/bar,1024'],
  ['X{.var}', 'X.value'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var}', '/value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/list*}', '/red/green/blue'],
  ['{/list}', '/red%2Cgreen%2Cblue'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,undef}', '?x=1024'],
  ['{?undef}', ''],
  ['{?list*}', '?list=red&list=green&list=blue'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ['demo://text/{name}/{hello}', 'demo://text/Fred/Hello%20World%21'],
  ['no variables', 'no variables'],
  ['{}', '{}'],
  ['r://{x:int}/{path:.*}', 'r://1024/%2Ffoo%2Fbar'],
  ['r://{an odd one}', 'r://{an odd one}'],
  ['{constructor}', ''],
])('%s becomes %s', (template, uri) => {
  expect(expandTemplate(template, values)).toBe(uri);
});

test('every variable is asked for once, and needed unless the URI does without it', () => {
  expect(templateVariables('git://{owner}/{repo}{/path*}{?ref,owner}{#line:3}')).toEqual([
    { name: 'owner', required: true },
    { name: 'repo', required: true },
    { name: 'path', required: true },
    { name: 'ref', required: false },
    { name: 'line', required: false },
  ]);
  expect(templateVariables('r://{id:int}')).toEqual([{ name: 'id', required: true }]);
  expect(templateVariables('git://none')).toEqual([]);
});
