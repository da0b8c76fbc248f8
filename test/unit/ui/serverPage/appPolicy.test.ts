import { describe, expect, test } from 'vitest';
import { allSources, appPolicy, appSources } from '../../../../src/ui/serverPage/appPolicy';

const sourcesOf = (csp: object) => appSources({ ui: { csp } });

/** The sources of a directive. */
function directive(policy: string, name: string): string | undefined {
  const found = policy.split('; ').find((one) => one.startsWith(`${name} `));
  return found?.slice(name.length + 1);
}

describe('the policy of an app', () => {
  test.each([
    undefined,
    {},
    { ui: 1 },
    { ui: { csp: [] } },
    { ui: { csp: { frameDomains: 'x' } } },
  ])('lets nothing in or out unless its server asks: %j', (meta) => {
    const policy = appPolicy(appSources(meta));
    expect(directive(policy, 'default-src')).toBe("'none'");
    for (const name of ['connect-src', 'frame-src', 'base-uri', 'form-action'])
      expect(directive(policy, name), name).toBe("'none'");
    for (const name of ['script-src', 'style-src'])
      expect(directive(policy, name), name).toBe("'unsafe-inline'");
    expect(policy).not.toMatch(/'self'|eval|https?:|\*/);
  });

  test('has the origins that its server asks for, each where it belongs', () => {
    const sources = sourcesOf({
      connectDomains: ['https://api.example', 'wss://live.example:8443'],
      resourceDomains: ['https://*.cdn.example', 'http://localhost:*'],
      frameDomains: ['https://video.example/'],
      baseUriDomains: ['https://cdn.example'],
    });
    const policy = appPolicy(sources);
    expect(directive(policy, 'connect-src')).toBe('https://api.example wss://live.example:8443');
    expect(directive(policy, 'frame-src')).toBe('https://video.example/');
    expect(directive(policy, 'base-uri')).toBe('https://cdn.example');
    const resources = 'https://*.cdn.example http://localhost:*';
    expect(directive(policy, 'script-src')).toBe(`'unsafe-inline' ${resources}`);
    expect(directive(policy, 'img-src')).toBe(`data: blob: ${resources}`);
    expect(allSources(sources)).toHaveLength(6);
  });

  test.each([
    [undefined, 'https://listed.example'],
    [{ version: 2 }, 'https://listed.example'],
    [{ ui: { csp: { connectDomains: ['https://own.example'] } } }, 'https://own.example'],
    [{ ui: { prefersBorder: true } }, "'none'"],
  ])('has the origins of the list where the content says nothing itself: %j', (own, connect) => {
    const listed = { ui: { csp: { connectDomains: ['https://listed.example'] } } };
    expect(directive(appPolicy(appSources(own, listed)), 'connect-src')).toBe(connect);
  });

  test.each([
    "'self'",
    "'unsafe-eval'",
    '*',
    'https:',
    'https://*',
    'data:',
    'vscode-webview://x',
    'file:///etc',
    'https://a.example; script-src *',
    'https://a.example https://b.example',
    'https://a.example/path?query',
    'https://user@a.example',
    'a.example',
    7,
    null,
  ])('has nothing that is no origin: %j', (source) => {
    const keys = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'];
    const csp = Object.fromEntries(keys.map((key) => [key, [source]]));
    expect(allSources(sourcesOf(csp))).toEqual([]);
  });
});
