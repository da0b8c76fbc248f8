import { expect, test } from 'vitest';
import { urlStep, readUrlRequest } from '../../../../src/ui/questions/elicitationUrl';

test.each<[url: string, host: string, warnings: readonly string[]]>([
  ['https://example.com/sign?state=a%2Fb', 'example.com', []],
  ['https://example.com:8443/', 'example.com:8443', []],
  ['http://example.com/', 'example.com', ['plainHttp']],
  ['http://localhost:3000/', 'localhost:3000', []],
  ['http://127.0.0.1:3000/', '127.0.0.1:3000', ['ipAddress']],
  ['https://203.0.113.7/', '203.0.113.7', ['ipAddress']],
  ['https://3405803783/', '203.0.113.7', ['ipAddress']],
  ['https://[2001:db8::1]/', '[2001:db8::1]', ['ipAddress']],
  ['https://аррӏе.com/', 'xn--80ak6aa92e.com', ['punycode']],
  ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', ['punycode']],
  ['https://bank.example@evil.example/', 'evil.example', ['userinfo']],
])('%s leads to %s', (url, host, warnings) => {
  const page = readUrlRequest({ message: 'Sign in', url });
  expect(page).toMatchObject({ host, warnings });
  expect(page.url).toBe(new URL(url).href);
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x.y/z', 'example.com', '', 7])(
  '%s is refused',
  (url) => {
    expect(() => readUrlRequest({ message: 'Sign in', url })).toThrow('-32602');
  },
);

test('names the server and the host, shows the whole address, and takes nothing by Enter alone', () => {
  const url = `https://example.com/sign?state=${'x'.repeat(300)}`;
  const step = urlStep('till', readUrlRequest({ message: 'Sign in', url }));
  expect(step.title).toBe('till asks you to open a page');
  expect(step.rows[0]).toMatchObject({ label: 'example.com', id: step.active });
  const lines = step.rows.filter(({ id, heading }) => id === undefined && !heading);
  expect(lines.map(({ label }) => label).join('')).toBe(url);
  expect(step.rows.flatMap(({ id }) => id ?? [])).toEqual(['host', 'open', 'copy', 'decline']);
});

test('who may have copied the address can say that they open it', () => {
  const page = readUrlRequest({ message: 'Sign in', url: 'https://example.com/' });
  const ids = urlStep('till', page, true).rows.flatMap(({ id }) => id ?? []);
  expect(ids).toEqual(['host', 'open', 'copy', 'opened', 'decline']);
});

test('the letters behind punycode are shown', () => {
  const step = urlStep(
    'till',
    readUrlRequest({ message: 'x', url: 'https://xn--80ak6aa92e.com/' }),
  );
  const warning = step.rows.find(({ icon }) => icon === 'warning');
  expect(warning?.label).toContain('аррӏе.com');
});
