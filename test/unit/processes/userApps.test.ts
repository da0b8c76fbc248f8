import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessFacts } from '../../../src/processes/processFacts';
import { isBrowserName, isEditorName, isUserApp } from '../../../src/processes/userApps';

function facts(name: string, commandLine?: string): ProcessFacts {
  const numbers = { pid: 500, parent: 1, group: 500, memory: 0, cpuTime: 0 };
  return { ...numbers, birth: 'b/1', name, ...(commandLine !== undefined && { commandLine }) };
}

test.each([
  ...'chrome|chromium|chrome.exe|MSEDGE.EXE|Google Chrome|Safari|GeckoMain|Arc|zen'.split('|'),
  ...'google-chrome-s|chromium-browse|firefox-bin|firefox|Brave Browser'.split('|'),
])('%s is the name of a web browser', (name) => {
  expect(isBrowserName(name)).toBe(true);
});

test.each([
  ...'|node|chromedriver|headless_shell|chrome-headless-|code|xdg-open|MainThread'.split('|'),
  ...'Google Chrome for Testing|chrome_crashpad|operator|msedgewebview2.exe'.split('|'),
])('%s is none', (name) => {
  expect(isBrowserName(name)).toBe(false);
});

test.each('code|code-insiders|Cursor|gnome-text-edit|gnome-text-editor|idea|zed-editor'.split('|'))(
  '%s is the name of an editor',
  (name) => {
    expect([isEditorName(name), isBrowserName(name)]).toEqual([true, false]);
  },
);

test.each('|node|chrome|code-tunnel|vi|java'.split('|'))('%s is not', (name) => {
  expect(isEditorName(name)).toBe(false);
});

test('an editor is the person’s unless a program drives it', () => {
  expect(isUserApp(facts('code', '/usr/share/code/code --unity-launch notes.md'))).toBe(true);
  expect(isUserApp(facts('code', 'code --remote-debugging-port=9222'))).toBe(false);
  expect(isUserApp(facts('code', `code --user-data-dir=${join(tmpdir(), 'x')}`))).toBe(false);
  expect(isUserApp(facts('code'))).toBe(false);
});

describe('a web browser is the person’s', () => {
  test.each([
    '/usr/lib/chromium/chromium https://example.org/authorize?a=--headless',
    '/opt/google/chrome/chrome --profile-directory=Default https://example.org',
    '"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe" --single-argument https://example.org',
    '/usr/lib/firefox/firefox -new-tab https://example.org/tmp/-profile',
    'firefox -P work',
    'firefox -profile /home/me/.mozilla/firefox/abc http://localhost/tmp/',
    'chromium --user-data-dir=/home/me/tmp/profile',
    'chromium --user-data-dir=/home/me/.config/other --remote-debugging-targets',
    '',
  ])('with %s', (commandLine) => {
    expect(isUserApp(facts('chrome', commandLine))).toBe(true);
  });

  test.each([
    'chrome --headless',
    'chrome --headless=new --disable-gpu',
    'chrome --remote-debugging-port=9222 https://example.org',
    'chrome --user-data-dir=/home/me/.cache/ms-playwright/mcp-chrome --remote-debugging-pipe',
    'chrome --enable-automation',
    'chrome --type=renderer --lang=en-US',
    '"C:\\chrome.exe" "--headless" about:blank',
    'chrome.exe --user-data-dir=C:\\Users\\me\\AppData\\Local\\Temp\\puppeteer_dev_1',
    '"chrome.exe" "--user-data-dir=C:\\Users\\Jo Doe\\AppData\\Local\\Temp\\x" about:blank',
    'Google Chrome --user-data-dir=/var/folders/x1/abc/T/lighthouse.1',
    `chrome --user-data-dir=${join(tmpdir(), 'x')}`,
    'firefox --marionette -profile /home/me/p',
    'firefox -headless',
    'firefox -no-remote -profile /tmp/rust_mozprofileA',
    'firefox --profile "/tmp/x"',
    'firefox -juggler-pipe -silent',
    'firefox -contentproc -childID 1',
  ])('but not with %s', (commandLine) => {
    expect(isUserApp(facts('chrome', commandLine))).toBe(false);
  });

  test('only if it is one and its command line is known', () => {
    expect(isUserApp(facts('node', 'node'))).toBe(false);
    expect(isUserApp(facts('chrome'))).toBe(false);
  });
});
