import { expect, test } from 'vitest';
import { withoutHomeFolder } from '../../../../src/ui/text/withoutHomeFolder';

const ann = '/home/ann';
const windows = 'C:\\Users\\Ann Lee';

test.each([
  [ann, 'in /home/ann/shop and "/home/ann".', 'in ~/shop and "~".'],
  [
    ann,
    '/home/anna, /srv/ann/x, /srv/ann.old, annotated, ann',
    '/home/anna, /srv/user/x, /srv/ann.old, annotated, ann',
  ],
  [ann, 'file:///home/ann/mcp.json#L4', 'file://~/mcp.json#L4'],
  [windows, 'C:\\Users\\Ann Lee\\x and c:\\users\\ann lee\\x', '~\\x and ~\\x'],
  [windows, '"C:\\\\Users\\\\Ann Lee\\\\x" C:/Users/Ann Lee/x', '"~\\\\x" ~/x'],
  [windows, 'file:///C:/Users/Ann%20Lee/x D:\\Ann Lee\\y', 'file:///~/x D:\\user\\y'],
  ['/', '/usr/bin/x', '/usr/bin/x'],
])('%s: %s', (home, text, expected) => {
  expect(withoutHomeFolder(text, home)).toBe(expected);
});
