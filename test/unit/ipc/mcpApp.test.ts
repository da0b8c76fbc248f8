import { expect, test } from 'vitest';
import { appOf, isApp } from '../../../src/ipc/mcpApp';

const inputSchema = { type: 'object' } as const;

test.each([
  ['as the extension has it', { ui: { resourceUri: 'ui://a/b' } }, 'ui://a/b'],
  ['as its first form had it', { 'ui/resourceUri': 'ui://a/b' }, 'ui://a/b'],
  ['another scheme', { ui: { resourceUri: 'https://ui://a' } }, undefined],
  ['no text', { ui: { resourceUri: { toString: 'ui://a' } } }, undefined],
  ['none', {}, undefined],
])('the page of a tool: %s', (_what, _meta, app) => {
  expect(appOf({ name: 'a', inputSchema, _meta })).toBe(app);
});

test.each([
  [{ uri: 'ui://a/b' }, true],
  [{ uri: 'file:///a', mimeType: 'text/html;profile=mcp-app' }, true],
  [{ uri: 'file:///a', mimeType: 'Text/HTML ; profile="mcp-app"' }, true],
  [{ uri: 'file:///a', mimeType: 'text/html' }, false],
  [{ uri: 'file:///ui://a', mimeType: 'x/text/html;profile=mcp-app' }, false],
  [{ uri: ['ui://a'], mimeType: ['text/html;profile=mcp-app'] }, false],
  [{}, false],
])('%j is the page of a tool: %s', (resource, isPage) => {
  expect(isApp(resource)).toBe(isPage);
});
